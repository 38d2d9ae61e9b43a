import { indentOf } from '../../signals/outline.ts';
import type { Line } from '../../text/scan-lines.ts';

/** Call for every line in order; returns the line by which a reader finds which record it is of. */
export type HeadFinder = (line: Line, text: string, hasValue: boolean) => Line | undefined;

const OPENS = /^\s*[{(]|[{[(]\s*$/;
const isBracket = (code: number): boolean => code === 0x7b || code === 0x28;
const isBlank = (code: number): boolean => code === 0x20 || code === 0x09;

/** True when a line begins or ends with an opening bracket. */
function isOpen(text: string): boolean {
  let first = 0;
  while (isBlank(text.charCodeAt(first))) first += 1;
  const begins = text.charCodeAt(first);
  const ends = text.charCodeAt(text.length - 1);
  // White space of other kinds is the expression's.
  if (!(begins > 0x20 && begins < 0x7f && ends > 0x20 && ends < 0x7f)) return OPENS.test(text);
  return isBracket(begins) || isBracket(ends) || ends === 0x5b;
}

/** Of printed objects: the first value behind the bracket that opened last. */
export function literalHeads(): HeadFinder {
  let head: Line | undefined;
  let isOpening = true;
  return (line, text, hasValue) => {
    const opens = isOpen(text);
    if (hasValue && (isOpening || opens)) {
      head = line;
      isOpening = false;
    } else if (opens) isOpening = true;
    return head;
  };
}

interface Above {
  readonly indent: number;
  readonly line: Line;
  readonly isItem: boolean;
}

const HYPHEN = 0x2d;
const BLANK = 0x20;
const DEEPEST = 40;

function itemIn(above: readonly Above[]): Above | undefined {
  for (let i = above.length - 1; i >= 0; i -= 1) if (above[i]?.isItem === true) return above[i];
  return undefined;
}

/** Of YAML: the item of a list that a line is in, else the line that it stands under. */
export function yamlHeads(): HeadFinder {
  const above: Above[] = [];
  return (line, text) => {
    const indent = indentOf(text);
    if (indent === text.length) return undefined;
    while ((above.at(-1)?.indent ?? -1) >= indent) above.pop();
    const isItem = text.charCodeAt(indent) === HYPHEN && text.charCodeAt(indent + 1) === BLANK;
    const head = (isItem ? undefined : itemIn(above)) ?? above.at(-1);
    if (above.length < DEEPEST) above.push({ indent, line, isItem });
    return head?.line;
  };
}

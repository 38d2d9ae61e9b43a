import { indentOf } from '../../signals/outline.ts';
import type { Line } from '../../text/scan-lines.ts';

/** Call for every line in order; returns the line by which a reader finds which record it is of. */
export type HeadFinder = (line: Line, text: string, hasValue: boolean) => Line | undefined;

const OPENS = /^\s*[{(]|[{[(]\s*$/;

/** Of printed objects: the first value behind the bracket that opened last. */
export function literalHeads(): HeadFinder {
  let head: Line | undefined;
  let isOpening = true;
  return (line, text, hasValue) => {
    const opens = OPENS.test(text);
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

const ITEM = /^\s*- /;
const DEEPEST = 40;

/** Of YAML: the item of a list that a line is in, else the line that it stands under. */
export function yamlHeads(): HeadFinder {
  const above: Above[] = [];
  return (line, text) => {
    const indent = indentOf(text);
    if (indent === text.length) return undefined;
    while ((above.at(-1)?.indent ?? -1) >= indent) above.pop();
    const isItem = ITEM.test(text);
    const head = (isItem ? undefined : above.findLast((each) => each.isItem)) ?? above.at(-1);
    if (above.length < DEEPEST) above.push({ indent, line, isItem });
    return head?.line;
  };
}

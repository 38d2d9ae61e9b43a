import type { Checkpoint } from '../world.ts';
import { decode, headingAbove, INLINE } from './normal.ts';

type Label = 'modified' | 'read' | undefined;

const MODIFIED =
  /\b(edit(?:ed|s)?|write|wrote|written|creat(?:ed|e)|modif\w*|chang\w*|updated?|touched|added|new)\b|[✎✏]/i;
const READ = /\b(read|viewed|seen|inspected|explored|opened)\b/i;
const LETTER = /(?:^|[\s([])(M|A|W|E|\+)(?=[\s:)\]×\d]|x\d|$)/;
const READ_LETTER = /(?:^|[\s([])R(?=[\s:)\]×\d]|x\d|$)/;
/** So much beside a path says what became of it. */
const BESIDE = 40;

function labelOf(text: string): Label {
  if (MODIFIED.test(text) || LETTER.test(text)) return 'modified';
  return READ.test(text) || READ_LETTER.test(text) ? 'read' : undefined;
}

const expanded = (text: string): string =>
  text.replace(
    /([\w@./-]*)\{([^{}\n]+,[^{}\n]*)\}([\w./-]*)/g,
    (_all, before: string, inside: string, after: string) =>
      inside
        .split(',')
        .map((part) => before + part.trim() + after)
        .join(' '),
  );

interface Mention {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** Paths of the stories in a line: whole, by an end that only one has, or below a folder named before. */
function mentionsIn(line: string, universe: readonly string[]): readonly Mention[] {
  const folders = [
    ...line.matchAll(/(?<![\w/])((?:[\w.@-]+\/)+)(?=[:\s[(]|$)|((?:[\w.@-]+\/)*[\w.@-]+)(?=:\s)/g),
  ].map((match) => ({ folder: match[1] ?? `${match[2]}/`, start: match.index }));
  return [...line.matchAll(/[\w.@/-]+/g)].flatMap((match) => {
    const token = match[0].replace(/[.:,]+$/, '').replace(/^\.\//, '');
    if (!token.includes('.') && !universe.includes(token)) return [];
    const at = { start: match.index, end: match.index + match[0].length };
    const whole = universe.find((path) => token === path || token.endsWith(`/${path}`));
    if (whole !== undefined) return [{ path: whole, ...at }];
    const folder = folders.findLast(({ start }) => start < match.index)?.folder;
    const below = universe.filter(
      (path) => path === `${folder}${token}` || path.endsWith(`/${folder}${token}`),
    );
    if (folder !== undefined && below.length === 1) return [{ path: below[0] ?? '', ...at }];
    const ending = universe.filter((path) => path.endsWith(`/${token}`));
    return ending.length === 1 ? [{ path: ending[0] ?? '', ...at }] : [];
  });
}

/** Which paths a text names, and how each mention is labelled. */
export function fileMentions(
  text: string,
  universe: readonly string[],
): ReadonlyMap<string, readonly Label[]> {
  const found = new Map<string, Label[]>();
  const lines = expanded(decode(text)).split('\n');
  lines.forEach((line, place) => {
    const mentions = mentionsIn(line, universe);
    const first = mentions[0];
    if (first === undefined) return;
    const own = INLINE.exec(line)?.[1];
    const opening = line.slice(0, first.start).replace(/^\s*[-*•\d.]*\s*/, '');
    const isPrefixed = own === undefined && labelOf(opening.slice(0, 14)) !== undefined;
    const above = headingAbove(lines, place);
    const byHeading = labelOf(above.replace(/[<>#*_-]/g, ' '));
    mentions.forEach(({ path, start, end }, at) => {
      const after = line.slice(end, mentions[at + 1]?.start ?? line.length);
      const before = line.slice(at > 0 ? (mentions[at - 1]?.end ?? 0) : 0, start);
      const isBeside = after.trim().length < BESIDE || /^\s*[([{—–:|]/.test(after);
      const local = isPrefixed ? labelOf(before) : isBeside ? labelOf(after.slice(0, BESIDE)) : undefined;
      const label = local ?? (own === undefined ? undefined : labelOf(`${own} `)) ?? byHeading;
      found.set(path, [...(found.get(path) ?? []), label]);
    });
  });
  return found;
}

export interface FileSet {
  readonly exact: boolean;
  readonly recall: number;
  readonly precision: number;
}

/** How well the files that a text claims to be modified fit those that were. Files moved in the shell count neither way. */
export function fileSet(text: string, { truth }: Checkpoint, universe: readonly string[]): FileSet {
  const claimed = [...fileMentions(text, universe)]
    .filter(([path, labels]) => labels.includes('modified') && !truth.optional.includes(path))
    .map(([path]) => path);
  const hits = truth.modified.filter((path) => claimed.includes(path)).length;
  const share = (all: number): number => (all === 0 ? Number(hits === 0) : hits / all);
  return {
    exact: hits === truth.modified.length && claimed.length === hits,
    recall: share(truth.modified.length),
    precision: share(claimed.length),
  };
}

import type { Checkpoint, Expectation, Probe } from '../world.ts';
import { fileMentions } from './files.ts';
import { alone, decode, escaped, labelAt, linesWith, lower, normal, without } from './normal.ts';

const OLD =
  /→|->|=>|\bwas\b|\bwere\b|\binstead\b|supersed|\bold\b|no longer|replac|previous|former|\bnot\b|~~|renamed|\bmoved\b|\bbefore\b|obsolete|outdated|stale|changed|earlier/i;
const REFUSED =
  /reject|avoid|abandon|ruled out|rule[ds]? |did ?n.t|wo ?n.t|won.t|instead|do ?n.t|don.t|dropped|tried|failed|backed? out|back out|\bout\b|forget|dead end|\bnot\b|never|discard|declin|against|✗|✘|❌|~~/i;
const IN_PROGRESS =
  /in[_ -]?progress|▶|►|⏳|🔄|\bdoing\b|\bactive\b|\bcurrent(ly)?\b|\bwip\b|\[~\]|\[>\]|\[-\]|→|\bnow\b|working on|started/i;
/** So near a mark says something of a value, in UTF-16 units. */
const NEAR_VALUE = 80;
const NEAR_REFUSAL = 160;
const AROUND = 600;

export interface Context {
  readonly checkpoint: Checkpoint;
  readonly universe: readonly string[];
  /** The answer of a search is part of the text: what is old in it is no claim. */
  readonly isSearched?: boolean;
}

/** True when an old value looks like the current one: unmarked, and the new one does not come after it. */
export function isStaleCurrent(text: string, { stale, value = '' }: Expectation): boolean {
  if (!stale) return false;
  const plain = decode(text);
  let last = -1;
  for (const { index } of plain.matchAll(alone(stale))) {
    const lineEnd = plain.indexOf('\n', index);
    const line = plain.slice(plain.lastIndexOf('\n', index) + 1, lineEnd < 0 ? plain.length : lineEnd);
    const near = plain.slice(Math.max(0, index - NEAR_VALUE), index + stale.length + NEAR_VALUE);
    if (!alone(value).test(line) && !OLD.test(near.replace(new RegExp(escaped(stale), 'g'), '')))
      last = index;
  }
  if (last < 0) return false;
  const current = [...plain.matchAll(alone(value))].at(-1)?.index ?? -1;
  return current < last;
}

const around = (lines: readonly string[], place: number, part: string): string =>
  without(lines.slice(Math.max(0, place - 1), place + 2).join('\n'), part).slice(0, AROUND);

function isInProgress(text: string, subject: string): boolean {
  const { lines, places } = linesWith(text, subject);
  return places.some(
    (place) =>
      IN_PROGRESS.test(`${without(lines[place] ?? '', subject)} ${labelAt(lines, place)}`) ||
      IN_PROGRESS.test(around(lines, place, subject)),
  );
}

function hasTaskId(text: string, id: string, subject: string): boolean {
  const { lines, places } = linesWith(text, subject);
  const sign = new RegExp(`(?<![\\w.])(?:#|T|id[=: "']*|task[ #]*)?${escaped(id)}(?![\\w.])`, 'i');
  const field = new RegExp(`(?:taskId|id)"?\\s*[:=]\\s*"?${escaped(id)}\\b`);
  return (
    places.some((place) => sign.test(without(lines[place] ?? '', subject))) ||
    field.test(around(lines, places[0] ?? 0, subject))
  );
}

function isRefused(text: string, near: string): boolean {
  const plain = normal(text);
  const found = plain.toLowerCase();
  const wanted = lower(near);
  const { lines, places } = linesWith(text, near);
  const headings = places.map((place) => labelAt(lines, place)).join(' ');
  for (let at = found.indexOf(wanted); at >= 0; at = found.indexOf(wanted, at + 1)) {
    const beside = plain.slice(Math.max(0, at - NEAR_REFUSAL), at + wanted.length + NEAR_REFUSAL);
    if (REFUSED.test(beside) || REFUSED.test(headings)) return true;
  }
  return false;
}

/** True when a text answers a probe. */
export function answers(
  { id, expect }: Probe,
  text: string,
  { universe, isSearched = false }: Context,
): boolean {
  const plain = normal(text);
  if (plain === '') return false;
  const has = (part: string): boolean => plain.toLowerCase().includes(lower(part));
  if (expect.verbatim !== undefined) return plain.includes(normal(expect.verbatim));
  if (expect.verbatimAll !== undefined)
    return expect.verbatimAll.every((part) => plain.includes(normal(part)));
  if (expect.value !== undefined)
    return alone(expect.value).test(plain) && (isSearched || !isStaleCurrent(text, expect));
  if (expect.files !== undefined) {
    const mentioned = fileMentions(text, universe);
    return expect.files.every((path) => mentioned.has(path));
  }
  if (expect.subjects !== undefined) return expect.subjects.every(has);
  if (expect.subject !== undefined) return isInProgress(text, expect.subject);
  if (expect.taskIds !== undefined)
    return expect.taskIds.every(([task, subject]) => hasTaskId(text, task, subject));
  if (expect.all === undefined) throw new Error(`probe of no known form: ${id}`);
  const isNamed = (part: string): boolean =>
    /^[\w.-]+$/.test(part) ? alone(part).test(plain) || (part.length > 12 && has(part)) : has(part);
  if (!expect.all.every(isNamed)) return false;
  return expect.marker !== 'rejected' || isRefused(text, expect.near ?? '');
}

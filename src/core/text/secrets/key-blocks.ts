import { chars } from './byte-runs.ts';
import type { Look, Sight, Sighting } from './secret.ts';

/** A key of 16,384 bits has 13 KB, with its escapes twice as much. */
const BLOCK_LIMIT = 64 * 1024;
const PUTTY_LIMIT = 16 * 1024;
const HEAD_BYTES = 100;

const BLANK = '(?:[ +]|%20)';
const TYPE = `(?:${BLANK}?[A-Z0-9]{1,12}${BLANK}){0,4}PRIVATE${BLANK}KEY(?:${BLANK}BLOCK)?`;
const HEAD = new RegExp(`^-{4,5}${BLANK}?BEGIN${BLANK}${TYPE}${BLANK}?-{4,5}`);
const FOOT = new RegExp(`-{4,5}${BLANK}?END${BLANK}${TYPE}${BLANK}?-{4,5}`);
/** The start of a head, of which the rest may be still to come. */
const HEAD_SIGNS = /^-[-A-Z0-9 +%]*$/;
/** What no key holds, however it is written: this is code, or a document about keys. */
const NO_BODY = /[{};$<]|=>|\.\.\./;
/** Base64 enough to be a key, a made-up one too. */
const SOME_BODY = /[A-Za-z0-9+/]{8}/;
/** A line of a key without its end: what stands before it in a diff, a quote or a JSON text, base64, and the line's end. */
const BODY_LINE = /(?:[ \t>+\-|#*"']|\\[nrt])*[A-Za-z0-9+/=]{16,}(?:\\[nrt]|[ \t"',\\]|\r?\n)*/y;
const HEADER_LINE =
  /(?:[ \t>+\-|#*"']|\\[nrt])*(?:[A-Z][A-Za-z-]{2,20}: [^\r\n\\]{0,100})?(?:\\[nrt]|[ \t"',\\]|\r?\n)+/y;

/** Where the base64 behind a head ends: of a key that is cut off. */
function bodyEnd(block: string, from: number): number {
  let end = from;
  let at = from;
  for (const pattern of [HEADER_LINE, HEADER_LINE, HEADER_LINE]) {
    pattern.lastIndex = at;
    at = pattern.test(block) ? pattern.lastIndex : at;
  }
  for (BODY_LINE.lastIndex = at; BODY_LINE.test(block); ) {
    end = BODY_LINE.lastIndex;
    at = end;
  }
  // A line's end belongs to what follows.
  while (end > from && /\s/.test(block[end - 1] ?? '')) end -= 1;
  return end;
}

/** A private key from its first line to its last; without a last line what looks like it. */
function keyBlock(look: Look): Sight {
  const { text, at, from, isPart } = look;
  if (at < from) return undefined;
  const head = HEAD.exec(chars(text, at, at + HEAD_BYTES))?.[0];
  if (head === undefined) {
    const isCut = isPart && text.length - at < HEAD_BYTES && HEAD_SIGNS.test(chars(text, at));
    return isCut ? 'open' : undefined;
  }
  // Up to the next head, so that many heads are not read many times.
  const next = text.subarray(at + head.length, at + BLOCK_LIMIT).indexOf('-----BEGIN');
  const block = chars(text, at, next < 0 ? at + BLOCK_LIMIT : at + head.length + next);
  const foot = FOOT.exec(block);
  // A last hyphen may be missing so far.
  if (isPart && foot?.[0].endsWith('-----') === false && at + foot.index + foot[0].length === text.length)
    return 'open';
  const body = block.slice(head.length, foot?.index ?? block.length);
  const end = foot !== null && !NO_BODY.test(body) ? foot.index + foot[0].length : undefined;
  if (end !== undefined)
    return SOME_BODY.test(body) ? { kind: 'private-key', start: at, end: at + end } : undefined;
  const stop = bodyEnd(block, head.length);
  if (
    isPart &&
    foot === null &&
    at + block.length === text.length &&
    block.length < BLOCK_LIMIT &&
    !NO_BODY.test(block)
  )
    return 'open';
  return stop > head.length ? { kind: 'private-key', start: at, end: at + stop } : undefined;
}

/** PuTTY's own form: so many lines, and a line that tells of damage. */
const PUTTY = /^private-lines: \d+\r?\n(?:[A-Za-z0-9+/=]+\r?\n){1,400}(?:Private-(?:MAC|Hash): [\da-f]+)?/i;

function puttyKey({ text, at, from, isPart }: Look): Sight {
  if (at < from || !/^private-lines: \d/i.test(chars(text, at, at + 20))) return undefined;
  const block = chars(text, at, at + PUTTY_LIMIT);
  const found = PUTTY.exec(block)?.[0];
  if (isPart && (found ?? block).length === block.length && block.length < PUTTY_LIMIT) return 'open';
  return found === undefined ? undefined : { kind: 'private-key', start: at, end: at + found.length };
}

/** Private keys, by how they begin. */
export const KEY_BLOCKS: ReadonlyMap<string, Sighting> = new Map([
  ['-----begin', keyBlock],
  ['private-lines:', puttyKey],
]);

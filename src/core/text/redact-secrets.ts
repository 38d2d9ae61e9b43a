import { characterStart } from './bytes.ts';
import { findSecrets } from './secrets/find-secrets.ts';
import type { Secret } from './secrets/secret.ts';
import { sha256 } from './sha256.ts';

const NOTHING: Buffer = Buffer.alloc(0);
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const BLANK = 0x20;

/** `[redacted:kind:sha256-8]`: whether two are the same can be seen, and no more. */
const markOf = (text: Buffer, { kind, start, end }: Secret): Buffer =>
  Buffer.from(`[redacted:${kind}:${sha256(text.subarray(start, end)).slice(0, 8)}]`);

function feedsIn(text: Buffer, { start, end }: Secret): Buffer {
  let count = 0;
  for (let at = start; at < end; at += 1) if (text[at] === LINE_FEED) count += 1;
  return Buffer.alloc(count, LINE_FEED);
}

export interface RedactedBytes {
  /** The same bytes when there was nothing to replace. */
  readonly bytes: Buffer;
  /** Places at which something was replaced. */
  readonly count: number;
}

function replaced(
  text: Buffer,
  secrets: readonly Secret[],
  start = 0,
  end = text.length,
  keepsLines = false,
): Buffer {
  if (secrets.length === 0) return text.subarray(start, end);
  const parts: Buffer[] = [];
  let at = start;
  for (const secret of secrets) {
    parts.push(text.subarray(at, secret.start), markOf(text, secret));
    if (keepsLines) parts.push(feedsIn(text, secret));
    at = secret.end;
  }
  parts.push(text.subarray(at, end));
  return Buffer.concat(parts);
}

/**
 * A whole UTF-8 text without secrets: known tokens, private keys, passwords of URLs, values of Authorization headers,
 * literals of `*_SECRET=` and the like. With `keepsLines` a mark is followed by the line ends of what it stands for, so that
 * all lines keep their numbers.
 */
export function redactBytes(text: Buffer, keepsLines = false): RedactedBytes {
  const { secrets } = findSecrets(text, false);
  return {
    bytes: secrets.length === 0 ? text : replaced(text, secrets, 0, text.length, keepsLines),
    count: secrets.length,
  };
}

/** The same of a string. What looks for secrets takes milliseconds to make: an empty text does not ask for it. */
export function redactText(text: string): { readonly text: string; readonly count: number } {
  if (text === '') return { text, count: 0 };
  const { bytes, count } = redactBytes(Buffer.from(text));
  return count === 0 ? { text, count } : { text: bytes.toString(), count };
}

/** A question without the secrets in it: nothing is found by them, and no answer repeats them. */
export function withoutSecrets(question: string): string {
  const bytes = Buffer.from(question);
  const { secrets } = findSecrets(bytes, false);
  if (secrets.length === 0) return question;
  const ends = [0, ...secrets.map(({ end }) => end)];
  const starts = [...secrets.map(({ start }) => start), bytes.length];
  return ends.map((from, place) => bytes.toString('utf8', from, starts[place])).join('…');
}

/** A part of a text with the marks of secrets that begin in it or before it; what is around it is only looked at. */
export function redactPart(before: string, part: string, after: string): string {
  const text = Buffer.from(before + part + after);
  const start = Buffer.byteLength(before);
  const end = start + Buffer.byteLength(part);
  const { secrets } = findSecrets(text, false);
  const touched = secrets.filter((secret) => secret.end > start && secret.start < end);
  if (touched.length === 0) return part;
  const parts: Buffer[] = [];
  let at = start;
  for (const secret of touched) {
    const shown = { ...secret, start: Math.max(start, secret.start), end: Math.min(end, secret.end) };
    parts.push(text.subarray(at, shown.start), markOf(text, secret), feedsIn(text, shown));
    at = shown.end;
  }
  return Buffer.concat([...parts, text.subarray(at, end)]).toString();
}

/**
 * A copy of a text in which marks stand over the secrets, as far as they have room, and blanks: every byte and every line
 * keeps its place. The same bytes when there is no secret.
 */
export function maskBytes(text: Buffer): Buffer {
  const { secrets } = findSecrets(text, false);
  if (secrets.length === 0) return text;
  const masked = Buffer.from(text);
  for (const secret of secrets) {
    const whole = markOf(text, secret);
    const mark = whole.length <= secret.end - secret.start ? whole : Buffer.alloc(0);
    let used = 0;
    for (let at = secret.start; at < secret.end; at += 1) {
      if (text[at] === LINE_FEED || text[at] === RETURN) continue;
      masked[at] = mark[used] ?? BLANK;
      used += 1;
    }
  }
  return masked;
}

/** A word may be the beginning of a secret, or a part before the sign by which it is found; in bytes. */
const OVERLAP = 512;
/** How a question to the user ends. */
const PROMPT = /[:=>?] {0,2}$/;
const PROMPT_BYTES = 8;
/** Enough of what stands before a name on its line. */
const CONTEXT = 320;

/** Where the last word of a part begins, if it is short. */
function lastWord(text: Buffer): number {
  const least = Math.max(0, text.length - OVERLAP);
  let at = text.length;
  while (at > least && (text[at - 1] ?? 0) > BLANK) at -= 1;
  return at;
}

/**
 * Takes secrets out of a stream of UTF-8, wherever its pieces are cut. What may be the start of a secret is held back until
 * it is known, and so is the last word; whole lines pass.
 */
export class SecretRedactor {
  /** Places at which something was replaced. */
  count = 0;
  /** The end of what was given out, as far as it tells what follows, and behind it what is held back. */
  private kept: Buffer = NOTHING;
  private givenBytes = 0;

  push(piece: Buffer): Buffer {
    if (piece.length === 0) return piece;
    const text = this.kept.length === 0 ? piece : Buffer.concat([this.kept, piece]);
    const { secrets, openFrom } = findSecrets(text, true, this.givenBytes);
    const last = secrets.at(-1)?.end ?? 0;
    const end = characterStart(text, Math.min(openFrom, lastWord(text)));
    return this.give(text, secrets, Math.max(last, this.givenBytes, end));
  }

  /** What is held back, because nothing follows for now: a prompt. Empty when a secret may have begun. */
  pause(): Buffer {
    const { kept, givenBytes } = this;
    if (!PROMPT.test(kept.toString('latin1', Math.max(givenBytes, kept.length - PROMPT_BYTES)))) {
      const { secrets } = findSecrets(kept, false, givenBytes);
      if (secrets.length > 0 || findSecrets(kept, true, givenBytes).openFrom < kept.length) return NOTHING;
    }
    return this.end();
  }

  /** What is held back; call once, when the stream is over. */
  end(): Buffer {
    const { secrets } = findSecrets(this.kept, false, this.givenBytes);
    return this.give(this.kept, secrets, this.kept.length);
  }

  /** Gives out what stands before `end`. */
  private give(text: Buffer, secrets: readonly Secret[], end: number): Buffer {
    this.count += secrets.length;
    const given = replaced(text, secrets, this.givenBytes, end);
    // What follows a whole line needs nothing of it.
    const from = end === text.length && text[end - 1] === LINE_FEED ? end : Math.max(0, end - CONTEXT);
    this.kept = from === text.length ? NOTHING : Buffer.from(text.subarray(from));
    this.givenBytes = end - from;
    return given;
  }
}

import { ALNUM, BITS, chars, hasBits, isWordStart, runEnd, runStart } from './byte-runs.ts';
import { isPlaceholder, type Look, type Sight, type Sighting } from './secret.ts';
import { TOKEN_LIMIT } from './tokens.ts';

const URL_LETTERS = ALNUM | BITS.url;
/** Longest part before the sign by which a token is found, in bytes. */
export const LEAD_LIMIT = 64;

/** The parts between dots from here on; undefined when the text ends within the last one and goes on. */
function partsFrom({ text, isPart }: Look, start: number, most: number): readonly number[] | undefined {
  const ends: number[] = [];
  for (let at = start; ends.length < most; at += 1) {
    at = runEnd(text, at, URL_LETTERS, start + TOKEN_LIMIT);
    ends.push(at);
    if (text[at] !== 0x2e) break;
  }
  return isPart && ends.at(-1) === text.length ? undefined : ends;
}

/** Header and claims are base64 of JSON; five parts when it is encrypted. */
function jsonWebToken(look: Look): Sight {
  const { text, at, from } = look;
  if (at < from || chars(text, at, at + 3) !== 'eyJ' || !isWordStart(text, at)) return undefined;
  const ends = partsFrom(look, at, 5);
  if (ends === undefined) return 'open';
  const [header = 0, claims = 0, signature] = ends;
  if (signature === undefined || header - at < 10 || claims - header < 6 || signature - claims < 10)
    return header;
  // A sentence may go on behind three parts: `…signature.Next`.
  const end = ends.length === 5 ? (ends[4] ?? signature) : signature;
  return isPlaceholder(chars(text, signature - 20, signature)) ? undefined : { kind: 'jwt', start: at, end };
}

const SENDGRID_BYTES = 16;

function sendGridKey(look: Look): Sight {
  const { text, at, from } = look;
  if (at < from || chars(text, at, at + 3) !== 'SG.' || !isWordStart(text, at)) return undefined;
  const ends = partsFrom(look, at + 3, 2);
  if (ends === undefined) return 'open';
  const [name = 0, secret] = ends;
  if (secret === undefined || name - at - 3 < SENDGRID_BYTES || secret - name - 1 < 2 * SENDGRID_BYTES)
    return undefined;
  return isPlaceholder(chars(text, at, secret))
    ? undefined
    : { kind: 'sendgrid-key', start: at, end: secret };
}

/** Where the part before a sign begins; an escape may stand right before it. Undefined: there is none of such a length. */
function leadStart(
  { text, at, from }: Look,
  bits: number,
  lengths: readonly [number, number],
  form?: RegExp,
): number | undefined {
  const first = runStart(text, at, bits, Math.max(from, at - lengths[1]));
  for (let start = first; start <= at - lengths[0]; start += 1)
    if (isWordStart(text, start) && form?.test(chars(text, start, at)) !== false) return start;
  return undefined;
}

/** A token of which a part stands before the sign that it is found by. */
function aroundSign(
  kind: string,
  lead: number,
  leadLengths: readonly [number, number],
  min: number,
): Sighting {
  return (look) => {
    const { text, after } = look;
    const start = leadStart(look, lead, leadLengths);
    if (start === undefined) return undefined;
    const end = runEnd(text, after, URL_LETTERS, after + TOKEN_LIMIT);
    if (look.isPart && end === text.length) return 'open';
    return end - after < min || isPlaceholder(chars(text, after, end)) ? undefined : { kind, start, end };
  };
}

const MIDDLE_BYTES = 6;
/** Base64 of the first digits of an account number. */
const ACCOUNT_BYTES: readonly [number, number] = [23, 28];
const ACCOUNT = /^(?:M[TjzD]|N[DTjz]|O[DT])[\w-]{21,26}$/;

/** The sign of a Discord token stands in every text: most are told apart without a further look. */
export const DOT = '.';
export const isLikelyDot = (text: Buffer, after: number): boolean =>
  text[after + MIDDLE_BYTES] === 0x2e || after + MIDDLE_BYTES >= text.length;

/** `account.time.signature`: found by its first dot. */
function discordToken(look: Look): Sight {
  const { text, after, isPart } = look;
  if (text[after + MIDDLE_BYTES] !== 0x2e)
    return isPart && text.length <= after + MIDDLE_BYTES ? maybeOpen(look) : undefined;
  const start = accountStart(look);
  if (
    start === undefined ||
    runEnd(text, after, URL_LETTERS, after + MIDDLE_BYTES + 1) !== after + MIDDLE_BYTES
  )
    return undefined;
  const end = runEnd(text, after + MIDDLE_BYTES + 1, URL_LETTERS, after + TOKEN_LIMIT);
  if (isPart && end === text.length) return 'open';
  return end - after - MIDDLE_BYTES < 25 ? undefined : { kind: 'discord-token', start, end };
}

const accountStart = (look: Look): number | undefined => leadStart(look, URL_LETTERS, ACCOUNT_BYTES, ACCOUNT);

/** Every dot is a sign: only what begins like an account is waited for. */
const maybeOpen = (look: Look): Sight =>
  runEnd(look.text, look.after, URL_LETTERS) === look.text.length && accountStart(look) !== undefined
    ? 'open'
    : undefined;

const AZURE_LEAD = ALNUM | BITS.url | BITS.dot;

function azureSecret(look: Look): Sight {
  const { text, at } = look;
  if (chars(text, at, at + 2) !== 'Q~' || !hasBits(text, at - 1, BITS.digit)) return undefined;
  return aroundSign('azure-secret', AZURE_LEAD, [4, 4], 30)(look);
}

/** What is found by a sign inside it, or has parts. */
export const DOTTED_TOKENS: ReadonlyMap<string, Sighting> = new Map([
  ['eyj', jsonWebToken],
  ['sg.', sendGridKey],
  [DOT, discordToken],
  ['q~', azureSecret],
  [':aa', aroundSign('telegram-token', BITS.digit, [6, 12], 30)],
  ['.atlasv1.', aroundSign('terraform-token', ALNUM, [14, 14], 30)],
]);

import { ALNUM, BITS, chars, runEnd, runStart } from './byte-runs.ts';
import { isReference } from './references.ts';
import { isPlaceholder, LINE_LIMIT, lineBefore, restOfLine, type Sight, type Sighting } from './secret.ts';

/** A shorter value is a word or a flag. */
const MIN_VALUE = 8;
/** Of a longer value the start tells whether it is one; it may be a whole key. */
const TOLD_BYTES = 100;
const VALUE_LIMIT = 16 * 1024;
/** Longest name in front of a value, and what may stand before it on its line, in bytes. */
const NAME_BYTES = 64;
const BEFORE_BYTES = 120;

/** Between a name and its value: what else belongs to the name, a quote that ends it, a sign, a quote that begins the value. */
const JOINT = new RegExp(
  [
    String.raw`^(?:_?KEY(?:_BASE)?|_BASE64|_B64|_VALUE|_?\d{1,2})?`,
    String.raw`(?<close>\\{0,3}["'\x60]|["']?\]|%22)?(?<blank>[ \t]{0,16})`,
    String.raw`(?<sign>=>|:=|\?=|=(?![=~>])|:(?![:=])|%3D|%3A|\\u003d)`,
    String.raw`(?<space>[ \t]{0,16})(?:[rbfu]{0,2}(?<quote>\\{0,3}["'\x60]|%22))?`,
  ].join(''),
  'i',
);

/** Longest joint, and what it is made of. */
const JOINT_BYTES = 64;
const JOINT_SIGNS = /^[\w \t\\"'`\]%?=:>]*$/;

/** Values, by what they stand between. */
const QUOTED: Readonly<Record<string, RegExp>> = {
  '"': /^(?:[^"\\]|\\.)*/,
  "'": /^(?:[^'\\]|\\.)*/,
  '`': /^(?:[^`\\]|\\.)*/,
  '%22': /^(?:[^%\s]|%(?!22))*/i,
};
const IN_ESCAPED_QUOTES = /^(?:[^"'`\\]|\\(?!\\*["'`]))*/;
/** Begins what sets a colour. */
const ESCAPE_SIGN = '\u001b';
/** To the next blank; an escaped line end or quote is one, too. */
const TO_BLANK = new RegExp(String.raw`^(?:[^\s"'\x60\\${ESCAPE_SIGN}]|\\(?![nrt"'\x60\\]))*`);
const TO_SIGN = new RegExp(String.raw`^(?:[^\s"'\x60\\<>(){}[\],;&|${ESCAPE_SIGN}]|\\(?![nrt"'\x60\\]))*`);
const ENCODED = /^(?:[\w.~+-]|%(?!2[026]|0[ad]|3b))*/i;

/** Where a variable is set: at the start of a line, of a quoted line, of a line of a diff, or behind a command that sets one. */
const SETTING =
  /^(?:[ \t>+#|-]|\d+[:|\t])*(?:(?:export|set|setx|env|ENV|ARG|declare|local|readonly|typeset|Environment=)[ \t]+(?:-\w+[ \t]+)*)?["']?(?:\w+=\S*[ \t]+)*$|(?:^|[ \t])(?:-e|--env|export|env|set)[ \t]+["']?$|\\[nr]$|(?:&&|;)[ \t]*$/;
/** Where a setting of a file, a header or a list stands. */
const LINE_START = /^(?:[ \t>+#|*-]|\d+[:|\t])*["']?$|["'][ \t]*$|\\[nr]["']?$/;

interface Place {
  readonly kind: string;
  readonly name: string;
  readonly before: string;
  readonly sign: string;
  readonly isTight: boolean;
  readonly quote: string;
}

/** A digit, or a sign that words do not have. */
const isNoWord = (value: string, kind: string): boolean =>
  kind === 'password' ? /[\d!@#$%^&*+=?~]/.test(value) : /\d/.test(value);
const isNumber = (value: string): boolean => /^[-+\d.,:_e]+$/i.test(value);
const NAMES_OF_TYPES =
  /^(?:Big)?U?(?:int|float)\d+|Array\b|^(?:sha|md|utf|base|aes|es|rs|hs|ps|oauth|saml)-?_?\d/i;

/** Whether a bare value can be a literal where it stands; code has its names there. */
function isBareLiteral(value: string, { name, before, sign, isTight }: Place, isUpper: boolean): boolean {
  if (isUpper && isTight && sign !== ':' && (/[\s"'`]$/.test(before) || SETTING.test(before))) return true;
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value) || NAMES_OF_TYPES.test(value) || /[({[]/.test(value))
    return false;
  if (isTight && sign === '=')
    return /(?:^|[\s;'"?&/:,-])$/.test(before) && !/^[\w$]+(?:\.[A-Za-z_$][\w$]*)+$/.test(value);
  if (sign === '=' || sign === ':') return LINE_START.test(before) || name.startsWith('--');
  return sign.startsWith('%') || sign.startsWith('\\');
}

function isQuotedLiteral(value: string, { kind, before, isTight }: Place, isUpper: boolean): boolean {
  if (isUpper && isTight && SETTING.test(before) && !/^["']/.test(before)) return true;
  return isNoWord(value, kind) && !/\s/.test(value) && !NAMES_OF_TYPES.test(value);
}

function valueAt(rest: string, place: Place, isUpper: boolean): string {
  const { quote, sign, before } = place;
  if (quote !== '') return (QUOTED[quote.toLowerCase()] ?? IN_ESCAPED_QUOTES).exec(rest)?.[0] ?? '';
  if (sign.startsWith('%')) return ENCODED.exec(rest)?.[0] ?? '';
  const isSetting = isUpper && place.isTight && SETTING.test(before);
  const value = ((isSetting ? TO_BLANK : TO_SIGN).exec(rest)?.[0] ?? '').replace(/[;,]$/, '');
  // What is called, or looked into, is a name.
  return /^[([]/.test(rest.slice(value.length)) ? '' : value;
}

function isSecretValue(value: string, place: Place, isUpper: boolean): boolean {
  if (value.length < MIN_VALUE) return false;
  const isMeant = isNumber(value)
    ? isUpper && place.isTight && /pass|secret/i.test(place.name) && /^\d+$/.test(value)
    : place.quote === ''
      ? isBareLiteral(value, place, isUpper)
      : isQuotedLiteral(value, place, isUpper);
  return isMeant && !isPlaceholder(value) && !isReference(value, place.quote !== '');
}

const AZURE = /^(?:AccountKey|SharedAccessKey)$/;

/** A literal that is given to a name which says that it is a secret. */
function literal(word: string): Sighting {
  return (look): Sight => {
    const { text, after } = look;
    const joint = JOINT.exec(chars(text, after, after + JOINT_BYTES));
    if (joint === null) {
      const isCut = look.isPart && text.length - after < JOINT_BYTES && JOINT_SIGNS.test(chars(text, after));
      return isCut ? 'open' : undefined;
    }
    const rest = restOfLine(look, after);
    if (rest === undefined) return 'open';
    const { close = '', blank = '', sign = '', space = '', quote = '' } = joint.groups ?? {};
    const nameStart = runStart(text, look.at, ALNUM | BITS.url | BITS.dot, Math.max(0, look.at - NAME_BYTES));
    const suffix = /^\w*/.exec(rest)?.[0] ?? '';
    const name = chars(text, nameStart, after) + suffix;
    const kind = AZURE.test(name) ? 'azure-key' : word;
    const isUpper = /^[A-Z\d_]+$/.test(name);
    const before = lineBefore(look, nameStart, BEFORE_BYTES);
    const isTight = blank === '' && space === '' && close === '';
    const place: Place = { kind, name, before, sign: sign.toLowerCase(), isTight, quote };
    const value = valueAt(rest.slice(joint[0].length), place, isUpper);
    const start = after + joint[0].length;
    if (start < look.from || !isSecretValue(value.slice(0, TOLD_BYTES), place, isUpper)) return undefined;
    const end = start + value.length;
    if (joint[0].length + value.length < LINE_LIMIT) return { kind, start, end };
    const farEnd = runEnd(text, end, ALNUM | BITS.url | BITS.base64 | BITS.dot, start + VALUE_LIMIT);
    return look.isPart && farEnd === text.length ? 'open' : { kind, start, end: farEnd };
  };
}

const ACCESS = [
  'access',
  'account',
  'private',
  'signing',
  'encryption',
  'auth',
  'master',
  'storage',
  'service',
];

/** Words that end the name of a secret, however it is written. */
export const LITERALS: ReadonlyMap<string, Sighting> = new Map([
  ['secret', literal('secret')],
  ['token', literal('token')],
  ...['password', 'passwd', 'passphrase', '_pwd', '_pass'].map(
    (word) => [word, literal('password')] as const,
  ),
  ...['', '_', '-'].map((sign) => [`api${sign}key`, literal('api-key')] as const),
  ...ACCESS.flatMap((word) => ['', '_', '-'].map((sign) => [`${word}${sign}key`, literal('key')] as const)),
]);

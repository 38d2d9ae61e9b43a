import { type Look, lineBefore, restOfLine, type Sight, type Sighting } from './secret.ts';

/** Between a name or scheme and its value: quotes, a sign, a piece of code that joins two texts. */
const JOINED = String.raw`["'\x60\\ \t]{0,8}(?:[:=+,]|%3A|%3D)?["'\x60\\ \t]{0,8}`;
const BASE64 = String.raw`[A-Za-z\d+/]{8,512}={0,2}`;
const USER_AND_PASSWORD = /^[\x20-\x39\x3b-\x7e]{0,128}:[\x20-\x7e]{3,256}$/;
const PRIVATE_KEY = /^-----BEGIN [A-Z ]*PRIVATE KEY/;

const SIGNS_BEHIND = Buffer.from(`"'\`\\ \t:=+,%]`);
const LESS_THAN = 0x3c;
const NAME_BYTES = 32;
const NAME_SIGNS = Buffer.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.:-');
const ELEMENT_NEXT = Buffer.from('> \t_.-abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');

/** A sign whose pattern tells at which place behind the anchor the value stands; the group `value` is the secret. */
function behind(
  kind: string,
  pattern: RegExp,
  isMeant: (value: string, look: Look) => boolean = () => true,
  /** Bytes of which one must stand behind the anchor: most words are passed over by it. */
  next = SIGNS_BEHIND,
): Sighting {
  return (look): Sight => {
    const byte = look.text[look.after];
    if (byte !== undefined && !next.includes(byte)) return undefined;
    const rest = restOfLine(look, look.after);
    if (rest === undefined) return 'open';
    const found = pattern.exec(rest);
    const value = found?.groups?.value;
    if (found === null || value === undefined || !isMeant(value, look)) return undefined;
    const start = look.after + found[0].lastIndexOf(value);
    return start < look.from ? undefined : { kind, start, end: start + value.length };
  };
}

/** A name and a password in base64, as headers and files of logins hold them. */
const isLogin = (value: string): boolean =>
  USER_AND_PASSWORD.test(Buffer.from(value, 'base64').toString('latin1'));
const login = (kind: string): Sighting => behind(kind, new RegExp(`^${JOINED}(?<value>${BASE64})`), isLogin);

/** Mixed or with a digit: no word of a text. */
const looksMade = (value: string): boolean => /\d/.test(value) && /[a-z]/i.test(value);

/** `<dbPassword>…</dbPassword>` */
const element = (kind: string): Sighting => {
  const sight = behind(
    kind,
    /^[\w.-]{0,32}(?:[ \t][^<>]{0,120})?>(?<value>[^<>\s]{8,256})<\//,
    looksMade,
    ELEMENT_NEXT,
  );
  return (look) => {
    let at = look.at;
    while (at > look.at - NAME_BYTES && NAME_SIGNS.includes(look.text[at - 1] ?? 0)) at -= 1;
    return look.text[at - 1] === LESS_THAN ? sight(look) : undefined;
  };
};

/** `machine h login a password …` */
const netrc = behind('password', /^[ \t]{1,8}(?<value>[^\s"']{6,256})/, (_, look) =>
  /\b(?:machine[ \t]+\S+|default)[ \t]+(?:login[ \t]+\S+[ \t]+)?$/.test(lineBefore(look, look.at, 200)),
);

/** A key that was put into base64 as a whole, as in a manifest. */
const keyInBase64: Sighting = (look): Sight => {
  const rest = restOfLine(look, look.at);
  if (rest === undefined) return 'open';
  const [value = ''] = /^[A-Za-z\d+/]+={0,2}/.exec(rest) ?? [];
  const isKey = PRIVATE_KEY.test(Buffer.from(value.slice(0, 120), 'base64').toString('latin1'));
  if (!isKey || look.at < look.from) return undefined;
  let end = look.at + value.length;
  // Longer than a line is looked at.
  while (/[A-Za-z\d+/=]/.test(String.fromCharCode(look.text[end] ?? 0))) end += 1;
  return look.isPart && end === look.text.length ? 'open' : { kind: 'private-key', start: look.at, end };
};

/** The values of a header with cookies; of one that sets a cookie its value alone. */
const cookie = behind(
  'cookie',
  /^["']?[ \t]{0,4}:[ \t]{0,4}["']?(?:[\w!#$%&*+.^|~-]{1,64}=)(?<value>[^\s;"']{16,400}(?:;[ \t]?[\w.-]+=[^\s;"']{16,400})*)/,
  (value) => looksMade(value) && !/^(?:\$|\{|<|xxx)/.test(value),
);

const SIGNATURE = /^(?:=|%3D)(?<value>[A-Za-z\d%+/_=-]{16,512})/i;

/** What is a secret by the form in which it is written. */
export const PLAIN_FORMS: readonly (readonly [string, Sighting])[] = [
  ['basic', login('authorization')],
  ['auth', login('authorization')],
  ['ls0tls1crudjti', keyInBase64],
  ['x-amz-signature', behind('signature', SIGNATURE)],
  ['x-goog-signature', behind('signature', SIGNATURE)],
  ['cookie', cookie],
  ['password', netrc],
  ...['password', 'passwd', 'secret', 'token', 'apikey', 'accesskey'].map(
    (name) => [name, element(name.startsWith('pass') ? 'password' : 'secret')] as const,
  ),
];

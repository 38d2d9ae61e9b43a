import { isPlaceholder, type Look, restOfLine, type Sight, type Sighting } from './secret.ts';

const BLANKS = String.raw`(?:[ \t]|%20|\+){0,8}`;
const SCHEMES =
  'Bearer|Basic|Token|ApiKey|Api-Key|Key|OAuth|Digest|Negotiate|PRIVATE-TOKEN|GenieKey|Splunk|SSWS|Discogs|Bot|Hawk|MAC|DPoP';
/** `Authorization: Bearer `, as header, member, argument, or in a URL. */
const HEADER = new RegExp(
  String.raw`^(?:\\{0,3}["'\x60]|%22)?[\])]?${BLANKS}(?:=>|[:=,]|%3A)${BLANKS}(?:\\{0,3}["'\x60]|%22)?(?<scheme>(?:${SCHEMES})(?:[ \t]|%20|\+)+)?`,
  'i',
);
const VALUE = /^[A-Za-z\d._~+/=:%-]{8,}/;
const BEARER = /^(?:[ \t]|%20){1,8}(?:\\{0,3}["'`])?/;

/** Words and their names in code have no digits, and no letters that change their case in the middle. */
const looksMade = (value: string): boolean => /\d/.test(value) || /[a-z][A-Z]+[a-z]+[A-Z]|=$/.test(value);

function valueSight(look: Look, start: number, value: string, min: number): Sight {
  if (value.length < min || !looksMade(value) || isPlaceholder(value) || start < look.from) return undefined;
  return { kind: 'authorization', start, end: start + value.length };
}

/** The value of an Authorization header; its scheme stays. */
function authorization(look: Look): Sight {
  const rest = restOfLine(look, look.after);
  if (rest === undefined) return 'open';
  const head = HEADER.exec(rest);
  if (head === null) return undefined;
  const value = VALUE.exec(rest.slice(head[0].length))?.[0] ?? '';
  return valueSight(look, look.after + head[0].length, value, head.groups?.scheme === undefined ? 16 : 8);
}

/** `Bearer …` without the header's name: in a log, in an argument. */
function bearer(look: Look): Sight {
  const rest = restOfLine(look, look.after);
  if (rest === undefined) return 'open';
  const head = BEARER.exec(rest)?.[0];
  if (head === undefined) return undefined;
  const value = VALUE.exec(rest.slice(head.length))?.[0] ?? '';
  return /\d/.test(value) ? valueSight(look, look.after + head.length, value, 16) : undefined;
}

/** User and password in front of a host; the last `@` is the one. */
const USER_INFO = /^([^\s:/?#@"'`<>\\()[\]{}|,;]{0,128}):([^\s/?#"'`<>\\]{1,512})@(?=[\w.[$-])/;
const ENCODED_USER_INFO = /^([\w.~+-]{0,128})%3a((?:[\w.~!*+-]|%(?!40|2f|3a)[\da-f]{2}){1,512})%40/i;
/** A variable, a format, a hole of a template, or what is masked already. */
const NO_PASSWORD = /^(?:[${<*[]|%[sdvq]|\.{3}|x{3,}$)/i;

/** The password of a URL; user and host stay. */
function urlPassword(pattern: RegExp): Sighting {
  return (look) => {
    const rest = restOfLine(look, look.after);
    if (rest === undefined) return 'open';
    const [, user, password] = pattern.exec(rest) ?? [];
    if (user === undefined || password === undefined || NO_PASSWORD.test(password)) return undefined;
    const sign = pattern === USER_INFO ? 1 : 3;
    const start = look.after + user.length + sign;
    return start < look.from ? undefined : { kind: 'url-password', start, end: start + password.length };
  };
}

/** What is a secret by where it stands. */
export const HEADERS_AND_URLS: ReadonlyMap<string, Sighting> = new Map([
  ['authorization', authorization],
  ['bearer', bearer],
  ['://', urlPassword(USER_INFO)],
  [String.raw`:\/\/`, urlPassword(USER_INFO)],
  ['%3a%2f%2f', urlPassword(ENCODED_USER_INFO)],
]);

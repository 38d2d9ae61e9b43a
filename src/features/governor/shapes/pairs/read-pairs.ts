import { type HeadFinder, literalHeads, yamlHeads } from './record-heads.ts';

/** A name and its value as a line holds them. */
export interface Pair {
  readonly key: string;
  /** Without quotes; empty where the value stands in the lines below, or is a list or an object. */
  readonly value: string;
}

/** How the lines of a text hold pairs. */
export interface PairStyle {
  /** What texts of it are called. */
  readonly name: string;
  /** True for a line as such texts have them, whether it holds a pair or not. */
  readonly isPart: (text: string) => boolean;
  readonly pairsIn: (text: string) => readonly Pair[];
  readonly makeHeads: () => HeadFinder;
}

/** Longest name; what is longer is none. */
const KEY_CHARS = 60;
const isWordCode = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x61 && code <= 0x7a) ||
  code === 0x5f ||
  code === 0x24;
const BLANK = 0x20;
const TAB = 0x09;
const COLON = 0x3a;
const HYPHEN = 0x2d;
const LAST_ASCII = 0x7f;
/** Codes of ASCII that are one of these characters. */
const setOf = (chars: string): Uint8Array =>
  Uint8Array.from({ length: LAST_ASCII + 1 }, (_, code) => Number(chars.includes(String.fromCharCode(code))));
const QUOTES = setOf(`'"\``);
const BEFORE_KEY = setOf('{[,(');
const AFTER_VALUE = setOf(`,'"\`{}[]()`);
const isQuote = (code: number): boolean => QUOTES[code] === 1;

/** The name that ends in front of `colon`; undefined when there is none behind a bracket, a comma or the start. */
function keyBefore(text: string, colon: number): string | undefined {
  const isQuoted = isQuote(text.charCodeAt(colon - 1));
  const end = isQuoted ? colon - 1 : colon;
  let from = end;
  if (isQuoted) from = text.lastIndexOf(text[end] ?? '', end - 1) + 1;
  else while (from > 0 && isWordCode(text.charCodeAt(from - 1))) from -= 1;
  if (from >= end || end - from > KEY_CHARS) return undefined;
  let at = isQuoted ? from - 2 : from - 1;
  while (at >= 0 && text.charCodeAt(at) === BLANK) at -= 1;
  return at < 0 || BEFORE_KEY[text.charCodeAt(at)] === 1 ? text.slice(from, end) : undefined;
}

/** Where the value behind a colon begins and ends, without its quotes. */
function valueBehind(text: string, colon: number): readonly [number, number] {
  let from = colon + 1;
  while (text.charCodeAt(from) === BLANK) from += 1;
  if (isQuote(text.charCodeAt(from))) {
    const end = text.indexOf(text[from] ?? '', from + 1);
    return [from + 1, end < 0 ? text.length : end];
  }
  let end = from;
  while (end < text.length && AFTER_VALUE[text.charCodeAt(end)] !== 1) end += 1;
  return [from, end];
}

const LITERAL_PART =
  /^\s*(?:[[\]{}(),]|(?:'[^']*'|"[^"]*"|[\w$]+)\s*(?:: |=> )|'|"|\w+(?:\(\d+\))? [[{]|\.\.\. \d+ more)/;
const MOST_PAIRS = 60;

/** Objects as Node and Python print them. */
export const literals: PairStyle = {
  name: 'objects',
  isPart: (text) => LITERAL_PART.test(text),
  pairsIn(text) {
    const pairs: Pair[] = [];
    for (let colon = text.indexOf(': '); colon > 0 && pairs.length < MOST_PAIRS; ) {
      const key = keyBefore(text, colon);
      const [from, end] = valueBehind(text, colon);
      if (key !== undefined) pairs.push({ key, value: text.slice(from, end).trimEnd() });
      colon = text.indexOf(': ', key === undefined ? colon + 2 : Math.max(end, colon + 1));
    }
    return pairs;
  },
  makeHeads: literalHeads,
};

const YAML =
  /^(?:\s*- )*\s*(?:"([^"]{1,80})"|'([^']{1,80})'|([\w./$@*<-][^\s:#"'{}[\],]{0,80})):(?:\s+(.*))?$/;
const YAML_PART = /^\s*(?:$|#|- |-$|---|\.\.\.$)/;

/** Characters of which names without quotes consist, and those they begin with. */
const NAME_FIRST = setOf('./$@*<-_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ');
const ENDS_NAME = Uint8Array.from({ length: LAST_ASCII + 1 }, (_, code) =>
  Number(/[\s:#"'{}[\],]/.test(String.fromCharCode(code))),
);
const NAME_CHARS = 81;

/** Where the value begins, hyphens of a list in front left aside. */
function behindItems(text: string): number {
  let at = 0;
  for (;;) {
    while (text.charCodeAt(at) === BLANK) at += 1;
    if (text.charCodeAt(at) !== HYPHEN || text.charCodeAt(at + 1) !== BLANK) return at;
    at += 2;
  }
}

/** The colon behind a name without quotes that begins at `from`; negative for all that only the expression can tell. */
function plainColon(text: string, from: number): number {
  if (NAME_FIRST[text.charCodeAt(from)] !== 1) return -1;
  let at = from + 1;
  while (ENDS_NAME[text.charCodeAt(at)] === 0) at += 1;
  const next = text.charCodeAt(at + 1);
  const isColon = text.charCodeAt(at) === COLON && at - from <= NAME_CHARS;
  return isColon && (next === BLANK || next === TAB || at + 1 === text.length) ? at : -1;
}

const withoutComment = (text: string): string =>
  (text.includes('#') ? text.replace(/\s+#.*$/, '') : text).trim();
const withoutQuotes = (value: string): string =>
  isQuote(value.charCodeAt(0)) ? value.replace(/^(["'])(.*)\1$/, '$2') : value;

/** Lines of YAML. */
export const yaml: PairStyle = {
  name: 'YAML',
  isPart: (text) => YAML_PART.test(text) || YAML.test(text),
  pairsIn(text) {
    if (!text.includes(':')) return [];
    const from = behindItems(text);
    const colon = text.includes('\r') ? -1 : plainColon(text, from);
    if (colon > 0) {
      const whole = text.slice(colon + 1).trimStart();
      return [{ key: text.slice(from, colon), value: withoutQuotes(withoutComment(whole)) }];
    }
    const found = YAML.exec(text);
    if (found === null) return [];
    const key = found[1] ?? found[2] ?? found[3] ?? '';
    return [{ key, value: withoutQuotes(withoutComment(found[4] ?? '')) }];
  },
  makeHeads: yamlHeads,
};

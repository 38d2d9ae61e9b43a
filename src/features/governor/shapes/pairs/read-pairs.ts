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
const isQuote = (char: string | undefined): boolean => char === "'" || char === '"' || char === '`';
const BEFORE_KEY = '{[,(';
const AFTER_VALUE = /[,'"`{}[\]()]/g;

/** The name that ends in front of `colon`; undefined when there is none behind a bracket, a comma or the start. */
function keyBefore(text: string, colon: number): string | undefined {
  const isQuoted = isQuote(text[colon - 1]);
  const end = isQuoted ? colon - 1 : colon;
  let from = end;
  if (isQuoted) from = text.lastIndexOf(text[end] ?? '', end - 1) + 1;
  else while (from > 0 && isWordCode(text.charCodeAt(from - 1))) from -= 1;
  if (from >= end || end - from > KEY_CHARS) return undefined;
  let at = isQuoted ? from - 2 : from - 1;
  while (text[at] === ' ') at -= 1;
  return at < 0 || BEFORE_KEY.includes(text[at] ?? '') ? text.slice(from, end) : undefined;
}

/** Where the value behind a colon begins and ends, without its quotes. */
function valueBehind(text: string, colon: number): readonly [number, number] {
  let from = colon + 1;
  while (text[from] === ' ') from += 1;
  if (isQuote(text[from])) {
    const end = text.indexOf(text[from] ?? '', from + 1);
    return [from + 1, end < 0 ? text.length : end];
  }
  AFTER_VALUE.lastIndex = from;
  return [from, AFTER_VALUE.exec(text)?.index ?? text.length];
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

/** Lines of YAML. */
export const yaml: PairStyle = {
  name: 'YAML',
  isPart: (text) => YAML_PART.test(text) || YAML.test(text),
  pairsIn(text) {
    const found = text.includes(':') ? YAML.exec(text) : null;
    if (found === null) return [];
    const whole = found[4] ?? '';
    const value = (whole.includes('#') ? whole.replace(/\s+#.*$/, '') : whole).trim();
    const key = found[1] ?? found[2] ?? found[3] ?? '';
    return [{ key, value: isQuote(value[0]) ? value.replace(/^(["'])(.*)\1$/, '$2') : value }];
  },
  makeHeads: yamlHeads,
};

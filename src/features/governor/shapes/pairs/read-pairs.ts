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

/** In front of the name a bracket, a comma or the start of the line; values up to the next comma or bracket. */
const LITERAL =
  /(?<=^\s*|[{[,(]\s*)(?:'([^'\\\n]{1,60})'|"([^"\\\n]{1,60})"|([A-Za-z_$][\w$]{0,60}))\s*: +(?:'([^'\n]*)'|"([^"\n]*)"|`([^`\n]*)`|([^\s,'"`{}[\]()][^,'"`{}[\]()]*)?)/g;
const LITERAL_PART =
  /^\s*(?:[[\]{}(),]|(?:'[^']*'|"[^"]*"|[\w$]+)\s*(?:: |=> )|'|"|\w+(?:\(\d+\))? [[{]|\.\.\. \d+ more)/;
const MOST_PAIRS = 60;

/** Objects as Node and Python print them. */
export const literals: PairStyle = {
  name: 'objects',
  isPart: (text) => LITERAL_PART.test(text),
  pairsIn(text) {
    const pairs: Pair[] = [];
    for (const [, a, b, c, d, e, f, g] of text.matchAll(LITERAL)) {
      pairs.push({ key: a ?? b ?? c ?? '', value: (d ?? e ?? f ?? g ?? '').trim() });
      if (pairs.length >= MOST_PAIRS) break;
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
    const found = YAML.exec(text);
    if (found === null) return [];
    const value = (found[4] ?? '').replace(/\s+#.*$/, '').trim();
    const key = found[1] ?? found[2] ?? found[3] ?? '';
    return [{ key, value: value.replace(/^(["'])(.*)\1$/, '$2') }];
  },
  makeHeads: yamlHeads,
};

import { HINT } from './hints.ts';
import { quickLookAt } from './quick-look.ts';
import { FATAL, type Pattern, TROUBLE, WARNING } from './trouble-patterns.ts';

/** A count of nothing is good news: "0 errors", "no failures", "errors: 0", "error=nil", "without errors". */
const NOTHING = new RegExp(
  [
    String.raw`(?<![\w.,=:])(?:0|no|zero|without(?: any)?)(?: \w+)?\s+(?:errors?|fail\w*|warnings?|exceptions?)\b`,
    String.raw`\b(?:err|errors?|fail\w*|warnings?|exceptions?)["']?\s*(?:[:=]\s*(?:0|nil|null|none|undefined|false|\[\]|""|'')|\s0)(?=\s*(?:$|[,;|)\]}]|\w+[:=]|\w+ \d))`,
  ].join('|'),
  'gi',
);
/** A test that passed, whatever its name says. */
const BEGINS_PASSED = /^(?:\s*(?:[✓✔√]|ok \d|PASS\b|--- PASS)|test .*\.\.\. ok$|\s*\[\s*(?:OK|PASSED)\s*\])/;
const PASSED = /\bPASSED\b(?!.*\bFAILED\b)/;

export const isPassed = (text: string): boolean =>
  BEGINS_PASSED.test(text) || (text.includes('PASSED') && PASSED.test(text));

/** 3: fatal, 2: another error, 1: a warning. */
export type SignalLevel = 1 | 2 | 3;
export interface Signal {
  readonly level: SignalLevel;
  /** Where in the text the word stands, in UTF-16 units. */
  readonly at: number;
}

const blank = (match: string): string => ' '.repeat(match.length);

/** The first place where one of the patterns matches; undefined when none does. */
function placeOf(patterns: readonly Pattern[], text: string, hints: number): number | undefined {
  let first: number | undefined;
  for (const { hints: own, expression } of patterns) {
    if ((own & hints) === 0) continue;
    const at = expression.exec(text)?.index;
    if (at !== undefined && !(at >= (first ?? at + 1))) first = at;
  }
  return first;
}

function signalIn(text: string, hints: number): Signal | undefined {
  if (isPassed(text)) return undefined;
  const rest = (hints & (HINT.error | HINT.warning)) === 0 ? text : text.replace(NOTHING, blank);
  const trouble = placeOf(TROUBLE, rest, hints);
  if (trouble === undefined) {
    const warning = placeOf(WARNING, rest, hints);
    return warning === undefined ? undefined : { level: 1, at: warning };
  }
  const fatal = placeOf(FATAL, rest, hints);
  return fatal === undefined ? { level: 2, at: trouble } : { level: 3, at: fatal };
}

/** A longer text is looked at in parts, since expressions can take the square of its length; in UTF-16 units. */
const PART_CHARS = 2000;
const OVERLAP_CHARS = 100;

/**
 * The worst signal anywhere in a text, and the first of these; undefined when there is none.
 * @param hints what a quick look at it said
 */
export function findSignal(text: string, hints = quickLookAt(text)): Signal | undefined {
  if (text.length <= PART_CHARS) return signalIn(text, hints);
  let worst: Signal | undefined;
  for (let from = 0; from === 0 || from + OVERLAP_CHARS < text.length; from += PART_CHARS - OVERLAP_CHARS) {
    const found = signalIn(text.slice(from, from + PART_CHARS), hints);
    if (found === undefined || found.level <= (worst?.level ?? 0)) continue;
    worst = { level: found.level, at: from + found.at };
    if (worst.level === 3) break;
  }
  return worst;
}

/** 2: an error, 1: a warning, 0: neither. Only the start of a long line is looked at. */
export const signalOf = (line: string): 0 | 1 | 2 => {
  const level = findSignal(line.slice(0, PART_CHARS))?.level ?? 0;
  return level === 3 ? 2 : level;
};

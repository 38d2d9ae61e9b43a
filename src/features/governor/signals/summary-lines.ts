import { HINT } from './hints.ts';

/**
 * Lines by which tools sum up at their end: vitest, jest, mocha, node:test, TAP, pytest, unittest, go test, cargo test,
 * surefire, phpunit, rspec, dotnet test; tsc, eslint, biome, mypy, ruff, rustc; npm, pip, git, gradle, maven, bundlers.
 */
const BEGINS_SUMMARY = new RegExp(
  [
    String.raw`^\W*(?:tests?|test files|test suites|suites|snapshots|tests run|assertions|examples|failures?|errors?|warnings?|skipped|pass(?:ed)?|fail(?:ed)?|total)\b\s*[:=]?\s+\d`,
    String.raw`^\W*(?:in |found |ran |total(?: of)? )?\d[\d,.]* (?:\w+ ){0,2}(?:pass(?:ed|ing)?|fail(?:ed|ing|ures?)?|skipped|pending|tests?|examples|errors?|warnings?|problems?|issues?|vulnerabilit\w+|errored)\b`,
    String.raw`^test result: |^ok\s+\S+\s+[\d.(]|^FAIL\s+\S+\s+[\d.(\[]|^# (?:tests|pass|fail|suites|cancelled|skipped|todo) \d`,
    String.raw`^=+ .*\b(?:passed|failed|errors?|no tests ran)\b.* =+$|^Ran \d+ tests? in |^OK(?: \(|$)|^(?:Passed|Failed)!`,
    String.raw`^BUILD (?:SUCCESS|FAIL)|^(?:added|removed|changed|up to date|audited)\b.*\bin \d+m?s`,
    String.raw`^Success(?:fully|: )|^ \d+ files? changed|^Finished\b.*\bin |^\s*Finished .* target|^All checks passed|^All files pass`,
  ].join('|'),
  'i',
);

/** Behind the name of a tool; apart, since an expression for line starts alone does not look at the rest of a line. */
const SAYS_BUILT = /\bbuilt in [\d.]+ ?m?s\b|\bcompiled (?:successfully|with)\b/i;

const LONGEST = 300;

/**
 * True for a line that sums up a run.
 * @param hints what a quick look at it said
 */
export const isSummary = (text: string, hints: number): boolean =>
  (hints & HINT.summary) !== 0 &&
  text.length <= LONGEST &&
  (BEGINS_SUMMARY.test(text) || ((hints & HINT.built) !== 0 && SAYS_BUILT.test(text)));

const GOOD_NEWS = /^(?:ok\s|test result: ok\b)|^\s*Finished /;
/** True for a summary of one part of a run that says only that it went well. */
export const isGoodNews = (text: string): boolean => GOOD_NEWS.test(text);

import type { Passage } from '#storage/source.ts';
import { PassagePacker, packLines } from './packer.ts';
import { type NamedMark, namesTitle } from './title.ts';

const OUTPUT_AIM = 1000;
const OUTPUT_MAX = 2400;

/** Escape sequences of colours, which runners write around their marks. */
// Not a literal: the linter takes a control character in one for a mistake.
const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g');
/** Lines with which runners begin the report of a failure; the group is its name. */
const FAILURES: readonly RegExp[] = [
  /^\s*FAIL\s+(\S.*?)\s*$/, // vitest, jest, go's package
  /^\s*\xe2\x97\x8f (.+?)\s*$/, // jest (●)
  /^_{3,} (?:ERROR (?:at \w+ of|collecting) )?(\S.*?) _{3,}$/, // pytest
  /^\s*--- FAIL: (\S+)/, // go test
  /^---- (\S.*?) stdout ----$/, // cargo test
  /^thread '(.+?)' .*panicked at /, // Rust
  /^\s*not ok \d+\s*(?:- )?(.*)$/, // TAP
  /^\s*\d+\) (\S.*)$/, // mocha, rspec, phpunit
  /^(?:FAIL|ERROR): (\S.*)$/, // unittest
];
/** Lines that name a failure in a list or a summary. */
const NAMED_FAILURES: readonly RegExp[] = [
  /^\s*(?:\xc3\x97|\xe2\x9c\x95|\xe2\x9c\x97|\xe2\x9c\x98|\xe2\x9d\x8c) (.+?)(?:\s+\(?\d+ ?ms\)?)?$/, // × ✕ ✗ ✘ ❌
  /^(?:FAILED|ERROR) (\S+::.*?)(?: - .*)?$/,
  /^test (\S+) \.\.\. FAILED$/,
  /^\s*\xe2\x9d\xaf (\S+\.[cm]?[jt]sx?\b\S*)/, // ❯ file
];
/** Nothing of these is in most lines: looked for before the expressions are tried. */
const HINT = /FAIL|ERROR|panicked|not ok|^\s*\d+\)|^____|^---- |\xe2[\x97\x9c\x9d]|\xc3\x97/;

const nameOf = (patterns: readonly RegExp[], text: string): string | undefined => {
  for (const pattern of patterns) {
    const name = pattern.exec(text)?.[1];
    if (name !== undefined) return name;
  }
  return undefined;
};

/** The failing test or file that a line of a test runner's output names, and whether its report begins there. */
export function findFailure(line: string): { readonly name: string; readonly isReport: boolean } | undefined {
  if (!HINT.test(line)) return undefined;
  const text = line.includes('\u001b') ? line.replace(COLOUR, '') : line;
  const report = nameOf(FAILURES, text);
  if (report !== undefined) return { name: report, isReport: true };
  const name = nameOf(NAMED_FAILURES, text);
  return name === undefined ? undefined : { name, isReport: false };
}

/** Output of test runners by lines; where the report of a failure begins a passage does, the failing test as title. */
export function chunkTestOutput(bytes: Buffer): Generator<Passage> {
  const packer = new PassagePacker<NamedMark>(bytes, {
    aimBytes: OUTPUT_AIM,
    maxBytes: OUTPUT_MAX,
    title: namesTitle,
  });
  let wasFailure = false;
  let isAfterBlank = true;
  return packLines(bytes, packer, (line) => {
    const { text } = line;
    const { isBlank } = line;
    const failure = findFailure(text);
    const at = { byte: line.start, line: line.number };
    if (failure !== undefined) {
      packer.mark({ ...at, level: failure.isReport && !wasFailure ? -1 : 1, name: failure.name });
    } else if (!isBlank) {
      packer.mark({ ...at, level: isAfterBlank ? 1 : 2, name: '' });
    }
    wasFailure = failure !== undefined;
    isAfterBlank = isBlank;
  });
}

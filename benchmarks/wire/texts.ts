import type { Random } from './random.ts';
import type { Fact } from './task.ts';

/** One failing test of a made-up run. */
export interface Failure {
  readonly file: string;
  readonly name: string;
  readonly expected: number;
  readonly received: number;
  readonly line: number;
}

export const makeFailure = (random: Random): Failure => ({
  file: `src/${random.words(1)}/${random.identifier()}.test.js`,
  name: `${random.words(4)} keeps ${random.hex(6)}`,
  expected: random.int(9000, 1000),
  received: random.int(9000, 1000),
  line: random.int(400, 10),
});

/** What a model has to know of a failure to begin with it. */
export const failureFact = ({ name, expected, received, file, line }: Failure, id = 'failure'): Fact => ({
  id,
  texts: [name, String(expected), String(received), `${file}:${line}`],
});
export const FAILURE_KEYWORD = 'FAIL|✕|Expected|Received|test\\.js:[0-9]+:';

const failureLines = ({ file, name, expected, received, line }: Failure): readonly string[] => [
  `FAIL ${file}`,
  `  ✕ ${name} (31 ms)`,
  '',
  `  ● ${name}`,
  '',
  '    expect(received).toBe(expected)',
  '',
  `    Expected: ${expected}`,
  `    Received: ${received}`,
  '',
  `      at Object.<anonymous> (${file}:${line}:17)`,
  '',
];

/** The output of a test runner of about so many bytes, a failure somewhat behind its middle. */
export function testRun(random: Random, bytes: number, failure?: Failure): string {
  const lines: string[] = [];
  let size = 0;
  let passed = 0;
  let left = failure;
  const add = (line: string): void => {
    lines.push(line);
    size += Buffer.byteLength(line) + 1;
  };
  while (size < bytes) {
    add(`PASS src/${random.words(1)}/${random.identifier()}.test.js (${random.int(900, 4)} ms)`);
    for (let count = random.int(9, 3); count > 0; count -= 1) {
      passed += 1;
      add(`  ✓ ${random.words(random.int(9, 4))} #${passed} (${random.int(90, 1)} ms)`);
    }
    if (left !== undefined && size > bytes * 0.55) {
      lines.push(...failureLines(left));
      left = undefined;
    }
  }
  const failed = failure === undefined ? '' : '1 failed, ';
  const total = passed + (failure === undefined ? 0 : 1);
  return [
    ...lines,
    '',
    `Test Suites: ${failed}${random.int(300, 200)} passed`,
    `Tests:       ${failed}${passed} passed, ${total} total`,
    `Time:        ${random.int(90, 20)}.2 s`,
    '',
  ].join('\n');
}

/** The output of a build of about so many bytes, with one line in its middle. */
export function buildLog(random: Random, bytes: number, planted: string): string {
  const lines: string[] = [];
  let size = 0;
  let isPlanted = false;
  while (size < bytes) {
    const line =
      random.next() < 0.5
        ? `[${random.int(99)}%] Building CXX object ${random.words(1)}/CMakeFiles/${random.identifier()}.dir/${random.identifier()}.cc.o`
        : `  dist/assets/${random.identifier()}-${random.hex(8)}.js   ${random.int(900)}.${random.int(99, 10)} kB │ gzip: ${random.int(90)}.${random.int(99, 10)} kB`;
    lines.push(line);
    size += Buffer.byteLength(line) + 1;
    if (!isPlanted && size > bytes / 2) {
      isPlanted = true;
      lines.push(planted);
    }
  }
  return `${lines.join('\n')}\nBuilt in ${random.int(60, 20)} s\n`;
}

/** A line that stands for another one in a source file, by its number from 0. */
export interface Mark {
  readonly at: number;
  readonly text: string;
}

export function sourceFile(random: Random, lines: number, marks: readonly Mark[] = []): string {
  const lineAt = (at: number): string => {
    const mark = marks.find((each) => each.at === at);
    if (mark !== undefined) return mark.text;
    if (at % 9 === 0)
      return `export function ${random.identifier()}${at}(${random.words(1)}, ${random.words(1)}) {`;
    if (at % 9 === 8) return '}';
    return `  const ${random.identifier()} = ${random.words(1)}.${random.identifier()}(${random.int(99)}, '${random.words(3)}');`;
  };
  return `${Array.from({ length: lines }, (_, at) => lineAt(at)).join('\n')}\n`;
}

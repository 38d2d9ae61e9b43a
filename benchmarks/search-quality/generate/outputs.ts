import type { DocumentKind } from './document.ts';
import type { Random } from './random.ts';
import { identifier, noun, sentence, sourcePath, verb } from './words.ts';

const FIRST_SECOND = 1_770_768_000;
const two = (value: number): string => String(value).padStart(2, '0');
const clock = (random: Random): string =>
  `${two(random.below(24))}:${two(random.below(60))}:${two(random.below(60))}.${100 + random.below(900)}`;
const number = (random: Random): number => 10 + random.below(9_000);
const level = (random: Random): string => random.pick(['INFO', 'INFO', 'INFO', 'DEBUG', 'WARN', 'ERROR']);

const LOGS: readonly DocumentKind[] = [
  {
    name: 'gateway.log',
    records: 1_200,
    record: (random) =>
      `2026-02-11T${clock(random)}Z ${level(random)} ${noun(random)}-${noun(random)} [trace=${random.hex(16)}] ${sentence(random)} in ${number(random)} ms`,
  },
  {
    name: 'events.jsonl',
    records: 1_000,
    record: (random, index) =>
      JSON.stringify({
        time: (FIRST_SECOND + index * 37) * 1_000 + random.below(1_000),
        level: level(random).toLowerCase(),
        service: noun(random),
        msg: sentence(random),
        account: `${random.pick(['NL', 'DE', 'PT'])}-${two(random.below(40))}-${1_000 + random.below(9_000)}`,
        reqId: `req_${random.hex(12)}`,
      }),
  },
  {
    name: 'ci.log',
    records: 900,
    record: (random) =>
      random.below(12) === 0
        ? `##[group]Run ${noun(random)} ${identifier(random)}`
        : `${clock(random)} ${verb(random)} ${sourcePath(random, 'ts')} (${number(random)} bytes), ${sentence(random)}`,
  },
];

const TESTS: readonly DocumentKind[] = [
  {
    name: 'unit-tests.txt',
    records: 900,
    record: (random) =>
      ` ✓ ${sourcePath(random, 'test.ts')} > ${identifier(random)} > ${sentence(random)} ${random.below(900)}ms`,
  },
  {
    name: 'py-tests.txt',
    records: 600,
    record: (random) =>
      `tests/test_${noun(random)}.py::test_${identifier(random)} PASSED [${random.below(100)}%]`,
  },
  {
    name: 'build.txt',
    records: 600,
    record: (random) =>
      random.below(3) === 0
        ? `${sourcePath(random, 'ts')}(${number(random)},${random.below(80)}): error TS${7_000 + random.below(50)}: Parameter '${identifier(random)}' implicitly has an 'any' type.`
        : `[${random.below(600)}/600] CXX ${identifier(random)}.o -O2 -I${sourcePath(random, 'h')}`,
  },
  {
    name: 'crash.txt',
    records: 700,
    record: (random) =>
      `    at ${random.pick(['org.harbor', 'org.tide', 'net.quay'])}.${noun(random)}.${identifier(random)}(${identifier(random)}.java:${number(random)})`,
  },
];

const DATA: readonly DocumentKind[] = [
  {
    name: 'cluster.json',
    records: 300,
    head: '{\n  "items": [\n',
    separator: ',\n',
    tail: '\n  ]\n}\n',
    record: (random) =>
      `    {\n      "name": "${noun(random)}-${noun(random)}-${random.hex(6)}",\n      "phase": "${random.pick(['Running', 'Running', 'Pending', 'Succeeded'])}",\n      "restarts": ${random.below(9)},\n      "podIP": "10.${random.below(60)}.${random.below(250)}.${random.below(250)}"\n    }`,
  },
  {
    name: 'packages.json',
    records: 700,
    head: '[',
    separator: ',',
    tail: ']',
    record: (random) =>
      JSON.stringify({
        name: `${noun(random)}-${noun(random)}`,
        version: `${random.below(9)}.${random.below(30)}.${random.below(9)}`,
        licence: random.pick(['MIT', 'ISC', 'Apache-2.0']),
        advisory: sentence(random),
      }),
  },
  {
    name: 'bookings.csv',
    records: 1_000,
    head: 'booking,date,guest,ship,berths,price,state\n',
    record: (random) =>
      `BK-${10_000 + random.below(50_000)},2026-0${1 + random.below(9)}-${two(1 + random.below(28))},${random.pick(['Ana', 'Bo', 'Cleo', 'Dov', 'Ema', 'Finn'])} ${random.pick(['Adair', 'Brandt', 'Castell', 'Duarte', 'Eklund'])},${random.pick(['Aurora', 'Meridian', 'Petrel'])},${1 + random.below(4)},${number(random)}.${10 + random.below(89)},${random.pick(['open', 'paid', 'boarded'])}`,
  },
  {
    name: 'changes.diff',
    records: 500,
    record(random, index) {
      const path = sourcePath(random, 'ts');
      if (index % 12 === 0)
        return `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -${number(random)},7 +${number(random)},9 @@`;
      return `${random.pick([' ', ' ', '+', '-'])} const ${identifier(random)} = ${identifier(random)}(${number(random)});`;
    },
  },
  {
    name: 'settings.yml',
    records: 200,
    record: (random, index) =>
      `${noun(random)}_${index}:\n  ${noun(random)}_${noun(random)}: ${number(random)}\n  ${noun(random)}: ${verb(random)}`,
  },
];

/** What tools print: logs, test runs, compilers, traces, JSON pretty and in one line, CSV, a diff, settings. */
export const OUTPUT_DOCUMENTS: readonly DocumentKind[] = [...LOGS, ...TESTS, ...DATA];

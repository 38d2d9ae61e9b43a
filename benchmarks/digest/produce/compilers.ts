import { createRandom, type Random } from '../../search-quality/generate/random.ts';
import { errorFact, type Fact, fact, type Output } from '../corpus-case.ts';
import { C, colon, GO, JAVA, JS, type Language, PYFLAKES, PYLINT, PYTHON, RUST, TS } from './languages.ts';
import { pascal, planProject, snake } from './project.ts';
import { type Files, runTool, writeProject } from './run-tool.ts';

const MODULES = process.env.CORPUS_TOOLS ?? '/tmp/corpus-tools/node_modules';
const OURS = `${import.meta.dirname}/../../../node_modules`;

interface Run {
  readonly id: string;
  readonly language: Language;
  readonly command: string;
  readonly seed: number;
  /** Files, definitions in each, faults. */
  readonly size: readonly [number, number, number];
  readonly held?: boolean;
  readonly summary?: string;
}

const RUNS: readonly Run[] = [
  {
    id: 'clang-few',
    language: C,
    command: 'make -k CC=clang',
    seed: 131,
    size: [40, 4, 10],
    summary: 'Error 1',
  },
  {
    id: 'tsc-colour',
    language: { ...TS, place: colon },
    command: `node ${MODULES}/typescript/bin/tsc --pretty true`,
    seed: 132,
    size: [40, 4, 20],
    summary: 'Found ',
  },
  {
    id: 'javac-lint',
    language: JAVA,
    command: 'javac -Xmaxerrs 500 -Xlint:all -d out $(find src -name "*.java")',
    seed: 133,
    size: [60, 4, 50],
    summary: 'errors',
  },
  { id: 'vet-few', language: GO, command: 'go vet ./...', seed: 134, size: [60, 4, 50] },
  {
    id: 'pylint-few',
    language: PYLINT,
    command: 'pylint --disable=R shop',
    seed: 135,
    size: [20, 6, 8],
    summary: 'rated at',
  },
  {
    id: 'check-of-cargo',
    language: RUST,
    command: 'cargo check --offline',
    seed: 136,
    size: [40, 4, 30],
    summary: 'could not compile',
  },
  { id: 'gcc-make', language: C, command: 'make -k', seed: 31, size: [150, 4, 10], summary: 'Error 1' },
  {
    id: 'clang-make',
    language: C,
    command: 'make -k CC=clang',
    seed: 32,
    size: [160, 4, 11],
    held: true,
    summary: 'Error 1',
  },
  {
    id: 'tsc',
    language: TS,
    command: `node ${MODULES}/typescript/bin/tsc --pretty false`,
    seed: 33,
    size: [120, 4, 60],
  },
  {
    id: 'tsc-pretty',
    language: { ...TS, place: colon },
    command: `node ${MODULES}/typescript/bin/tsc --pretty true`,
    seed: 34,
    size: [120, 4, 25],
    held: true,
    summary: 'Found ',
  },
  {
    id: 'eslint',
    language: JS,
    command: `node ${MODULES}/eslint/bin/eslint.js src`,
    seed: 35,
    size: [80, 6, 24],
    summary: 'problems (',
  },
  {
    id: 'eslint-warnings',
    language: {
      ...JS,
      fine: (name) =>
        `export function ${name}(value) {\n  var next = value + '1';\n  console.log(next);\n  return next;\n}\n`,
    },
    command: `node ${MODULES}/eslint/bin/eslint.js src`,
    seed: 36,
    size: [40, 6, 4],
    held: true,
    summary: 'problems (',
  },
  {
    id: 'biome-lint',
    language: {
      ...JS,
      place: colon,
      faults: [
        {
          lines: ['export function twice_N(list) {', '  if (list == N) return 1;', '  return 2;', '}'],
          at: 1,
          says: 'noDoubleEquals',
        },
        {
          lines: ['export function loop_N(list) {', '  if (list = N) return 1;', '  return 2;', '}'],
          at: 1,
          says: 'noAssignInExpressions',
        },
      ],
    },
    command: `${OURS}/.bin/biome lint --max-diagnostics=100 src`,
    seed: 37,
    size: [60, 4, 12],
    summary: 'Found ',
  },
  {
    id: 'cargo-build',
    language: RUST,
    command: 'cargo build --offline',
    seed: 38,
    size: [60, 4, 11],
    summary: 'could not compile',
  },
  {
    id: 'cargo-check',
    language: RUST,
    command: 'cargo check --offline',
    seed: 39,
    size: [80, 4, 50],
    held: true,
    summary: 'could not compile',
  },
  {
    id: 'javac',
    language: JAVA,
    command: 'javac -d out $(find src -name "*.java")',
    seed: 40,
    size: [60, 4, 30],
    summary: 'errors',
  },
  {
    id: 'javac-more',
    language: JAVA,
    command: 'javac -Xmaxerrs 500 -Xlint:all -d out $(find src -name "*.java")',
    seed: 41,
    size: [120, 4, 110],
    held: true,
    summary: 'errors',
  },
  { id: 'go-build', language: GO, command: 'go build ./...', seed: 42, size: [100, 4, 80] },
  { id: 'go-vet', language: GO, command: 'go vet ./...', seed: 43, size: [130, 4, 120], held: true },
  {
    id: 'mypy',
    language: PYTHON,
    command: 'mypy --cache-dir=/dev/null --show-error-context --strict shop',
    seed: 44,
    size: [100, 4, 60],
    summary: 'Found ',
  },
  { id: 'flake8', language: PYFLAKES, command: 'flake8 shop', seed: 45, size: [100, 4, 60] },
  {
    id: 'pylint',
    language: PYLINT,
    command: 'pylint --disable=R shop',
    seed: 46,
    size: [40, 6, 9],
    held: true,
    summary: 'rated at',
  },
];

/** From so many faults on, only the errors' places have to be shown. */
const MANY = 12;
const MOST_PLACES = 15;

interface Planted {
  readonly files: Files;
  readonly facts: readonly Fact[];
}

function plant({ language, seed, size: [files, definitions, faults] }: Run): Planted {
  const random: Random = createRandom(seed);
  const plan = planProject({ seed, suites: files, tests: definitions, failures: 0 });
  const at = new Map(Array.from({ length: faults }, (_, i) => [Math.floor(((i + 0.5) * files) / faults), i]));
  const facts: Fact[] = [];
  const entries = plan.map(({ name, tests }, f): [string, string] => {
    const path = language.path(name);
    const parts = tests.map((test) => language.fine(snake(test.name)));
    const index = at.get(f);
    let text = (language.head ?? '') + parts.join('\n');
    if (index !== undefined) {
      const fault = language.faults[index % language.faults.length];
      if (fault === undefined) throw new Error('no fault');
      const number = `${100 + random.below(900)}${index}`;
      const fill = (words: string): string => words.replaceAll('N', number);
      const before = text.split('\n').length + 1;
      text += `\n${fault.lines.map(fill).join('\n')}\n`;
      const line = before + fault.at;
      const make = fault.isWarning === true ? fact : errorFact;
      if (fault.isWarning !== true || faults <= MANY) {
        facts.push(make(language.place(path, line)));
        if (faults <= MANY) facts.push(make(fill(fault.says)));
      }
    }
    const isJava = path.endsWith('.java');
    return [
      path,
      isJava
        ? `package shop;\n\nclass ${pascal(name)} {\n${text}}\n`
        : path.endsWith('.go')
          ? `package ${name}\n\n${text}`
          : text,
    ];
  });
  // What stands in front of the text in these languages.
  const shift = entries.some(([path]) => path.endsWith('.java'))
    ? 3
    : entries.some(([path]) => path.endsWith('.go'))
      ? 2
      : 0;
  const moved = facts.map(({ text, ...rest }) => ({
    ...rest,
    text: shift === 0 ? text : text.replace(/:(\d+)$/, (_, n) => `:${Number(n) + shift}`),
  }));
  return {
    files: { ...language.files?.(plan.map(({ name }) => name)), ...Object.fromEntries(entries) },
    facts: moved,
  };
}

function produce(run: Run): Output {
  const { files, facts } = plant(run);
  const folder = writeProject(run.id, files);
  const { text, exit } = runTool(folder, run.command);
  // A compiler that stops at an earlier stage does not get to the faults of a later one.
  const said = facts
    .filter(({ text: wanted }) => text.includes(wanted))
    .sort((a, b) => text.indexOf(a.text) - text.indexOf(b.text))
    .slice(0, run.size[2] <= MANY ? undefined : MOST_PLACES);
  const summary = run.summary === undefined ? [] : [errorFact(run.summary)];
  return { id: run.id, kind: 'compilers', exit, held: run.held ?? false, facts: [...said, ...summary], text };
}

/** Outputs of compilers and linters. */
export const compilers = (wanted: (id: string) => boolean): readonly (() => Output)[] =>
  RUNS.filter(({ id }) => wanted(id)).map((run) => () => produce(run));

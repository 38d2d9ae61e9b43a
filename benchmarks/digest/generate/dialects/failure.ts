import { errorFact, type Fact, type Output } from '../../corpus-case.ts';
import { pascal, planProject, snake } from '../../produce/project.ts';

/** A failure or a complaint as a tool may tell of it. */
interface Planned {
  readonly n: number;
  readonly suite: string;
  readonly name: string;
  readonly snake: string;
  readonly pascal: string;
  readonly expected: string;
  readonly got: string;
  readonly line: number;
}

/** How a tool prints its progress and its failures. */
export interface Tool {
  readonly id: string;
  readonly kind: string;
  readonly exit: number;
  readonly held: boolean;
  readonly seed: number;
  /** Suites, tests in each, failures. */
  readonly size: readonly [number, number, number];
  readonly start?: (all: readonly Planned[]) => string;
  readonly passed: (it: Planned) => string;
  readonly failed: (it: Planned) => string;
  /** What stands behind all of that; the failures, then how many there are in all. */
  readonly end: (failures: readonly Planned[], total: number) => string;
  readonly facts: (it: Planned) => readonly string[];
  /** The line that sums up. */
  readonly summary: (failures: number, total: number) => string;
  /** In front of every line. */
  readonly prefix?: (at: number) => string;
}

/** Facts of more failures than these are not asked for: their names only. */
const DETAILED = 10;
const NAMED = 15;
const FIRST_LINE = 11;
const LINES = 380;

function planOf({
  seed,
  size: [suites, tests, failures],
}: Tool): readonly (Planned & { readonly isFailure: boolean })[] {
  return planProject({ seed, suites, tests, failures }).flatMap((suite) =>
    suite.tests.map(({ name, end, expected, got }, at) => ({
      n: at,
      suite: suite.name,
      name,
      snake: snake(name),
      pascal: pascal(name),
      expected,
      got,
      line: FIRST_LINE + ((Number.parseInt(expected.replace(/\D/g, '') || '7', 10) + at * 13) % LINES),
      isFailure: end !== 'pass',
    })),
  );
}

/** What a tool prints, with the facts that a reader needs. */
export function outputOf(tool: Tool): Output {
  const all = planOf(tool);
  const failures = all.filter(({ isFailure }) => isFailure);
  const parts = [
    tool.start?.(all) ?? '',
    ...all.map((it) => (it.isFailure ? tool.failed(it) : tool.passed(it))),
    tool.end(failures, all.length),
  ].filter((part) => part !== '');
  const lines = parts.join('\n').split('\n');
  const text = tool.prefix === undefined ? lines : lines.map((line, at) => `${tool.prefix?.(at)}${line}`);
  const count = failures.length > DETAILED ? 1 : Number.POSITIVE_INFINITY;
  const facts: Fact[] = failures
    .slice(0, NAMED)
    .flatMap((it) => tool.facts(it).slice(0, count).map(errorFact));
  const { id, kind, exit, held } = tool;
  return {
    id,
    kind,
    exit,
    held,
    facts: [...facts, errorFact(tool.summary(failures.length, all.length))],
    text: `${text.join('\n')}\n`,
  };
}

const SECONDS = 60;
/** Time stamps as the log of a CI service has them. */
export const stamped = (at: number): string =>
  `2026-11-30T12:${String(Math.floor(at / 20 / SECONDS) % SECONDS).padStart(2, '0')}:${String(Math.floor(at / 20) % SECONDS).padStart(2, '0')}.${String((at * 7919) % 9_999_999).padStart(7, '0')}Z `;

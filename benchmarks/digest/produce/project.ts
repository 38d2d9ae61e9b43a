import { createRandom } from '../../search-quality/generate/random.ts';

/** What a planned test does: passes, or fails in one of these ways. */
type TestEnd = 'pass' | 'equal' | 'text' | 'throw' | 'object';

/** One test of a made-up project. */
export interface PlannedTest {
  /** Words, for example `rounds the late invoice`. */
  readonly name: string;
  readonly end: TestEnd;
  readonly expected: string;
  readonly got: string;
}

export interface PlannedSuite {
  /** One word, unique in its project. */
  readonly name: string;
  readonly tests: readonly PlannedTest[];
}

const NOUNS =
  'cart invoice order ledger coupon parcel voucher refund shipment account session budget quote tariff branch depot customer supplier receipt warehouse'.split(
    ' ',
  );
const VERBS =
  'rounds merges keeps rejects sorts splits counts renders stores loads converts checks locks expires renews archives exports groups trims links'.split(
    ' ',
  );
const ADJECTIVES =
  'late empty nested foreign partial broken-down hidden shared signed cached remote stale draft weekly yearly second urgent pending cold legacy'.split(
    ' ',
  );
const THINGS =
  'total row label price address period limit name tax date note region status currency weight code owner item token page'.split(
    ' ',
  );
const ENDS: readonly TestEnd[] = ['equal', 'text', 'throw', 'object'];

interface Plan {
  readonly seed: number;
  readonly suites: number;
  readonly tests: number;
  readonly failures: number;
}

/** A project of so many suites and tests, with so many failures scattered over it. The same seed gives the same one. */
export function planProject({ seed, suites, tests, failures }: Plan): readonly PlannedSuite[] {
  const random = createRandom(seed);
  const total = suites * tests;
  const failing = new Set<number>();
  while (failing.size < failures) failing.add(random.below(total));
  const order = [...failing];
  return Array.from({ length: suites }, (_, s) => ({
    name: `${NOUNS[s % NOUNS.length]}${s < NOUNS.length ? '' : Math.floor(s / NOUNS.length)}`,
    tests: Array.from({ length: tests }, (__, t) => {
      const at = order.indexOf(s * tests + t);
      const end = at < 0 ? 'pass' : (ENDS[at % ENDS.length] ?? 'equal');
      const name = `${random.pick(VERBS)} the ${random.pick(ADJECTIVES)} ${random.pick(THINGS)} no ${s * tests + t}`;
      const isNumber = end === 'equal' || end === 'pass' || end === 'object';
      const number = 1000 + random.below(8000);
      return {
        name,
        end,
        expected: isNumber ? `${number}` : `ready-${random.hex(5)}`,
        got: isNumber ? `${number + 1 + random.below(90)}` : `stale-${random.hex(5)}`,
      };
    }),
  }));
}

/** A name as languages without strings as names need it. */
export const snake = (name: string): string => name.replaceAll(/[^a-z\d]+/gi, '_');
export const pascal = (name: string): string =>
  snake(name)
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** 1-based number of the first line that holds `text`, at or below the first with `after`. @throws Error when none does */
export function lineOf(source: string, text: string, after = ''): number {
  const lines = source.split('\n');
  const from = lines.findIndex((line) => line.includes(after));
  const index = from < 0 ? -1 : lines.findIndex((line, at) => at >= from && line.includes(text));
  if (index < 0) throw new Error(`no line has: ${after} … ${text}`);
  return index + 1;
}

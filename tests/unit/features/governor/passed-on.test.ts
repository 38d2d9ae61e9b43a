import { expect, it } from 'vitest';
import { digestText } from '#features/governor/digest.ts';
import { prefixOf } from '#features/governor/signals/line-prefix.ts';

const BUDGET = 3_700;
const digestOf = (lines: readonly string[]): string =>
  digestText(`${lines.join('\n')}\n`, { maxBytes: BUDGET }).text;
const many = (count: number, print: (n: number) => string): readonly string[] =>
  Array.from({ length: count }, (_, n) => print(n));

const PREFIXES: readonly string[] = [
  '2026-11-30T12:00:00.123Z ',
  '2026-11-30 12:00:00,123 ',
  '[12:00:00] ',
  '[unit-tests] | ',
  'backend-1  | ',
  'web:test: ',
  'unit\trun tests\t2026-11-30T12:00:00.1234567Z ',
];

it.each(PREFIXES)('takes %j for no part of what a tool said, and keeps its indentation', (prefix) => {
  const find = prefixOf(many(20, (n) => `${prefix}  row ${n} is kept`));
  expect(find?.in(`${prefix}    deeper`)).toBe(prefix.length);
});

it.each(PREFIXES)('finds the same behind %j by its bytes, whatever stood in the line before', (prefix) => {
  const find = prefixOf(many(20, (n) => `${prefix}row ${n} is kept`));
  const lines = ['row 1 is kept', '   deeper', '| of a drawing', '', 'naïve', '- an item'].flatMap((rest) => [
    prefix + rest,
    prefix.replace(/\d/g, '7') + rest,
    rest,
    prefix.slice(1) + rest,
  ]);
  const ofBytes = lines.map((line) => {
    const bytes = Buffer.from(`before${line}behind`);
    return find?.of(line, { bytes, from: 6, to: bytes.length - 6 });
  });
  expect(ofBytes).toEqual(lines.map((line) => find?.in(line)));
});

it.each(['[ERROR] ', 'error: ', '[INFO] ', '  '])('leaves %j where it is', (start) => {
  expect(prefixOf(many(20, (n) => `${start}row ${n}`))).toBeUndefined();
});

it.each(PREFIXES)('shows values and places of failures behind %j, each line whole', (prefix) => {
  const failures = [21, 92, 143, 170];
  const lines = many(200, (n) =>
    failures.includes(n) ? `    ✕ keeps ${n} (2 ms)` : `    ✓ keeps ${n} (2 ms)`,
  );
  const details = failures.flatMap((n) =>
    `  ● cart › keeps ${n}\n\n    expect(received).toBe(expected)\n\n    Expected: "want-${n}"\n    Received: "got-${n}"\n\n      at Object.toBe (tests/cart.test.js:${n}:18)\n`.split(
      '\n',
    ),
  );
  const text = digestOf(
    [...lines, '', ...details, 'Tests: 4 failed, 196 passed'].map((line) => prefix + line),
  );
  for (const n of failures)
    for (const wanted of [`cart › keeps ${n}`, `Expected: "want-${n}"`, `"got-${n}"`, `cart.test.js:${n}:`])
      expect(text).toContain(wanted);
  expect(text).toContain(`${prefix}Tests: 4 failed`);
});

it('takes words with only a place below them for a complaint, and shows the first with their places', () => {
  const lines = many(80, (n) =>
    n % 2 === 0
      ? `Prefer the shorter form of name${n}\n  --> shop/cart${n}.py:${n + 1}:12\n   |\n${n + 1} |     return row\n   |\n`
      : `checked file ${n} of 80\n`,
  );
  const text = digestOf(lines.join('\n').split('\n'));
  for (let n = 0; n < 24; n += 2) expect(text).toContain(`shop/cart${n}.py:${n + 1}:12`);
});

it('shows the first line of the paragraph of an error when it says in which file', () => {
  const lines = many(
    60,
    (n) => `\nIn scripts/run${n}.sh line ${n + 3}:\nrm -rf $dir\n   ^-- SC2115 (error): this may expand to /`,
  );
  const text = digestOf(lines.join('\n').split('\n'));
  for (let n = 0; n < 15; n += 1) expect(text).toContain(`In scripts/run${n}.sh line ${n + 3}:`);
});

it('shows all lines that a test said above the line by which it failed', () => {
  const lines = many(200, (n) =>
    n % 60 === 17
      ? `=== RUN   TestRow/${n}\n    cart_test.go:${n}: row ${n}:\n         got: stale-${n}\n        want: ready-${n}\n    --- FAIL: TestRow/${n} (0.00s)`
      : `=== RUN   TestRow/${n}\n    --- PASS: TestRow/${n} (0.00s)`,
  );
  const text = digestOf(lines.join('\n').split('\n'));
  for (const n of [17, 77, 137, 197])
    for (const word of ['stale', 'ready']) expect(text).toContain(`${word}-${n}`);
});

it('goes on below an error in a box', () => {
  const lines = many(300, (n) => `aws_instance.row_${n}: Refreshing state... [id=i-${n}]`);
  const box = many(
    6,
    (n) =>
      `╷\n│ Error: no such resource\n│ \n│   on modules/m${n}/main.tf line ${n + 40}, in resource "x":\n│ \n╵`,
  );
  const text = digestOf([...lines, ...box, ...lines].join('\n').split('\n'));
  for (let n = 0; n < 6; n += 1) expect(text).toContain(`modules/m${n}/main.tf line ${n + 40}`);
});

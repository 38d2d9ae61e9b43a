import { describe, expect, it } from 'vitest';
import { digestOf, MAX_BYTES, seeded, shapeName } from './seeded.ts';

function sales(delimiter: string, end = '\n'): string {
  const { int, pick, words } = seeded(12);
  const rows = Array.from({ length: 1_500 }, (_, i) => [
    String(i + 1),
    `2026-0${int(7, 1)}-${int(29, 10)}`,
    pick(['north', 'south', 'east', 'west']),
    (int(90_000, 500) / 100).toFixed(2),
    pick(['paid', 'paid', 'open']),
    `"${words(1)}${delimiter} ${words(1)}"`,
  ]);
  const set = (row: number, column: number, value: string): void => {
    (rows[row] as string[])[column] = value;
  };
  set(700, 3, '9999999.99');
  set(800, 2, '');
  set(900, 4, 'chargeback');
  set(1_100, 3, 'abc');
  set(1_200, 5, '"two\nlines"');
  rows[1_000] = ['1001', '2026-03-12', 'west'];
  return [['id', 'date', 'region', 'amount', 'status', 'note'], ...rows]
    .map((row) => row.join(delimiter))
    .join(end);
}

describe.each([
  ['commas', ','],
  ['tabs', '\t'],
  ['semicolons', ';'],
])('a table with %s', (_, delimiter) => {
  it.each(['\n', '\r\n'])('tells rows, columns and the rows that differ', (end) => {
    const text = sales(delimiter, end);
    const digest = digestOf(text);
    expect(shapeName(text)).toBe('delimited');
    expect(Buffer.byteLength(digest)).toBeLessThanOrEqual(MAX_BYTES);
    for (const fact of [
      '1,500 rows',
      '6 columns',
      '9999999.99',
      'chargeback',
      'region empty',
      'amount a text',
      '3 fields',
    ])
      expect(digest).toContain(fact);
    expect(digest).toContain(['1001', '2026-03-12', 'west'].join(delimiter));
    expect(digest).toContain(`${delimiter}abc${delimiter}`);
    expect(digest).toMatch(/region (?:\w+ ×\d+, ){3}\w+ ×\d+/);
  });
});

const padded = (rows: readonly (readonly string[])[]): string => {
  const widths = rows[0]?.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd((widths[i] ?? 0) + 3))
        .join('')
        .trimEnd(),
    )
    .join('\n');
};

it('shows the pods that do not run', () => {
  const { hex, int } = seeded(3);
  const rows = Array.from({ length: 150 }, (_, i) => [
    `api-${hex(9)}-x${i}`,
    '1/1',
    'Running',
    '0',
    `${int(30, 1)}d`,
  ]);
  rows[77] = ['api-bad-x77', '0/1', 'CrashLoopBackOff', '41 (3m ago)', '18d'];
  rows[90] = ['api-slow-x90', '0/1', 'Pending', '0', '5s'];
  const text = padded([['NAME', 'READY', 'STATUS', 'RESTARTS', 'AGE'], ...rows]);
  expect(shapeName(text)).toBe('aligned');
  const digest = digestOf(text);
  expect(digest).toMatch(/^api-bad-x77 .*CrashLoopBackOff +41/m);
  expect(digest).toMatch(/^api-slow-x90 .*Pending/m);
  expect(digest).toContain('Running ×148');
});

it('shows the container that has ended, where some cells are empty', () => {
  const { hex, int } = seeded(8);
  const rows = Array.from({ length: 60 }, (_, i) => [
    hex(12),
    `reg/app:1.${i % 4}`,
    '"node server.js"',
    `${int(40, 2)} hours ago`,
    `Up ${int(40, 2)} hours`,
    i % 3 === 0 ? '' : `0.0.0.0:${8000 + i}->80/tcp`,
    `svc_${i}`,
  ]);
  rows[33] = [
    hex(12),
    'reg/app:1.1',
    '"node server.js"',
    '4 days ago',
    'Exited (137) 2 minutes ago',
    '',
    'svc_33',
  ];
  const text = padded([['CONTAINER ID', 'IMAGE', 'COMMAND', 'CREATED', 'STATUS', 'PORTS', 'NAMES'], ...rows]);
  expect(shapeName(text)).toBe('aligned');
  expect(digestOf(text)).toMatch(/Exited \(137\) 2 minutes ago +svc_33/);
});

it('reads tables of database clients, and what stands below them', () => {
  const rows = Array.from(
    { length: 300 },
    (_, i) => ` ${String(i).padStart(3)} | cart     | ${i === 123 ? 'failed' : 'ok'}`,
  );
  const text = [' id  |   name   | state ', '-----+----------+-------', ...rows, '(300 rows)', ''].join('\n');
  const digest = digestOf(text);
  expect(shapeName(text)).toBe('aligned');
  for (const fact of ['123 | cart     | failed', '(300 rows)', 'state ok ×299', '300 rows'])
    expect(digest).toContain(fact);
  expect(shapeName(text.replaceAll(' | ', ' │ ').replaceAll('+', '┼').replaceAll('-', '─'))).toBe('aligned');
});

it('reads processes, whose columns touch each other', () => {
  const head = 'USER       PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND';
  const rows = Array.from({ length: 120 }, (_, i) => {
    const [cpu, stat] = i === 70 ? ['97.3', 'R'] : ['0.0', 'S'];
    return `root     ${String(1000 + i).padStart(7)}  ${cpu}  0.1 ${String(12345678 * ((i % 3) + 1)).padStart(8)} ${String(i * 900).padStart(6)} ?        ${stat}    10:00   0:00 worker --slot ${i}`;
  });
  const text = [head, ...rows].join('\n');
  expect(shapeName(text)).toBe('aligned');
  expect(digestOf(text)).toMatch(/97\.3 .* worker --slot 70$/m);
});

it('does not hide an error between the rows', () => {
  const rows = Array.from({ length: 200 }, (_, i) => [`app-${i}`, '1/1', 'Running']);
  const text = `${padded([['NAME', 'READY', 'STATUS'], ...rows])}\nError from server: connection lost\n`;
  expect(digestOf(text)).toContain('Error from server: connection lost');
  const csv = `${sales(',')}\nERROR: connection to server lost at row 1501\n`;
  expect(digestOf(csv)).toContain('ERROR: connection to server lost at row 1501');
});

it('shows each of several errors between rows, and a text that tells of one', () => {
  const rows = sales(',').split('\n');
  rows[300] = '300,2026-03-12,west,12.50,paid,"refused: card 4021 not found"';
  expect(digestOf(rows.join('\n'))).toContain('card 4021 not found');
  for (let i = 0; i < 6; i += 1) rows.splice(400 + i * 90, 0, `ERROR: partition p${i}0x failed to load`);
  const digest = digestOf(rows.join('\n'));
  expect(digest).toContain('card 4021 not found');
  for (let i = 0; i < 6; i += 1) expect(digest).toContain(`partition p${i}0x failed`);
});

it.each([
  [
    'prose with commas',
    'First, we look, then, after a while, we see, as one does.\nNo, not so, he said.\n'.repeat(90),
  ],
  ['code', 'const a = f(b, c);\nif (a) {\n  return [1, 2, 3];\n}\nlog(a, b);\n'.repeat(60)],
  ['a stat of changes', Array.from({ length: 200 }, (_, i) => ` src/file-${i}.ts | ${i} +++--`).join('\n')],
  [
    'log lines',
    Array.from({ length: 200 }, (_, i) => `2026-01-02 10:00:00 INFO started worker ${i}`).join('\n'),
  ],
  [
    'a listing',
    Array.from(
      { length: 200 },
      (_, i) => `-rw-r--r-- 1 root root ${1000 + i} Jan  2 10:00 file-${i}.ts`,
    ).join('\n'),
  ],
])('is not taken for %s', (_, text) => {
  expect(['delimited', 'aligned']).not.toContain(shapeName(text));
});

it.each([
  ['quotes that never close', `a,b,c\n${'1,2,3\n'.repeat(20)}1,"${'x,\n'.repeat(9_000)}`],
  ['a thousand columns', `${Array.from({ length: 1_000 }, (_, i) => `c${i}`).join(',')}\n`.repeat(40)],
  ['empty lines', `a,b,c\n${'1,2,3\n\n\n'.repeat(2_000)}`],
  ['only delimiters', `${',,,\n'.repeat(4_000)}`],
  ['a huge line', `a,b,c\n${'1,2,3\n'.repeat(20)}${'9,'.repeat(400_000)}\n`],
])('stays in its budget: %s', (_, text) => {
  expect(Buffer.byteLength(digestOf(text))).toBeLessThanOrEqual(MAX_BYTES);
});

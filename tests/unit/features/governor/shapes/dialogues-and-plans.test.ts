import { describe, expect, it } from 'vitest';
import { digestOf, MAX_BYTES, seeded, shapeName } from './seeded.ts';

const exchange = (path: string, status: string, headers: readonly string[] = []): readonly string[] => [
  `> GET ${path} HTTP/1.1`,
  '> Host: a.example',
  '> Accept: */*',
  '>',
  `< HTTP/1.1 ${status}`,
  ...headers.map((header) => `< ${header}`),
  '<',
];

describe('exchanges over HTTP', () => {
  const body = Array.from({ length: 300 }, (_, i) => `line ${i} of a page about nothing`);

  it.each(['\n', '\r\n'])('shows requests, statuses, redirects and the start of the body', (end) => {
    const text = [
      '* Connected to a.example (10.0.0.1) port 443',
      ...exchange('/old', '302 Found', ['location: https://a.example/new']),
      ...exchange('/new', '503 Service Unavailable', ['retry-after: 120']),
      ...body,
    ].join(end);
    const digest = digestOf(text);
    expect(shapeName(text)).toBe('http');
    for (const fact of [
      'GET /old → 302',
      'GET /new → 503',
      'location: https://a.example/new',
      'retry-after: 120',
      'line 0 of',
    ])
      expect(digest).toContain(fact);
  });

  it('shows the one that failed among many', () => {
    const all = Array.from({ length: 150 }, (_, i) =>
      exchange(`/orders/${i}`, i === 97 ? '409 Conflict' : '200 OK'),
    ).flat();
    const digest = digestOf(all.join('\n'));
    for (const fact of ['> GET /orders/97 HTTP/1.1', '409 Conflict', '200 ×149'])
      expect(digest).toContain(fact);
  });

  it('shows how it went above a body of JSON', () => {
    const records = Array.from({ length: 300 }, (_, i) => ({ id: i, state: i === 77 ? 'stuck' : 'ok' }));
    const text = [...exchange('/api', '200 OK', ['x-ratelimit-remaining: 3']), JSON.stringify(records)].join(
      '\n',
    );
    const digest = digestOf(text);
    for (const fact of ['HTTP/1.1 200 OK', 'x-ratelimit-remaining: 3', '"id":77,"state":"stuck"'])
      expect(digest).toContain(fact);
  });
});

it('tells what a plan of terraform destroys and replaces', () => {
  const { words } = seeded(1);
  const blocks = Array.from({ length: 120 }, (_, i) => {
    const action =
      i === 41
        ? 'will be destroyed'
        : i === 20
          ? 'must be replaced'
          : i === 60
            ? 'will be updated in-place'
            : 'will be created';
    const change =
      i === 20
        ? '~ ami = "ami-1" -> "ami-2" # forces replacement'
        : i === 60
          ? '~ size = "t3.small" -> "t3.large"'
          : `+ name = "${words(2)}"`;
    return `  # aws_thing.r${i} ${action}\n  + resource "aws_thing" "r${i}" {\n      ${change}\n      + id = (known after apply)\n    }\n`;
  });
  const text = `Terraform will perform the following actions:\n\n${blocks.join('\n')}\nPlan: 118 to add, 1 to change, 2 to destroy.\n`;
  const digest = digestOf(text);
  expect(shapeName(text)).toBe('terraform');
  for (const fact of [
    'Plan: 118 to add, 1 to change, 2 to destroy.',
    '# aws_thing.r41 will be destroyed',
    '# aws_thing.r20 must be replaced',
    'forces replacement',
    'updated in-place: aws_thing.r60',
    'created ×117',
  ])
    expect(digest).toContain(fact);
});

it('tells the slowest nodes of a query plan', () => {
  const nodes = Array.from(
    { length: 90 },
    (_, i) =>
      `${' '.repeat(2 * (i % 8))}->  Index Scan using ix_${i} on t_${i}  (cost=0.43..8.45 rows=1 width=8) (actual time=0.010..0.020 rows=1 loops=1)`,
  );
  nodes.splice(
    50,
    0,
    '->  Seq Scan on big_orders  (cost=0.00..9999.00 rows=1 width=8) (actual time=0.1..4321.5 rows=3 loops=1)',
    '      Rows Removed by Filter: 9999997',
  );
  const text = [
    ' QUERY PLAN',
    '------------',
    ...nodes,
    'Planning Time: 1.2 ms',
    'Execution Time: 4400.1 ms',
  ].join('\n');
  expect(shapeName(text)).toBe('explain');
  for (const fact of [
    'Seq Scan on big_orders',
    '4321.5',
    'Rows Removed by Filter: 9999997',
    'Execution Time: 4400.1 ms',
  ])
    expect(digestOf(text)).toContain(fact);
});

it('tells kinds and names of manifests, and values that differ', () => {
  const text = Array.from(
    { length: 60 },
    (_, i) =>
      `---\napiVersion: apps/v1\nkind: ${i % 4 === 0 ? 'Service' : 'Deployment'}\nmetadata:\n  name: app-${i}\nspec:\n  replicas: ${i === 22 ? 9 : 2}\n  template:\n    image: reg/app:${i === 31 ? 'latest' : '1.4.2'}\n`,
  ).join('');
  const digest = digestOf(text);
  expect(shapeName(text)).toBe('manifests');
  for (const fact of ['60 documents', 'Service ×15', 'app-59', 'replicas: 9', 'image: reg/app:latest'])
    expect(digest).toContain(fact);
});

it('tells what failed in events of go test', () => {
  const events = Array.from({ length: 400 }, (_, i) => {
    const Test = `TestNo${i}`;
    const at = { Time: '2026-01-02T10:00:00Z', Package: 'a.example/pay', Test };
    const isBad = i === 210;
    return [
      { ...at, Action: 'run' },
      { ...at, Action: 'output', Output: `=== RUN   ${Test}\n` },
      ...(isBad ? [{ ...at, Action: 'output', Output: '    pay_test.go:38: got 4300, want 4241\n' }] : []),
      { ...at, Action: isBad ? 'fail' : 'pass', Elapsed: 0 },
    ];
  }).flat();
  const text = events.map((event) => JSON.stringify(event)).join('\n');
  const digest = digestOf(text);
  expect(shapeName(text)).toBe('go-events');
  for (const fact of ['TestNo210', 'pay_test.go:38: got 4300, want 4241', 'pass ×399', 'fail ×1'])
    expect(digest).toContain(fact);
});

it.each([
  ['requests without end', '> GET / HTTP/1.1\n< HTTP/1.1 500 no\n'.repeat(30_000)],
  ['plans without end', `Terraform will perform\n${'  # a.b will be destroyed\n'.repeat(20_000)}`],
  ['nodes that do not end', `${'->  Seq Scan on t  (cost=0.00..9.00 rows=1 width=8)\n'.repeat(20_000)}`],
  ['manifests', `apiVersion: v1\nkind: A\nmetadata:\n${'---\nkind: A\n'.repeat(20_000)}`],
])('stays in its budget: %s', (_, text) => {
  expect(Buffer.byteLength(digestOf(text))).toBeLessThanOrEqual(MAX_BYTES);
});

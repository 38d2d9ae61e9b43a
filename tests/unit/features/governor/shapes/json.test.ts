import { describe, expect, it } from 'vitest';
import { digestOf, MAX_BYTES, seeded, shapeName } from './seeded.ts';

type Json = { [key: string]: unknown };

function users(seed: number, count: number): Json[] {
  const { words, pick } = seeded(seed);
  const all: Json[] = Array.from({ length: count }, (_, id) => ({
    id,
    name: words(2),
    email: `${words(1)}${id}@example.org`,
    plan: pick(['free', 'pro']),
    note: words(14),
  }));
  all[Math.floor(count * 0.7)] = {
    id: 777_777,
    name: 'Zelda Quux',
    email: 'zelda@example.org',
    plan: 'pro',
    account: 'acct-93af02',
    note: 'hidden',
  };
  Object.assign(all[Math.floor(count * 0.5)] as Json, { plan: 'legacy-gold' });
  Object.assign(all[Math.floor(count * 0.4)] as Json, { email: null });
  return all;
}

const forms: readonly (readonly [string, (all: unknown[]) => string])[] = [
  ['on one line', (all) => JSON.stringify(all)],
  ['pretty', (all) => JSON.stringify(all, null, 2)],
  ['pretty with CRLF', (all) => JSON.stringify(all, null, 2).replaceAll('\n', '\r\n')],
  ['below the top', (all) => JSON.stringify({ data: { items: all }, next: '/users?page=2' })],
  ['one to a line', (all) => all.map((each) => JSON.stringify(each)).join('\n')],
  ['between other lines', (all) => `npm warn old lockfile\n> users\n${JSON.stringify(all)}\nDone in 1.2s.\n`],
  ['as several pretty documents', (all) => all.map((each) => JSON.stringify(each, null, 2)).join('\n')],
];

describe.each(forms)('records %s', (_, print) => {
  it.each([100, 3_000])('shows those that differ, the counts and the ranges of %i', (count) => {
    const text = print(users(count, count));
    const digest = digestOf(text);
    expect(shapeName(text)).toBe('json');
    expect(Buffer.byteLength(digest)).toBeLessThanOrEqual(MAX_BYTES);
    for (const fact of ['acct-93af02', 'Zelda Quux', 'legacy-gold', '777777', 'plan '])
      expect(digest).toContain(fact);
    expect(digest).toMatch(/"email": ?null/);
    expect(digest).toContain(count.toLocaleString('en'));
  });
});

it('says what an object holds, and shows the text around it', () => {
  const text = `HTTP/1.1 200 OK\nx-ratelimit-remaining: 58\n\n${JSON.stringify({ total: 431, next: '/p?page=2', items: users(3, 60) })}`;
  const digest = digestOf(text);
  for (const fact of ['total: 431', 'next: /p?page=2', 'list of 60 objects', 'x-ratelimit-remaining: 58'])
    expect(digest).toContain(fact);
});

it('shows what differs deep in a big record, and which record it is in', () => {
  const { hex } = seeded(5);
  const items = Array.from({ length: 90 }, (_, i) => ({
    kind: 'Pod',
    metadata: { name: `api-${i}`, labels: { app: 'api', hash: hex(8), more: hex(200) } },
    spec: { containers: [{ image: 'reg/api:1.2.3', args: Array.from({ length: 9 }, () => hex(20)) }] },
    status: { phase: 'Running', containers: [{ ready: true, restarts: 0, state: { running: {} } }] },
  }));
  Object.assign(items[47]?.status.containers[0] as Json, {
    ready: false,
    restarts: 57,
    state: { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 5m0s' } },
  });
  for (const indent of [undefined, 4]) {
    const digest = digestOf(JSON.stringify({ kind: 'List', items }, null, indent));
    for (const fact of ['CrashLoopBackOff', 'back-off 5m0s', 'items[47]', 'api-47', '57'])
      expect(digest).toContain(fact);
  }
});

it('shows failures in reports', () => {
  const { words } = seeded(9);
  const testResults = Array.from({ length: 30 }, (_, i) => ({
    name: `/t/${i}.test.js`,
    status: 'passed',
    assertionResults: Array.from({ length: 12 }, (_x, k) => ({
      fullName: `${words(3)} ${k}`,
      status: 'passed',
      failureMessages: [] as string[],
    })),
  }));
  const failing = testResults[17];
  Object.assign(failing as Json, { status: 'failed' });
  Object.assign(failing?.assertionResults[4] as Json, {
    status: 'failed',
    failureMessages: ['Expected: 17\nReceived: 18\n at pay.test.js:33:7'],
  });
  const digest = digestOf(JSON.stringify({ numFailedTests: 1, success: false, testResults }));
  for (const fact of ['Received: 18', 'pay.test.js:33:7', '/t/17.test.js', 'numFailedTests: 1'])
    expect(digest).toContain(fact);
});

it('takes an object of many members as a table', () => {
  const members = Array.from({ length: 60 }, (_, i) => [
    `pkg-${i}`,
    {
      severity: i === 22 ? 'critical' : 'low',
      via: [{ title: i === 22 ? 'Prototype pollution' : 'Old' }],
      range: '<1.2',
    },
  ]);
  const digest = digestOf(
    JSON.stringify({ version: 2, vulnerabilities: Object.fromEntries(members) }, null, 2),
  );
  for (const fact of ['pkg-22', 'critical', 'Prototype pollution', 'object of 60 objects'])
    expect(digest).toContain(fact);
});

it('keeps each note on one line, whatever the values hold', () => {
  const records = Array.from({ length: 200 }, (_, i) => ({ id: i, text: i === 7 ? 'a\n\nb]' : 'c\nd' }));
  const lines = digestOf(JSON.stringify(records)).split('\n');
  expect(lines.filter((line) => line.startsWith('['))).toHaveLength(lines.length);
});

it('names big records that it cannot show', () => {
  const { words } = seeded(4);
  const issues = Array.from({ length: 20 }, (_, i) => ({
    number: 4000 + i,
    title: `Title ${i} ${words(3)}`,
    body: words(300),
  }));
  const digest = digestOf(JSON.stringify(issues));
  for (const { number, title } of issues) expect(digest).toContain(`"number":${number},"title":"${title}"`);
});

it('keeps the errors of a log, and the signs of trouble stay on', () => {
  const { words } = seeded(6);
  const lines = Array.from({ length: 3_000 }, (_, i) =>
    JSON.stringify(
      i === 1_900
        ? { level: 'error', time: 1_700_000_000 + i, msg: 'provider timed out', code: 'ETIMEDOUT' }
        : { level: 'info', time: 1_700_000_000 + i, msg: words(5) },
    ),
  );
  const digest = digestOf(lines.join('\n'));
  for (const fact of ['provider timed out', 'ETIMEDOUT', '3,000 documents']) expect(digest).toContain(fact);
});

it('reads what is whole of a text that is cut off', () => {
  const text = JSON.stringify(users(8, 2_000)).slice(0, -50_000);
  const digest = digestOf(text);
  expect(digest).toContain('cut off at its end');
  expect(digest).toContain('acct-93af02');
});

it.each([
  [
    'a log whose lines begin with brackets',
    Array.from({ length: 200 }, (_, i) => `[2026-01-02 10:00:${i}] {worker} started`).join('\n'),
  ],
  ['code', 'const a = {\n  "b": 1,\n};\nfunction f() {\n  return [1, 2];\n}\n'.repeat(100)],
  ['prose with an example', `${'Some words about it.\n'.repeat(300)}{"a": 1}\n`],
])('is not taken for %s', (_, text) => {
  expect(shapeName(text)).not.toBe('json');
});

it('does not hide an error in lines that follow JSON', () => {
  const text = `${JSON.stringify(users(2, 80))}\n${'working\n'.repeat(900)}Error: lost the database\n${'working\n'.repeat(900)}`;
  expect(digestOf(text)).toContain('Error: lost the database');
});

it('shows errors among other lines, and texts of records that tell of one', () => {
  const records = users(5, 400);
  Object.assign(records[222] as Json, { note: 'Back-off: could not pull image zed:9' });
  const noise = Array.from({ length: 30 }, (_, i) => `step ${i}`);
  noise[15] = 'npm ERR! code E401 at registry-7';
  const digest = digestOf([...noise, JSON.stringify(records), ...noise].join('\n'));
  for (const fact of ['npm ERR! code E401 at registry-7', 'could not pull image zed:9'])
    expect(digest).toContain(fact);
});

describe('texts that are no good JSON', () => {
  it.each([
    ['deep', '['.repeat(200_000)],
    ['deep objects', '{"a":'.repeat(100_000)],
    ['an unclosed text', `[{"a":"${'x'.repeat(300_000)}`],
    ['one long text', JSON.stringify([{ a: 'x'.repeat(3_000_000), b: 'y' }])],
    ['faults', `[{"a":1},${'{"a":},\n'.repeat(3_000)}]`],
    ['only line feeds', '\n'.repeat(100_000)],
    ['commas', `[${','.repeat(50_000)}]`],
    ['binary', Buffer.from(Array.from({ length: 60_000 }, (_, i) => (i * 7919) % 256)).toString('latin1')],
    ['many keys', `{${Array.from({ length: 30_000 }, (_, i) => `"k${i}":{"x${i}":${i}}`).join(',')}}`],
    ['lone surrogates', `[${Array.from({ length: 3_000 }, () => '{"a":"\\ud800","😀":"é"}').join(',')}]`],
  ])('stays in its budget: %s', (_, text) => {
    expect(Buffer.byteLength(digestOf(text))).toBeLessThanOrEqual(MAX_BYTES);
  });
});

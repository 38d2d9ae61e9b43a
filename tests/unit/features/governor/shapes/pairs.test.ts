import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { digestOf, MAX_BYTES, seeded, shapeName } from './seeded.ts';

const COUNT = 300;
const ODD = [40, 120, 200, 260] as const;

const records = (seed: number) => {
  const { words, int } = seeded(seed);
  return Array.from({ length: COUNT }, (_, n) => ({
    id: n + 1000,
    name: words(2),
    state: n === ODD[0] ? 'on hold' : 'sent',
    sum: n === ODD[1] ? -99.5 : int(5_000) / 100,
    address: { zip: 10_000 + int(80_000), country: n === ODD[2] ? 'ZZ' : 'DE' },
    ...(n === ODD[3] ? { remark: 'by hand' } : {}),
  }));
};
const WHOLE = { depth: 9, maxArrayLength: null };
const python = (each: object): string =>
  JSON.stringify(each)
    .replaceAll('"', "'")
    .replace(/([:,])(?=\S)/g, '$1 ');
const yaml = (each: ReturnType<typeof records>[number]): string =>
  [
    `- id: ${each.id}`,
    `  name: "${each.name}"`,
    `  state: ${each.state}`,
    `  sum: ${each.sum}`,
    '  address:',
    `    zip: ${each.address.zip}`,
    `    country: ${each.address.country}`,
    ...('remark' in each ? [`  remark: ${each.remark}`] : []),
  ].join('\n');

it.each([
  ['a list of Node', (all: ReturnType<typeof records>) => inspect(all, WHOLE)],
  [
    'an object of Node to a line',
    (all: ReturnType<typeof records>) => all.map((each) => inspect(each)).join('\n'),
  ],
  [
    'a map of Node',
    (all: ReturnType<typeof records>) => inspect(new Map(all.map((each) => [each.id, each])), WHOLE),
  ],
  ['a dictionary of Python to a line', (all: ReturnType<typeof records>) => all.map(python).join('\n')],
  ['a list of YAML', (all: ReturnType<typeof records>) => all.map(yaml).join('\n')],
])('shows the few records that are unlike the others, and which they are: %s', (_, print) => {
  const text = `${print(records(5))}\n`;
  expect(shapeName(text)).toBe('pairs');
  const digest = digestOf(text);
  for (const value of ['on hold', '-99.5', 'ZZ', 'by hand']) expect(digest).toContain(value);
  for (const at of ODD) expect(digest).toMatch(new RegExp(`\\b${1000 + at}\\b`));
  expect(Buffer.byteLength(digest)).toBeLessThanOrEqual(MAX_BYTES);
});

it('shows the one service of a composition with a setting of its own', () => {
  const services = Array.from(
    { length: 80 },
    (_, n) =>
      `  row-${n}:\n    image: "shop/app:1.4"\n${n === 51 ? '    privileged: true # for now\n' : ''}    restart: always`,
  );
  const digest = digestOf(`services:\n${services.join('\n')}\nvolumes:\n  data: {}\n`);
  expect(digest).toContain('    privileged: true # for now');
  expect(digest).toContain('image always shop/app:1.4');
});

it('tells of an error among printed objects', () => {
  const lines = records(9).map((each) => inspect(each));
  lines.splice(
    150,
    0,
    "TypeError: Cannot read properties of undefined (reading 'zip')",
    '    at sum (/src/sum.js:4:9)',
  );
  const digest = digestOf(`${lines.join('\n')}\n`);
  expect(digest).toContain(
    "TypeError: Cannot read properties of undefined (reading 'zip')\n    at sum (/src/sum.js:4:9)",
  );
});

it.each([
  [
    'source',
    Array.from(
      { length: 200 },
      (_, n) => `export const row${n} = ({ id: ${n} });\nif (row${n}) run(row${n});`,
    ),
  ],
  [
    'prose with colons',
    Array.from(
      { length: 200 },
      (_, n) => `He said: it is ${n} o'clock\nand went on to the next house, as he did each day.`,
    ),
  ],
  [
    'a log',
    Array.from({ length: 200 }, (_, n) => `2026-11-30T12:00:${10 + (n % 50)}Z INFO row: ${n} is done`),
  ],
])('takes no %s for pairs', (_, lines) => {
  expect(shapeName(`${lines.join('\n')}\n`)).not.toBe('pairs');
});

it.each([
  ['brackets that never close', `${'{'.repeat(50)}\n`.repeat(3_000)],
  ['a name that never ends', `'${'a'.repeat(900)}\n`.repeat(2_000)],
  ['very many names', Array.from({ length: 20_000 }, (_, n) => `  name${n}: ${n}\n`).join('')],
  [
    'many pairs in a line',
    `{ ${Array.from({ length: 400 }, (_, n) => `k${n}: ${n}`).join(', ')} }\n`.repeat(100),
  ],
])('stays in its budget and in time: %s', (_, text) => {
  const startMs = performance.now();
  expect(Buffer.byteLength(digestOf(text))).toBeLessThanOrEqual(MAX_BYTES);
  expect(performance.now() - startMs).toBeLessThan(5_000);
});

it('shows the packages of dpkg that are not installed as the others are', () => {
  const rows = Array.from(
    { length: 300 },
    (_, n) =>
      `${n === 111 ? 'iU' : n === 222 ? 'rc' : 'ii'}  ${`librow${n}:amd64`.padEnd(20)} ${'1.2-3'.padEnd(18)} amd64        a library for rows`,
  );
  const header = [
    'Desired=Unknown/Install/Remove/Purge/Hold',
    '| Status=Not/Inst/Conf-files/Unpacked/halF-conf/Half-inst/trig-aWait/Trig-pend',
    '|/ Err?=(none)/Reinst-required (Status,Err: uppercase=bad)',
    '||/ Name                 Version            Architecture Description',
    '+++-====================-==================-============-=================================',
  ];
  const text = `${[...header, ...rows].join('\n')}\n`;
  expect(shapeName(text)).toBe('aligned');
  const digest = digestOf(text);
  expect(digest).toContain('iU  librow111:amd64');
  expect(digest).toContain('rc  librow222:amd64');
});

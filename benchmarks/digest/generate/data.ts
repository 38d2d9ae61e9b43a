import { createRandom } from '../../search-quality/generate/random.ts';
import { errorFact, fact, type Output } from '../corpus-case.ts';

const WORDS =
  'lamp chair shelf table rug vase clock frame stool bench mirror basket blanket candle curtain'.split(' ');

function pageSnapshot(seed: number, rows: number): string {
  const random = createRandom(seed);
  const items = Array.from({ length: rows }, (_, at) => {
    const name = `${random.pick(WORDS)} no ${at}`;
    return `          - listitem [ref=e${100 + at * 6}]:\n            - link "${name}" [ref=e${101 + at * 6}] [cursor=pointer]:\n              - /url: /item/${at}\n            - generic [ref=e${102 + at * 6}]: ${random.below(900)} EUR\n            - button "Add ${name} to cart" [ref=e${103 + at * 6}] [cursor=pointer]`;
  });
  return `- generic [ref=e1]:\n  - banner [ref=e2]:\n    - textbox "Search the shop" [ref=e3]\n    - button "Sign in" [ref=e4] [cursor=pointer]\n  - main [ref=e5]:\n      - list [ref=e6]:\n${items.join('\n')}\n  - contentinfo [ref=e9001]:\n    - button "Subscribe to the letter" [ref=e9002]\n    - alert [ref=e9003]: Your session ends in 2 minutes\n`;
}

function issues(seed: number, count: number): readonly object[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, at) => ({
    number: 900 - at,
    title:
      at === 33
        ? 'Crash when two carts are merged at midnight'
        : `The ${random.pick(WORDS)} ${random.pick(['is not shown', 'flickers', 'has no label', 'jumps'])} on page ${at}`,
    state: random.below(3) === 0 ? 'closed' : 'open',
    labels: at === 33 ? ['severity-1'] : [random.pick(['bug', 'docs', 'idea'])],
    user: { login: `user${random.below(40)}`, id: random.below(99_999), type: 'User' },
    comments: random.below(20),
    created_at: `2026-0${1 + random.below(8)}-1${random.below(9)}T10:00:00Z`,
    body: `Steps: ${Array.from({ length: 30 }, () => random.pick(WORDS)).join(' ')}.`,
  }));
}

function csv(seed: number, rows: number, odd: ReadonlyMap<number, string>): string {
  const random = createRandom(seed);
  const lines = Array.from(
    { length: rows },
    (_, at) =>
      odd.get(at) ??
      `${at + 1},2026-03-${10 + random.below(18)},${random.pick(WORDS)},${1 + random.below(9)},${(5 + random.below(900)).toFixed(2)},paid,user${random.below(500)}@example.com`,
  );
  return `id,date,item,count,price,state,customer\n${lines.join('\n')}\n`;
}

const events = (seed: number, count: number): readonly string[] => {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, at) =>
    JSON.stringify(
      at === Math.floor(count * 0.7)
        ? { id: at, type: 'payment', level: 'error', message: 'card network answered 4711', amount: -1 }
        : { id: at, type: 'payment', level: 'info', message: 'paid', amount: random.below(900) },
    ),
  );
};

function batch(seed: number): string {
  const random = createRandom(seed);
  const parts: string[] = [];
  let bytes = 0;
  for (let at = 0; bytes < 986 * 1024; at += 1) {
    const line =
      at === 9000
        ? 'module lantern-core: 4711 of 4712 checks hold, checksum 77ac-19'
        : `module ${random.pick(WORDS)}-${random.hex(4)}: ${random.below(900)} of 900 checks hold, checksum ${random.hex(4)}-${at % 90}`;
    parts.push(line);
    bytes += line.length + 1;
  }
  return `${parts.join('\n')}\n`;
}

function html(seed: number, rows: number): string {
  const random = createRandom(seed);
  const body = Array.from(
    { length: rows },
    (_, at) =>
      `<tr class="row r${at % 2}"><td>${at}</td><td><a href="/item/${at}">${random.pick(WORDS)}</a></td><td style="color:#${random.hex(6)}">${random.below(900)}</td></tr>`,
  );
  return `<!doctype html>\n<html><head><title>Stock of the northern depot</title><style>${'.a{margin:0}'.repeat(300)}</style><script>${'var a=1;'.repeat(400)}</script></head>\n<body><h1>Stock, week 11</h1>\n<p class="alert">Shelf 12 is closed until Friday.</p>\n<table>\n${body.join('\n')}\n</table>\n<form action="/order"><input name="sku"><button>Order now</button></form></body></html>\n`;
}

const base = { exit: 0, held: false } as const;
const oddRow = '1207,2026-03-19,lamp,1,-4711.00,REFUSED,nobody@example.com';

/** Documents and data from seeds. */
export const dataOutputs = (): readonly Output[] => [
  {
    ...base,
    id: 'snapshot',
    kind: 'snapshots',
    text: pageSnapshot(1, 120),
    facts: [
      'textbox "Search the shop" [ref=e3]',
      'button "Sign in" [ref=e4]',
      'button "Subscribe to the letter" [ref=e9002]',
      'Your session ends in 2 minutes',
    ].map(fact),
  },
  {
    ...base,
    held: true,
    id: 'snapshot-large',
    kind: 'snapshots',
    text: pageSnapshot(2, 600),
    facts: [
      'textbox "Search the shop" [ref=e3]',
      'button "Sign in" [ref=e4]',
      'Your session ends in 2 minutes',
    ].map(fact),
  },
  {
    ...base,
    id: 'json-pretty',
    kind: 'json',
    text: JSON.stringify(issues(3, 120), undefined, 2),
    facts: ['severity-1', 'Crash when two carts are merged at midnight'].map(fact),
  },
  {
    ...base,
    id: 'json-one-line',
    kind: 'json',
    text: JSON.stringify({ total: 2400, items: issues(4, 2400) }),
    facts: ['2400', 'severity-1'].map(fact),
  },
  {
    ...base,
    held: true,
    id: 'json-error-body',
    kind: 'json',
    text: JSON.stringify({
      data: issues(5, 90),
      errors: [{ message: 'field ledger timed out after 4711 ms', path: ['shop', 'ledger'] }],
    }),
    facts: [errorFact('field ledger timed out after 4711 ms')],
  },
  {
    ...base,
    id: 'ndjson',
    kind: 'json',
    text: `${events(6, 3000).join('\n')}\n`,
    facts: [errorFact('card network answered 4711')],
  },
  {
    ...base,
    held: true,
    id: 'ndjson-large',
    kind: 'json',
    text: `${events(7, 30_000).join('\n')}\n`,
    facts: [errorFact('card network answered 4711')],
  },
  {
    ...base,
    id: 'csv',
    kind: 'tables',
    text: csv(8, 2400, new Map([[1206, oddRow]])),
    facts: ['id,date,item,count,price,state,customer', '-4711.00,REFUSED'].map(fact),
  },
  {
    ...base,
    held: true,
    id: 'csv-large',
    kind: 'tables',
    text: csv(9, 24_000, new Map([[21_206, oddRow]])),
    facts: ['id,date,item,count,price,state,customer', '-4711.00,REFUSED'].map(fact),
  },
  {
    ...base,
    id: 'html',
    kind: 'html',
    text: html(10, 500),
    facts: ['Stock of the northern depot', 'Stock, week 11', 'Shelf 12 is closed until Friday.'].map(fact),
  },
  {
    ...base,
    held: true,
    id: 'html-large',
    kind: 'html',
    text: html(11, 5000),
    facts: ['Stock of the northern depot', 'Shelf 12 is closed until Friday.', 'Order now'].map(fact),
  },
  {
    ...base,
    id: 'showcase-snapshot',
    kind: 'showcase',
    intent: 'ref of the button that adds no 77 to the cart',
    text: pageSnapshot(12, 222),
    facts: [fact('no 77 to cart" [ref=e565]')],
  },
  {
    ...base,
    id: 'showcase-issues',
    kind: 'showcase',
    intent: 'issue about the crash when carts are merged',
    text: JSON.stringify(issues(13, 118), undefined, 2),
    facts: [fact('Crash when two carts are merged at midnight')],
  },
  {
    ...base,
    id: 'showcase-csv',
    kind: 'showcase',
    intent: 'rows that were refused',
    text: csv(14, 1450, new Map([[1206, oddRow]])),
    facts: [fact(oddRow)],
  },
  {
    ...base,
    id: 'showcase-batch',
    kind: 'showcase',
    intent: 'lantern-core checks',
    text: batch(15),
    facts: [fact('module lantern-core: 4711 of 4712 checks hold, checksum 77ac-19')],
  },
  {
    ...base,
    id: 'binary-like',
    kind: 'hostile',
    text: `${'\u0000\u0001\u0002'.repeat(3000)}\nerror: stream 4711 is cut\n${'x'.repeat(200_000)}\r\n\r\n`,
    facts: [errorFact('error: stream 4711 is cut')],
  },
];

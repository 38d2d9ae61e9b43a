import { describe, expect, it } from 'vitest';
import { digestOf, MAX_BYTES, seeded, shapeName } from './seeded.ts';

describe('snapshots of pages', () => {
  it('lists what can be acted on with its reference before any text', () => {
    const { pick, int, words, next } = seeded(7);
    const out = ['- document [ref=e1]:'];
    for (let ref = 2; ref < 900; ref += 1) {
      const role = pick(['link', 'button', 'listitem', 'text', 'img', 'heading', 'generic']);
      const cursor = next() < 0.3 ? ' [cursor=pointer]' : '';
      out.push(`${'  '.repeat(int(9, 1))}- ${role} "${words(int(7, 2))}" [ref=e${ref}]${cursor}:`);
    }
    out.splice(
      550,
      0,
      '      - button "Place order 8f3a" [ref=e5501]',
      '      - textbox "Voucher code" [ref=e5502]',
    );
    const text = out.join('\n');
    const digest = digestOf(text);
    expect(shapeName(text)).toBe('snapshot');
    expect(Buffer.byteLength(digest)).toBeLessThanOrEqual(MAX_BYTES);
    for (const fact of [
      'button "Place order 8f3a" [ref=e5501]',
      'textbox "Voucher code" [ref=e5502]',
      'document [ref=e1]',
    ])
      expect(digest).toContain(fact);
    expect(digest.match(/button "/g)?.length).toBeGreaterThan(40);
  });

  it('shows address, alerts and dialogs, states, and folds rows that repeat', () => {
    const { words } = seeded(2);
    const rows = Array.from({ length: 90 }, (_, i) => [
      `    - listitem [ref=e${i}0]:`,
      `      - heading "${words(3)}" [level=3] [ref=e${i}1]`,
      `      - generic [ref=e${i}2]: $${i}.99`,
      `      - button "Add to cart" [ref=e${i}3] [cursor=pointer]`,
    ]).flat();
    const text = [
      '### Page state',
      '- Page URL: https://shop.example/cart',
      '- Page Title: Cart',
      '```yaml',
      '- main [ref=e9000]:',
      ...rows,
      '    - alert [ref=e9001]:',
      '      - paragraph [ref=e9002]: Payment failed - card declined (code 4021)',
      '    - checkbox "Accept terms" [checked] [ref=e9003]',
      '    - button "Confirm purchase" [disabled] [ref=e9004]',
      '```',
    ].join('\n');
    const digest = digestOf(text);
    for (const fact of [
      'Page URL: https://shop.example/cart',
      'Payment failed - card declined (code 4021)',
      'checkbox "Accept terms" [checked] [ref=e9003]',
      'button "Confirm purchase" [disabled] [ref=e9004]',
      'button "Add to cart" [ref=e03]',
      '(90 of them)',
    ])
      expect(digest).toContain(fact);
  });

  it('reads elements by uid', () => {
    const { words, pick } = seeded(4);
    const rows = Array.from(
      { length: 300 },
      (_, i) => `  uid=1_${i} ${pick(['StaticText', 'link', 'image'])} "${words(3)}"`,
    );
    rows[200] = '  uid=1_200 button "Deploy release" disableable disabled';
    const text = ['uid=1_999 RootWebArea "Admin" url="https://a.example/"', ...rows].join('\n');
    expect(shapeName(text)).toBe('snapshot');
    expect(digestOf(text)).toContain('button "Deploy release" disabled uid=1_200');
  });

  it('is not taken for lists', () => {
    expect(shapeName('- one "thing"\n- another thing\n'.repeat(200))).toBe(undefined);
  });
});

describe('HTML', () => {
  const page = (plant: string): string => {
    const { words, hex } = seeded(3);
    const sections = Array.from(
      { length: 120 },
      () =>
        `<h2>${words(3)}</h2><p class="c-${hex(6)}">${words(40)}.</p><pre><code>${words(1)}()</code></pre>`,
    );
    sections.splice(70, 0, plant);
    const head = '<title>Lab docs</title><script>var error = "x<y";</script><style>.a{color:red}</style>';
    return `<!DOCTYPE html><html><head>${head}</head><body>${sections.join('')}</body></html>`;
  };
  const fact =
    '<h2>Rate limits</h2><p>For the bulk importer set <code>maxInFlight</code> to 512 before the first call.</p>';

  it.each([
    ['on one line', (text: string) => text],
    ['on many lines', (text: string) => text.replaceAll('<h2', '\n<h2').replaceAll('<p', '\n  <p')],
    [
      'below headers',
      (text: string) => `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n${text.replaceAll('<p', '\n<p')}`,
    ],
  ])('shows title, headings and the text with facts, %s', (_, form) => {
    const text = form(page(fact));
    const digest = digestOf(text);
    expect(shapeName(text)).toBe('html');
    expect(Buffer.byteLength(digest)).toBeLessThanOrEqual(MAX_BYTES);
    for (const each of ['Lab docs', '121 headings', 'maxInFlight</code> to 512'])
      expect(digest).toContain(each);
    // Lines are never cut into; of one long line only visible text is shown.
    if (!text.includes('\n')) expect(digest).not.toContain('color:red');
  });

  it('shows an error that the page tells', () => {
    const digest = digestOf(
      page('<div class="alert">Fatal error: cannot connect to db-7 (SQLSTATE 08006)</div>'),
    );
    expect(digest).toContain('cannot connect to db-7 (SQLSTATE 08006)');
  });
});

describe('XML', () => {
  const report = (join: string): string => {
    const { words } = seeded(5);
    const suites = Array.from({ length: 40 }, (_, i) => {
      const cases = Array.from({ length: 10 }, (_x, k) => {
        const failure =
          i === 17 && k === 4
            ? '<failure message="expected 17 but was 18" type="AssertionError">at Pay.java:33</failure>'
            : i === 20 && k === 7
              ? '<error message="lost the pool"><![CDATA[at Pool.java:9]]></error>'
              : '';
        return `<testcase classname="c.${i}" name="${words(3)} ${i}.${k}" time="0.0${k}">${failure}</testcase>`;
      });
      return `<testsuite name="suite.${i}" tests="10" failures="${i === 17 ? 1 : 0}" errors="${i === 20 ? 1 : 0}">${cases.join(join)}</testsuite>`;
    });
    return `<?xml version="1.0"?>${join}<testsuites tests="400" failures="1" errors="1">${join}${suites.join(join)}${join}</testsuites>`;
  };

  it.each([
    ['one line', ''],
    ['many lines', '\n  '],
  ])('shows failures with their tests, %s', (_, join) => {
    const text = report(join);
    const digest = digestOf(text);
    expect(shapeName(text)).toBe('xml');
    for (const fact of [
      'expected 17 but was 18',
      'at Pay.java:33',
      ' 17.4"',
      'lost the pool',
      'at Pool.java:9',
      ' 20.7"',
      'tests="400" failures="1" errors="1"',
      'testcase ×400',
    ])
      expect(digest).toContain(fact);
  });

  it('shows the record that differs', () => {
    const { words } = seeded(6);
    const items = Array.from({ length: 300 }, (_, i) => {
      const status = i === 133 ? 'withdrawn' : 'live';
      return `<item><title>${words(3)} no ${i}</title><status>${status}</status><price>${i === 50 ? 99_999 : 10 + (i % 80)}</price></item>`;
    });
    const digest = digestOf(`<rss version="2.0"><channel>${items.join('')}</channel></rss>`);
    for (const fact of ['no 133</title><status>withdrawn', 'no 50</title>', '99999', 'item ×300'])
      expect(digest).toContain(fact);
  });
});

it.each([
  ['signs that begin no tag', `<html>${'< '.repeat(100_000)}`],
  ['tags that never end', `<html>${'<a '.repeat(60_000)}`],
  ['comments that never end', `<html>${'<!-- '.repeat(60_000)}`],
  ['deep XML', `<?xml?>${'<a>'.repeat(100_000)}`],
  ['a script that never ends', `<html><p>one</p><script>${'x'.repeat(300_000)}`],
  [
    'many attributes',
    `<?xml?><r>${`<a ${Array.from({ length: 200 }, (_, i) => `k${i}="${i}"`).join(' ')}/>`.repeat(100)}</r>`,
  ],
  [
    'deep elements',
    Array.from({ length: 3_000 }, (_, i) => `${' '.repeat(i % 900)}- button "b" [ref=e${i}]`).join('\n'),
  ],
  [
    'names without end',
    `${'- button "x\\" [ref=e1]\n'.repeat(20)}- button "${'\\"'.repeat(30_000)} [ref=e1]\n`.repeat(3),
  ],
])('stays in its budget and in time: %s', (_, text) => {
  expect(Buffer.byteLength(digestOf(text))).toBeLessThanOrEqual(MAX_BYTES);
});

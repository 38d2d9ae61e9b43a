import { describe, expect, it, test } from 'vitest';
import { convertPage, type ReadPdf } from '../../../../src/features/fetching/convert/convert-page.ts';

const noPdf: ReadPdf = () => Promise.reject(new Error('no PDF expected'));

async function convert(
  body: string | Uint8Array,
  contentType: string,
  url = 'https://a.test/dir/page',
  pdf = noPdf,
) {
  return convertPage({ bytes: Buffer.from(body as string), contentType, url }, pdf);
}

async function textOf(body: string | Uint8Array, contentType = 'text/html', url?: string): Promise<string> {
  const made = await convert(body, contentType, url);
  if (made.kind !== 'text') throw new Error(made.reason);
  return made.text;
}

async function reasonOf(body: string | Uint8Array, contentType: string): Promise<string> {
  const made = await convert(body, contentType);
  if (made.kind === 'text') throw new Error(made.text);
  return made.reason;
}

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

describe('charset', () => {
  const page = (head: string, text: string): string =>
    `<html><head>${head}</head><body><p>${text}</p></body></html>`;

  test.each<readonly [string, Buffer, string, string]>([
    [
      'fetch-012: the header says ISO-8859-1',
      latin(page('', 'caf\xe9')),
      'text/html; charset=ISO-8859-1',
      'café',
    ],
    ['a header with quotes', latin(page('', 'caf\xe9')), 'text/html; charset="iso-8859-1"', 'café'],
    [
      'fetch-009: a bogus label that is meant well',
      Buffer.from(page('', 'café')),
      'text/html; charset="utf8;"',
      'café',
    ],
    [
      'fetch-013: a label that nobody knows',
      Buffer.from(page('', 'café')),
      'text/html; charset=none',
      'café',
    ],
    [
      'an unknown label, and a right one in the page',
      latin(page('<meta charset=latin1>', 'caf\xe9')),
      'text/html; charset=x-bogus',
      'café',
    ],
    ['an empty label', Buffer.from(page('', 'café')), 'text/html; charset=', 'café'],
    [
      'fetch-020: a mark against the header',
      Buffer.from(`\ufeff${page('', 'café')}`, 'utf16le'),
      'text/html; charset=utf-8',
      'café',
    ],
    ['a mark of UTF-16BE', utf16be(`\ufeff${page('', 'café')}`), 'text/html; charset=iso-8859-1', 'café'],
    [
      'a mark of UTF-8 against the header',
      Buffer.from(`\ufeff${page('', 'café')}`),
      'text/html; charset=iso-8859-1',
      'café',
    ],
    [
      'UTF-16LE by the header',
      Buffer.from(page('', 'café'), 'utf16le'),
      'text/html; charset=utf-16le',
      'café',
    ],
    [
      'the header against the page',
      Buffer.from(page('<meta charset="iso-8859-1">', 'café')),
      'text/html; charset=utf-8',
      'café',
    ],
    ['meta charset', latin(page('<meta charset="windows-1252">', 'caf\xe9 \x80')), 'text/html', 'café €'],
    [
      'meta http-equiv',
      latin(page('<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-2">', '\xb9')),
      'text/html',
      'š',
    ],
    [
      'a page that says UTF-16 and is not',
      Buffer.from(page('<meta charset="utf-16">', 'café')),
      'text/html',
      'café',
    ],
    [
      'Shift_JIS by the header',
      Buffer.concat([latin('<p>'), Buffer.from([0x93, 0xfa, 0x96, 0x7b])]),
      'text/html; charset=Shift_JIS',
      '日本',
    ],
    [
      'EUC-KR by the page',
      Buffer.concat([latin('<meta charset=euc-kr><p>'), Buffer.from([0xc7, 0xd1])]),
      'text/html',
      '한',
    ],
    [
      'GBK by the header',
      Buffer.concat([latin('<p>'), Buffer.from([0xd6, 0xd0])]),
      'text/html;charset=GBK',
      '中',
    ],
    [
      'KOI8-R by the header',
      Buffer.concat([latin('<p>'), Buffer.from([0xf0, 0xd2])]),
      'text/html; charset=koi8-r',
      'Пр',
    ],
    ['no word about it, and UTF-8', Buffer.from(page('', 'naïve café 漢字')), 'text/html', 'naïve café 漢字'],
  ])('%s', async (_, body, type, expected) => expect(await textOf(body, type)).toContain(expected));

  it('no word about it, and no UTF-8: the bytes decide', async () => {
    const russian = 'Сегодня в городе хорошая погода, и все люди гуляют в парке. '.repeat(20);
    const bytes = Buffer.from(
      [...russian].map((char) => {
        const code = char.charCodeAt(0);
        return code < 128 ? code : code - 0x410 + 0xc0;
      }),
    );
    expect(await textOf(bytes, 'text/plain')).toContain('хорошая погода');
    expect(
      await textOf(
        latin('Le caf\xe9 est ferm\xe9 pour la journ\xe9e, d\xe9sol\xe9. '.repeat(20)),
        'text/plain',
      ),
    ).toContain('café est fermé');
  });

  it('UTF-32 by its mark', async () => {
    const utf32 = Buffer.concat(
      [[0xfeff, ...[...'café'].map((char) => char.codePointAt(0) ?? 0)]].flat().map((point) => {
        const four = Buffer.alloc(4);
        four.writeUInt32LE(point);
        return four;
      }),
    );
    expect(await textOf(utf32, 'text/plain')).toContain('café');
  });

  it('XML says it in its first line', async () => {
    const xml = latin('<?xml version="1.0" encoding="ISO-8859-1"?><a><b>caf\xe9</b></a>');
    expect(await textOf(xml, 'application/xml')).toContain('café');
  });

  it('what does not fit becomes a sign, not an error', async () => {
    expect(await textOf(latin('<p>a \xff\xfe b</p>'), 'text/html; charset=utf-8')).toMatch(/a \ufffd+ b/);
  });
});

describe('what a body is', () => {
  test.each([
    ['fetch-022: JSON stays JSON', '{"a":{"b":[1,2]}}', 'application/json', 'json', 'json'],
    ['a JSON dialect', '{"@context":"x"}', 'application/ld+json; charset=utf-8', 'json', 'json'],
    ['JSON that calls itself HTML', '{"a":1}', 'text/html', 'json', 'json'],
    ['JSON that calls itself text', '[{"a":1}]', 'text/plain', 'json', 'json'],
    ['JSON that is broken', '{"a":', 'application/json', 'json', 'json'],
    ['lines of JSON', '{"a":1}\n{"a":2}\n', 'application/x-ndjson', 'ndjson', 'ndjson'],
    ['HTML that calls itself JSON', '<!doctype html><p>hello</p>', 'application/json', 'html', 'md'],
    ['HTML that calls itself text', '\n<html><body><p>hello</p></body></html>', 'text/plain', 'html', 'md'],
    [
      'XHTML',
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><p>x</p></body></html>',
      'application/xhtml+xml',
      'html',
      'md',
    ],
    ['HTML without a type', '<!DOCTYPE html><p>hello</p>', '', 'html', 'md'],
    ['a part of HTML', '<p>hello</p>', 'text/html', 'html', 'md'],
    ['Markdown', '# a\n\nb', 'text/markdown; charset=utf-8', 'text', 'md'],
    ['CSV', 'a,b\n1,2', 'text/csv', 'text', 'csv'],
    ['YAML', 'a: 1', 'application/yaml', 'text', 'yaml'],
    ['JavaScript', 'let a = 1;', 'application/javascript', 'text', 'js'],
    ['XML', '<?xml version="1.0"?><a><b/></a>', 'application/xml', 'xml', 'xml'],
    ['text that begins like a tag', '<T> is a type parameter', 'text/plain', 'text', ''],
  ])('%s', async (_, body, type, from, format) => {
    expect(await convert(body, type)).toMatchObject({ kind: 'text', from, format });
  });

  it('a plain text is cut by the ending of its address', async () => {
    expect(await convert('def a(): pass', 'text/plain', 'https://raw.test/x/a.py?x=.md')).toMatchObject({
      format: 'py',
    });
  });

  test.each([
    ['url-355: any bytes', 'some text', 'application/octet-stream', /octet-stream/],
    ['an image that calls itself HTML', '\x89PNG\r\n\x1a\n', 'text/html', /PNG/],
    ['an archive that calls itself text', 'PK\x03\x04rest', 'text/plain', /ZIP/],
    ['data with NUL', 'abc\0def', 'text/plain', /binary/],
    ['a program without a type', '\x7fELF\x02', '', /program/],
    ['a type that is no text', 'x', 'application/x-foo', /x-foo/],
    ['nothing', '', 'text/html', /empty/],
    ['blanks', ' \n \u200b', 'text/plain', /empty/],
    ['HTML without text', '<html><body><div></div></body></html>', 'text/html', /no text/],
  ])('%s is refused', async (_, body, type, reason) => {
    expect(await reasonOf(latin(body), type)).toMatch(reason);
  });

  it('fetch-024: a PDF that calls itself HTML is read as PDF, or refused; its bytes are never text', async () => {
    const body = latin('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj');
    const made = await convert(body, 'text/html', undefined, async () => ({
      title: 'Paper',
      pages: ['one', 'two'],
    }));
    expect(made).toMatchObject({ from: 'pdf', text: '# Paper\n\n## Page 1\n\none\n\n## Page 2\n\ntwo\n' });
    expect(await reasonOf(body, 'text/plain')).toMatch(/PDF cannot be read/);
    const scanned = await convert(body, 'application/pdf', undefined, async () => ({
      title: '',
      pages: ['', ' '],
    }));
    expect(scanned).toMatchObject({ kind: 'unusable', reason: expect.stringMatching(/no text layer/) });
    expect(await convert(latin('\n%PDF-1.4 x'), 'application/octet-stream')).toMatchObject({
      kind: 'unusable',
    });
  });
});

describe('HTML', () => {
  it('keeps title, headings, links, tables and code', async () => {
    const text =
      await textOf(`<title>Guide &amp; more</title><h1>Start</h1><p>See <a href="../x?y#z">this</a>.</p>
      <table><tr><th>A<th>B | C<tr><td>1<td>2</table><pre><code class="language-js">if (a &lt; 2) {\n  b();\n}</code></pre>`);
    expect(text).toMatch(/^Guide & more\n\n# Start\n/);
    expect(text).toContain('[this](https://a.test/x?y#z)');
    expect(text).toContain('| A | B \\| C |');
    expect(text).toContain('```js\nif (a < 2) {\n  b();\n}\n```');
  });

  it('leaves out links and pictures that say nothing, and links inside the page', async () => {
    const text = await textOf(
      '<h2><a href="#top">Top</a></h2><p>a <a href="/x"></a><a href="/y"> </a><img src="/p.png"> b <a href="#c">c</a></p><pre>auto f = [](int x) {}</pre>',
    );
    expect(text).toMatch(/^## Top\n\na +b c\n/);
    expect(text).toContain('[](int x)');
    expect(text).not.toMatch(/\]\(\/|p\.png|#top|#c/);
  });

  it('has its title once, and <base> counts', async () => {
    expect(await textOf('<title>One</title><h1>One</h1><p>x')).toMatch(/^# One\n\nx/);
    expect(await textOf('<base href="https://b.test/q/"><p><a href="r">x</a>')).toContain(
      'https://b.test/q/r',
    );
  });

  test.each([
    ['hidden', '<div hidden>X9</div>'],
    ['display:none', '<div style="color:red; DISPLAY : none">X9</div>'],
    ['visibility', '<p style="visibility:hidden">X9</p>'],
    ['opacity', '<p style="opacity:0">X9</p>'],
    ['opacity 0.0', '<p style="opacity: 0.0;x:y">X9</p>'],
    ['no font', '<span style="font-size:0">X9</span>'],
    ['one pixel', '<span style="font-size:1px">X9</span>'],
    ['off the screen', '<span style="position:absolute;left:-9999px">X9</span>'],
    ['indented away', '<span style="text-indent:-10000em">X9</span>'],
    ['clipped', '<span style="clip: rect(0,0,0,0)">X9</span>'],
    ['clipped by path', '<span style="clip-path: inset(100%)">X9</span>'],
    ['scaled to nothing', '<span style="transform: scale(0)">X9</span>'],
    ['no size', '<div style="height:0;overflow:hidden">X9</div>'],
    ['transparent', '<span style="color: transparent">X9</span>'],
    ['aria-hidden', '<div aria-hidden="true">X9</div>'],
    ['by a class', '<style>.gone{display:none}</style><div class="a gone b">X9</div>'],
    ['by an id', '<style>p{} #gone , .x { font-size: 0px }</style><div id="gone">X9</div>'],
    ['a child of one', '<div hidden><p><b>X9</b></p></div>'],
    ['SVG text', '<svg><text>X9</text><title>X9</title></svg>'],
    ['script', '<script>var a = "<p>X9</p>"</script>'],
    ['style', '<style>.x::after{content:"X9"}</style>'],
    ['template', '<template><p>X9</p></template>'],
    ['noscript', '<noscript>X9</noscript>'],
    ['a comment', '<!-- X9 -->'],
    ['navigation', '<nav><a href="/">X9</a></nav>'],
    ['a footer', '<footer>X9</footer>'],
    ['a role', '<div role="navigation">X9</div>'],
    ['an option', '<select><option>X9</select>'],
    [
      'tag characters',
      `<p>${[...'X9'].map((c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join('')}</p>`,
    ],
    ['a script as link', '<a href="javascript:X9()">go</a>'],
    ['a script as link, in disguise', '<a href=" java\nscript:X9()">go</a>'],
    ['data as a picture', '<img alt="pic" src="data:image/svg+xml,X9">'],
  ])('what nobody sees is left out: %s', async (_, html) => {
    const text = await textOf(`<html><body><p>before</p>${html}<p>after</p></body></html>`);
    expect(text).not.toContain('X9');
    expect(text).toMatch(/before[\s\S]*after/);
  });

  test.each([
    ['half opacity', '<p style="opacity:0.5">X9</p>'],
    ['a large font', '<p style="font-size:10px">X9</p>'],
    ['left by a little', '<p style="left:-10px">X9</p>'],
    ['hidden until found', '<p hidden="until-found">X9</p>'],
    ['aria-hidden false', '<p aria-hidden="false">X9</p>'],
    ['closed details', '<details><summary>s</summary>X9</details>'],
    ['hidden for print only', '<style>@media print { .a { display:none } }</style><p class="a">X9</p>'],
    ['hidden below another', '<style>.menu .a { display:none }</style><p class="a">X9</p>'],
    ['a header', '<header><h1>X9</h1></header>'],
    ['an aside', '<aside>X9</aside>'],
    ['beside an empty main', '<main></main><div>X9</div>'],
  ])('what is seen stays: %s', async (_, html) => {
    expect(await textOf(`<html><body>${html}<p>after</p></body></html>`)).toContain('X9');
  });

  it('of a page with a main part that part is taken', async () => {
    const main = `<main><h1>T</h1>${'<p>The text of the page itself.</p>'.repeat(40)}</main>`;
    const text = await textOf(`<div>chrome around</div>${main}<div>more chrome</div>`);
    expect(text).not.toContain('chrome');
    expect(text).toContain('The text of the page itself.');
  });

  it('fetch-008: 20,000 nested elements are no end of the world', async () => {
    const deep = `${'<div>'.repeat(20_000)}needle${'</div>'.repeat(20_000)}`;
    expect(await textOf(deep)).toContain('needle');
    expect(await textOf(`${'<ul><li>'.repeat(5_000)}needle`)).toContain('needle');
    expect(await textOf(`${'<table><tr><td>'.repeat(3_000)}needle`)).toContain('needle');
    expect(await textOf(`${'<b>'.repeat(30_000)}needle`)).toContain('needle');
  });

  it('tables that only arrange a page do not hide what is in them', async () => {
    const page = `<table><tr><td><h1>Top</h1><table><tr><th>a<th>b<tr><td>1<td>2</table></td></tr>
      <tr><td><p>one</p><p>two</p></td></tr></table><table><tr><td>x<br>y<td><ul><li>p<li>q</ul></table>`;
    const text = await textOf(page);
    expect(text).toMatch(/# Top\n\n\| a \| b \|/);
    expect(text).toMatch(/one\n\ntwo/);
    expect(text).toMatch(/x y/);
  });

  test.each(
    'details summary ins sub sup kbd mark u address dl figure caption small q center font'.split(' '),
  )('no markup is left of <%s>', async (tag) => {
    const text = await textOf(
      `<p>a</p><${tag}>x<dt>y</${tag}><table><tr><td>p<${tag}>q</${tag}><br><p>r</p></table>`,
    );
    expect(text).not.toMatch(/<[a-z/]/i);
    expect(text).toMatch(/x[\s\S]*p[\s\S]*q[\s\S]*r/);
  });

  it('markup that a page shows stays', async () => {
    const text = await textOf(
      '<p>Use <code>&lt;br&gt;</code> or &lt;hr&gt;.</p><pre>&lt;div&gt;\n&lt;/div&gt;</pre><table><tr><td><code>&lt;td&gt;</code></table>',
    );
    expect(text).toContain('`<br>`');
    expect(text).toContain('\\<hr>');
    expect(text).toContain('<div>\n</div>');
    expect(text).toContain('`<td>`');
  });

  it('a page that is made by a script says so', async () => {
    const app = '<title>App</title><div id="root"></div><script src="/app.js"></script>';
    expect(await reasonOf(app, 'text/html')).toMatch(/no text: its content probably comes by JavaScript/);
    const made = await convert('<p>Loading…</p><script src="/app.js"></script>', 'text/html');
    expect(made).toMatchObject({ kind: 'text', note: expect.stringMatching(/little text.*JavaScript/) });
    const onward = '<meta http-equiv="refresh" content="0; url=/new/place">';
    expect(await reasonOf(onward, 'text/html')).toMatch(/on to https:\/\/a\.test\/new\/place/);
  });
});

describe('feeds', () => {
  it('RSS becomes a heading per entry', async () => {
    const rss = `<?xml version="1.0"?><rss version="2.0"><channel><title>News &amp; more</title><link>https://n.test</link>
      <item><title>First</title><link>https://n.test/1</link><pubDate>Mon, 01 Jan 2024</pubDate>
      <description>&lt;p&gt;Hello &lt;b&gt;you&lt;/b&gt;&lt;/p&gt;&lt;script&gt;X9&lt;/script&gt;</description></item>
      <item><title><![CDATA[Second & last]]></title><content:encoded><![CDATA[<p>World</p>]]></content:encoded></item></channel></rss>`;
    const made = await convert(rss, 'application/rss+xml');
    expect(made).toMatchObject({ from: 'feed', format: 'md', title: 'News & more' });
    const text = made.kind === 'text' ? made.text : '';
    expect(text).toMatch(
      /# News & more\n\n## First\n\nhttps:\/\/n\.test\/1 · Mon, 01 Jan 2024\n\nHello \*\*you\*\*/,
    );
    expect(text).toMatch(/## Second & last\n\nWorld/);
    expect(text).not.toMatch(/X9|<p>/);
  });

  it('Atom, whatever it calls itself', async () => {
    const atom = `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>A</title>
      <entry><title>One</title><link rel="self" href="https://n.test/self"/><link href="https://n.test/one"/>
      <updated>2024-01-01</updated><summary>Text</summary></entry></feed>`;
    const text = await textOf(atom, 'text/xml');
    expect(text).toMatch(/## One\n\nhttps:\/\/n\.test\/one · 2024-01-01\n\nText/);
  });
});

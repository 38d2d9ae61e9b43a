import { describe, expect, it } from 'vitest';
import { chunk, titleAt, titles } from './passages.ts';

const lines = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => `${make(index)}\n`).join('');
const PROSE = `${'Words that say something. '.repeat(12)}\n\n`;

describe('Markdown', () => {
  it('begins a passage at every heading and has the path of headings as title', () => {
    const text = `# A\n\n${PROSE}## B\n\n${PROSE}### C\n\n${PROSE}## D\n\n${PROSE}`;
    expect(titles('a.md', text)).toEqual(['A', 'A > B', 'A > B > C', 'A > D']);
  });

  it('knows underlined headings, closed ones, and headings right below each other', () => {
    const text = `Big\n===\n\n${PROSE}Small\n-----\n\n${PROSE}## C# ##\n### F#\n\n${PROSE}`;
    expect(titles('a.md', text)).toEqual(['Big', 'Big > Small', 'Big > C# > F#']);
  });

  it('takes no comment in a fence and no front matter for a heading', () => {
    const text = `---\ntitle: Guide\na: b\n---\n\n${PROSE}## One\n\n~~~~sh\n# no\n~~~\n# no\n~~~~\n`;
    expect(titles('a.md', text)).toEqual(['Guide', 'One']);
  });

  it('cuts a large section at its paragraphs, keeps its title, and leaves a code block whole', () => {
    const code = `\`\`\`ts\n${lines(40, (i) => `const value${i} = compute(${i});\n`)}\`\`\`\n`;
    const text = `# Long\n\n${PROSE.repeat(8)}${code}\n${PROSE.repeat(8)}`;
    const passages = chunk('a.md', text);
    expect(passages.length).toBeGreaterThan(3);
    expect(new Set(passages.map(({ title }) => title))).toEqual(new Set(['Long']));
    const holding = passages.filter(({ startByte, endByte }) =>
      Buffer.from(text).toString('utf8', startByte, endByte).includes('const value'),
    );
    expect(holding).toHaveLength(1);
  });

  it('reads titles beyond ASCII', () => {
    expect(titles('a.md', `# À propos 漢字\n\n${PROSE}`)).toEqual(['À propos 漢字']);
  });
});

it('reStructuredText and AsciiDoc: underlined and marked headings', () => {
  expect(titles('a.rst', `Title\n=====\n\n${PROSE}Part\n----\n\n${PROSE}`)).toEqual([
    'Title',
    'Title > Part',
  ]);
  expect(titles('a.adoc', `= Title\n\n${PROSE}== Part\n\n${PROSE}`)).toEqual(['Title', 'Title > Part']);
});

describe('JSON', () => {
  const item = (i: number): object => ({ id: i, status: 'open', text: 'x'.repeat(60) });
  it('groups the elements of an array, pretty or in one line', () => {
    const data = { total: 40, items: Array.from({ length: 40 }, (_, i) => item(i)) };
    for (const text of [JSON.stringify(data), JSON.stringify(data, null, 2)]) {
      expect(titleAt('a.json', text, '"id":20'.replace(':', text.includes('\n') ? ': ' : ':'))).toMatch(
        /^items\[\d+-\d+\]$/,
      );
      expect(titles('a.json', text)[0]).toBe('total, items');
    }
  });

  it('cuts a large element inside and names the place', () => {
    const text = JSON.stringify(
      { a: { big: lines(1, () => 'y'.repeat(1100)), status: 'z'.repeat(900) } },
      null,
      1,
    );
    expect(titleAt('a.json', text, '"status"')).toBe('a.status');
  });

  it('tells one document from one a line', () => {
    const rows = lines(60, (i) => JSON.stringify(item(i)));
    expect(chunk('a.json', rows)[0]?.endLine).toBeGreaterThan(3);
    expect(titles('a.json', rows)[0]).toBe('');
  });

  it('cuts broken JSON too', () => {
    expect(titles('a.json', `{"a": [1, 2, {"b": "${'x'.repeat(3000)}`).length).toBeGreaterThan(1);
  });
});

describe('configuration and tables', () => {
  it('YAML: the path of keys', () => {
    const text = `kind: Pod\nspec:\n  containers:\n    - name: a\n${lines(80, (i) => `      env${i}: some value ${i}`)}    - name: b\n      image: img\n`;
    expect(titleAt('a.yml', text, 'image: img')).toContain('spec.containers[1]');
  });

  it('TOML: the table', () => {
    const text = `name = "x"\n\n[tool.a]\n${lines(30, (i) => `key${i} = "some longer value ${i}"`)}\n[[bin]]\npath = "y"\n`;
    expect(titleAt('a.toml', text, 'key3 ')).toContain('tool.a');
    expect(titleAt('a.toml', text, 'path =')).toContain('bin');
  });

  it('CSV: the names of the columns over every group of rows; a row in quotes is not cut', () => {
    const text = `id,name,note\n${lines(100, (i) => `${i},somebody,"line\nline ${i}"`)}`;
    const passages = chunk('a.csv', text);
    expect(passages.every(({ title }) => title === 'id, name, note')).toBe(true);
    for (const { startByte } of passages.slice(1)) expect(text.slice(startByte)).toMatch(/^\d+,somebody/);
  });
});

it('HTML: by heading', () => {
  const text = `<!doctype html>\n<title>Site</title>\n<p>${PROSE}\n<h1>A</h1>\n<p>${PROSE}\n<h2 id="b">B <i>c</i></h2>\n<p>x\n`;
  expect(titleAt('a.html', text, '<p>x')).toBe('A > B c');
});

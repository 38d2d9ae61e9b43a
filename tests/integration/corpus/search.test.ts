import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../src/storage/database.ts';
import { type LineClient, startServer, type ToolAnswer } from '../../helpers/product/line-client.ts';
import { makePlace, type Place, storePath } from '../../helpers/product/places.ts';
import { testDriver } from '../../helpers/store/fixtures.ts';

const MAX_HITS = 20;
const MAX_PASSAGE_BYTES = 4_096;

interface HitFields {
  readonly id: string;
  readonly source: string;
  readonly text: string;
}

const index = (server: LineClient, source: string, content: string): Promise<ToolAnswer> =>
  server.call('ctx_index', { content, source });
const search = (server: LineClient, query: string, more: object = {}): Promise<ToolAnswer> =>
  server.call('ctx_search', { queries: [query], ...more });
const hitsOf = ({ data }: ToolAnswer): readonly HitFields[] => data.hits as readonly HitFields[];
const sourcesOf = (answer: ToolAnswer): readonly string[] => hitsOf(answer).map(({ source }) => source);

/** A server with these sources. */
async function serverWith(
  sources: Readonly<Record<string, string>>,
  place = makePlace(),
): Promise<LineClient> {
  const server = await startServer(place);
  for (const [source, content] of Object.entries(sources)) {
    const answer = await index(server, source, content);
    expect([source, answer.isError]).toEqual([source, false]);
  }
  return server;
}

/** Byte ranges of all passages in the store of this place. */
function passages(place: Place): readonly { readonly start: number; readonly end: number }[] {
  const database = openDatabase({ driver: testDriver(), path: storePath(place) });
  try {
    return database
      .read((c) => c.prepare('SELECT start_byte, end_byte FROM chunks ORDER BY start_byte').all())
      .map((row) => ({ start: Number(row.start_byte), end: Number(row.end_byte) }));
  } finally {
    database.close();
  }
}

const largest = (place: Place): number => Math.max(...passages(place).map(({ start, end }) => end - start));

describe('ranking', () => {
  test('search-003 a text with all words of the question comes before ten with one of them', async () => {
    const others = Object.fromEntries(
      [...'BCDEFGHIJK'].map((name) => [name, `function ${name.toLowerCase()} is a function`]),
    );
    const server = await serverWith({ ...others, A: 'useEffect cleanup function example' });
    for (const query of [
      'useEffect cleanup function',
      'cleanup function useEffect',
      'use effect cleanup function',
    ])
      expect([query, sourcesOf(await search(server, query, { limit: 5 }))[0]]).toEqual([query, 'A']);
  });

  test('search-011 the file that defines a name is among the first, whatever others call it', async () => {
    const place = makePlace();
    const server = await startServer(place);
    for (let n = 0; n < 200; n += 1) {
      const call = `  const from = hunk.start_line;\n  report(start_line, from);\n`;
      writeFileSync(join(place.project, `caller${n}.py`), `def caller_${n}(hunk):\n${call.repeat(3)}`);
    }
    writeFileSync(
      join(place.project, 'hunk.py'),
      'import os\n\ndef start_line(hunk):\n    """First line of a hunk."""\n    return hunk.first\n',
    );
    expect((await server.call('ctx_index', { path: '.' })).isError).toBe(false);
    const sources = sourcesOf(await search(server, 'start_line', { limit: 10, max_bytes: 32_768 }));
    expect(sources).toContain('hunk.py');
    const most = Math.max(...sources.map((source) => sources.filter((other) => other === source).length));
    expect(most).toBeLessThanOrEqual(3);
  });
});

describe('passages', () => {
  test('search-007 4,096 characters of three bytes each become passages that cut none of them', async () => {
    const place = makePlace();
    const text = '漢'.repeat(4_096);
    await serverWith({ han: text }, place);
    const ranges = passages(place);
    expect(ranges.length).toBeGreaterThanOrEqual(3);
    expect(largest(place)).toBeLessThanOrEqual(MAX_PASSAGE_BYTES);
    const bytes = Buffer.from(text);
    expect(ranges.map(({ start, end }) => bytes.subarray(start, end).toString()).join('')).toBe(text);
  });

  test('search-010 a table with one cell of 2 MB is cut within the limit', async () => {
    const place = makePlace();
    const row = `| ${'wide cell '.repeat(200_000)} |`;
    const server = await serverWith(
      { table: `# Table\n\n| head |\n| --- |\n${row}\n\nquagga below\n` },
      place,
    );
    expect(largest(place)).toBeLessThanOrEqual(MAX_PASSAGE_BYTES);
    expect(hitsOf(await search(server, 'quagga'))[0]?.text).toContain('quagga below');
  });

  test('search-022 a word at the end of a line of 1.2 MB is found and shown', async () => {
    const place = makePlace();
    const server = await serverWith({ line: `${'a'.repeat(1_200_000)} needle` }, place);
    const answer = await search(server, 'needle');
    expect(hitsOf(answer)[0]?.text).toContain('needle');
    expect(answer.text).toContain('needle');
    expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(4_096);
    expect(largest(place)).toBeLessThanOrEqual(MAX_PASSAGE_BYTES);
  });
});

describe('questions', () => {
  /** Nothing in a question is an operator: it brings an answer, and finds its words where a text has them. */
  async function findsWords(queries: readonly string[]): Promise<void> {
    const server = await serverWith({
      page: 'The foo of bar, title of x, and a near b.',
      other: 'unrelated',
    });
    for (const query of queries) {
      const answer = await search(server, query);
      expect([query, answer.isError, sourcesOf(answer)]).toEqual([query, false, ['page']]);
    }
  }

  test('search-014 quotes that do not close are no error', () =>
    findsWords(['a"b', '"foo', 'foo"', '"foo" "bar', '""" foo', "foo'bar", '“foo”']));

  test('search-017 operators and column filters are plain words', () =>
    findsWords([
      'title:x AND',
      'AND foo',
      'foo OR',
      'NOT foo',
      'foo NEAR(bar',
      'body:foo',
      'NEAR foo',
      '^foo',
      'foo*',
    ]));

  test('search-023 brackets that do not close are no error', () =>
    findsWords([
      'foo(bar',
      ')foo',
      'foo[',
      '{foo} : bar',
      'foo ((bar)',
      'foo + bar',
      'foo - bar',
      'foo, bar;',
    ]));

  test('search-019 an empty question gets a short help text', async () => {
    const server = await serverWith({ page: 'zebra' });
    for (const queries of [[''], ['  '], '', ['', '""'], ['(*)'], ['-']]) {
      const answer = await server.call('ctx_search', { queries });
      expect([queries, answer.isError, answer.data.hits]).toEqual([queries, false, []]);
      expect(answer.text).toMatch(/^No word to look for in .*A question is made of words/);
      expect(Buffer.byteLength(answer.text)).toBeLessThan(400);
    }
    const mixed = await server.call('ctx_search', { queries: ['', 'zebra'] });
    expect(sourcesOf(mixed)).toEqual(['page']);
    expect(mixed.text).toContain('No word to look for in "".');
  });
});

describe('limits', () => {
  const many = Object.fromEntries(
    Array.from({ length: 30 }, (_, n) => [`page ${n}`, `zebra number ${n} of the herd`]),
  );

  test('search-016 a limit below one is the least', async () => {
    const server = await serverWith(many);
    for (const limit of [-5, 0, '-1', -1e12])
      expect([limit, hitsOf(await search(server, 'zebra', { limit, max_bytes: 32_768 })).length]).toEqual([
        limit,
        1,
      ]);
  });

  test('search-018 a limit above the greatest is the greatest', async () => {
    const server = await serverWith(many);
    for (const limit of [1e9, '1000000000', '1e9', 21, 20])
      expect([limit, hitsOf(await search(server, 'zebra', { limit, max_bytes: 32_768 })).length]).toEqual([
        limit,
        MAX_HITS,
      ]);
    for (const limit of [1, 7])
      expect(hitsOf(await search(server, 'zebra', { limit, max_bytes: 32_768 })).length).toBe(limit);
  });
});

describe('filters', () => {
  test('search-020 nothing in the scope: the scope is named, and how much there is elsewhere', async () => {
    const herd = Array.from({ length: 12 }, (_, n) => [`herd ${n}`, `zebra number ${n}`]);
    const server = await serverWith({ ...Object.fromEntries(herd), Build: 'all tests pass' });
    for (const [scope, name] of [
      [{ source: 'Build' }, 'source "Build"'],
      [{ source: 'nowhere/*' }, 'source "nowhere/*"'],
      [{ kind: 'code' }, 'kind code'],
      [{ kind: 'output', source: '#1' }, 'source "#1", kind output'],
    ] as const) {
      const answer = await search(server, 'zebra', scope);
      expect([name, answer.isError, hitsOf(answer)]).toEqual([name, false, []]);
      expect(answer.text).toContain(`(${name})`);
      expect(answer.text).toContain('12 matches');
    }
  });

  test('search-025 a label is the whole label', async () => {
    const server = await serverWith({
      Build: 'zebra in Build',
      'Build,Test': 'zebra in both',
      build: 'zebra in lower case',
      Build_: 'zebra with a line',
      'Build%': 'zebra with a sign',
      'Build/x': 'zebra below',
    });
    const within = async (source: string) =>
      [...sourcesOf(await search(server, 'zebra', { source, limit: 20 }))].sort();
    expect(await within('Build')).toEqual(['Build']);
    expect(await within('Build,Test')).toEqual(['Build,Test']);
    expect(await within('Build_')).toEqual(['Build_']);
    expect(await within('Build%')).toEqual(['Build%']);
    expect(await within('Build/*')).toEqual(['Build/x']);
    expect(await within('#2')).toEqual(['Build,Test']);
  });
});

describe('texts in several scripts', () => {
  const text = '重跑gen-itgc后悬空引用';

  async function finds(queries: readonly string[]): Promise<void> {
    const server = await serverWith({ note: text, other: '別の文 about something else' });
    for (const query of queries) {
      const answer = await search(server, query);
      expect([query, sourcesOf(answer)]).toEqual([query, ['note']]);
      expect(hitsOf(answer)[0]?.text).toBe(text);
    }
  }

  test('search-021 Latin words inside a run of Chinese are found', () =>
    finds(['itgc', 'gen', 'gen-itgc', 'ITGC', 'ｉｔｇｃ']));

  test('search-024 one, two and more Chinese characters are found', () =>
    finds(['悬空', '悬空引用', '悬', '重跑', '后悬空']));
});

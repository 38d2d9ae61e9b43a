import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/storage/database.ts';
import { runCli } from '../helpers/product/command-line.ts';
import { hookPayload, runHook } from '../helpers/product/hook-runner.ts';
import { type LineClient, startServer, type ToolAnswer } from '../helpers/product/line-client.ts';
import { makePlace, type Place, storePath } from '../helpers/product/places.ts';
import { testDriver } from '../helpers/store/fixtures.ts';
import { addEvents } from '../helpers/store/rows.ts';

type Fields = Readonly<Record<string, unknown>>;

const search = (server: LineClient, args: object): Promise<ToolAnswer> => server.call('ctx_search', args);
const hitsOf = ({ data }: ToolAnswer): readonly Fields[] => data.hits as readonly Fields[];
const sourcesOf = (answer: ToolAnswer): readonly unknown[] => hitsOf(answer).map(({ source }) => source);
const write = (place: Place, name: string, text: string): void =>
  writeFileSync(join(place.project, name), text);

/** Words with which a text would tell its reader what to do. */
const ORDERS = /\b(?:must|please|should|you|try|use|never|always|important|do not|don't)\b/i;

async function serverWith(
  contents: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
): Promise<LineClient> {
  const server = await startServer(makePlace(), { env });
  for (const [source, content] of Object.entries(contents))
    await server.call('ctx_index', { content, source });
  return server;
}

describe('a hit', () => {
  test('has handle, source, title, lines, score and age, and its passage; as text and as fields', async () => {
    const server = await serverWith({ guide: '# Guide\n\n## Herds\n\nZebras live in herds.\n' });
    const answer = await search(server, { queries: ['zebras'] });
    expect(answer.text).toMatch(
      /^#1 guide › Guide > Herds, lines \d-5, score [\d.]+, just now\n[\s\S]*Zebras live in herds\.$/,
    );
    const [hit = {}] = hitsOf(answer);
    expect(hit).toMatchObject({ id: '#1', source: 'guide', kind: 'doc', title: 'Guide > Herds' });
    expect(hit.lines).toMatch(/^\d+-\d+$/);
    expect([typeof hit.score, typeof hit.age_ms]).toEqual(['number', 'number']);
    expect(hit.text).toContain('Zebras live in herds.');
    expect(answer.data.total).toBe(1);
  });

  test('of a file that changed says so, or shows its new text', async () => {
    const place = makePlace();
    const server = await startServer(place);
    write(place, 'a.md', 'zebra one\n');
    await server.call('ctx_index', { path: 'a.md' });
    write(place, 'a.md', 'zebra one and two\n');
    const answer = await search(server, { queries: ['zebra'] });
    expect(answer.text).toMatch(/zebra one and two|changed since it was indexed/);
  });

  test('of a file that is gone is not shown, and that is told', async () => {
    const place = makePlace();
    const server = await startServer(place);
    write(place, 'a.md', 'zebra one\n');
    await server.call('ctx_index', { path: 'a.md' });
    rmSync(join(place.project, 'a.md'));
    const answer = await search(server, { queries: ['zebra'] });
    expect([answer.isError, hitsOf(answer)]).toEqual([false, []]);
    expect(answer.text).toContain('\nMatches not shown: #1 a.md (the file is gone).');
    expect(answer.data.gone).toEqual([{ id: '#1', source: 'a.md' }]);
    const timeline = await search(server, { queries: ['zebra'], sort: 'timeline' });
    expect(timeline.text).toContain('the file is gone');
    expect(hitsOf(timeline)[0]).toMatchObject({ id: '#1', gone: true });
  });

  test('of a file that is gone is told beside the hits of others, once for all questions', async () => {
    const place = makePlace();
    const server = await startServer(place);
    for (const name of ['a.md', 'b.md', 'c.md']) write(place, name, `zebra herd of ${name}\n`);
    await server.call('ctx_index', { path: '.' });
    rmSync(join(place.project, 'b.md'));
    const answer = await search(server, { queries: ['zebra', 'herd'] });
    expect(sourcesOf(answer)).toEqual(expect.arrayContaining(['a.md', 'c.md']));
    expect(answer.text.match(/Matches not shown: #\d b\.md \(the file is gone\)\./g)).toHaveLength(1);
    expect(answer.data.gone).toEqual([{ id: expect.stringMatching(/^#\d$/), source: 'b.md' }]);
    write(place, 'b.md', 'zebra herd of b.md\n');
    const again = await search(server, { queries: ['zebra'] });
    expect(again.text).not.toContain('not shown');
    expect(again.data.gone).toBeUndefined();
  });
});

describe('an answer', () => {
  test('says by what an unknown word was replaced', async () => {
    const server = await serverWith({ k: 'The kubernetes cluster calls useEffectCleanup.' });
    expect((await search(server, { queries: ['kuberntes'] })).text).toMatch(
      /^"kuberntes" taken as kubernetes\n#1 k/,
    );
    expect((await search(server, { queries: ['useEff'] })).text).toMatch(
      /^"useEff" taken as useEffectCleanup\n#1 k/,
    );
    expect((await search(server, { queries: ['cluster'] })).text).not.toContain('taken as');
  });

  test('says which words no shown passage holds', async () => {
    const server = await serverWith({ a: 'zebras in the herd', b: 'lions in the pride' });
    for (const sort of ['relevance', 'timeline']) {
      const answer = await search(server, { queries: ['zebras xylophone'], sort });
      expect(answer.text).toMatch(/^without: xylophone\n#1 a/);
      expect(answer.data.missing).toEqual(['xylophone']);
    }
    expect((await search(server, { queries: ['zebras herd'] })).text).not.toContain('without');
  });

  test('without a hit says what was searched, what comes near, and what there is', async () => {
    const sources = Array.from({ length: 7 }, (_, n) => [`page ${n}`, `configuration ${n}`]);
    const server = await serverWith(Object.fromEntries(sources));
    const answer = await search(server, { queries: ['confabulation'] });
    expect(answer.text).toBe(
      [
        'No match for "confabulation". Nearest terms: configuration.',
        'Searched: 7 sources, 7 passages.',
        'Newest sources: #7 page 6; #6 page 5; #5 page 4; #4 page 3; #3 page 2.',
      ].join('\n'),
    );
  });

  test('of any kind is short, within its budget, and gives no orders', async () => {
    const long = (word: string): string => `${word} ${'in the long grass of the plain '.repeat(60)}\n`;
    const server = await serverWith(
      Object.fromEntries(
        ['zebra', 'quagga', 'lion'].map((name) => [`${name} ${'x'.repeat(150)}`, long(name).repeat(5)]),
      ),
    );
    const queries = ['zebra grass', 'quagga', 'lion', 'xylophone', ''];
    for (const args of [
      { queries },
      { queries, limit: 20 },
      { queries: ['zebra'], source: 'none' },
      { queries, sort: 'timeline' },
      { sort: 'timeline', limit: 20 },
      { kind: 'event' },
      { queries: [''] },
    ])
      for (const max_bytes of [256, 700, 4_096, 32_768]) {
        const answer = await search(server, { ...args, max_bytes });
        const size = Buffer.byteLength(answer.text);
        expect([args, max_bytes, answer.isError, size <= max_bytes]).toEqual([args, max_bytes, false, true]);
        const own = hitsOf(answer).reduce(
          (text, { text: shown }) => text.replace(String(shown), ''),
          answer.text,
        );
        expect(own).not.toMatch(ORDERS);
      }
  });

  test('shows no passage twice, and gives each question its part', async () => {
    const text = (name: string): string =>
      Array.from({ length: 40 }, (_, n) => `## ${name} ${n}\n\nzebra ${'grass '.repeat(60)}\n`).join('\n');
    const server = await serverWith({ a: text('herd'), b: text('plain') });
    for (const sort of ['relevance', 'timeline']) {
      const answer = await search(server, { queries: ['zebra', 'zebra grass', 'grass'], limit: 3, sort });
      const places = hitsOf(answer).map(({ id, lines }) => `${id} ${lines}`);
      expect(places.length, sort).toBeGreaterThan(1);
      expect(new Set(places).size, sort).toBe(places.length);
      if (sort === 'relevance') expect(new Set(hitsOf(answer).map(({ query }) => query)).size).toBe(3);
    }
  });
});

describe('the timeline', () => {
  test('without questions: the newest sources and events, those of hooks that run now included', async () => {
    const place = makePlace();
    const server = await startServer(place);
    await server.call('ctx_index', { content: 'zebra', source: 'first' });
    await server.call('hook_event', { event: 'PreCompact', session_id: 's1', trigger: 'auto' });
    await server.call('ctx_index', { content: 'quagga', source: 'second' });
    await runHook(place, { input: hookPayload(place, { tool_name: 'Bash', tool_use_id: 't1' }) });
    const answer = await search(server, { sort: 'timeline', limit: 20 });
    expect(hitsOf(answer).map(({ source, title }) => title || source)).toEqual([
      expect.stringMatching(/Bash/),
      'second',
      'auto',
      'first',
    ]);
    expect(answer.data.total).toBe(4);
    expect(answer.text).toMatch(/^event:compaction auto, session s1, /m);
    expect(hitsOf(await search(server, { sort: 'timeline' }))).toHaveLength(3);
  });

  test.each([
    [10_000, false],
    [10_001, true],
  ])('of %i events says whether older ones were passed over', async (count, isTold) => {
    const place = makePlace();
    const server = await startServer(place);
    await server.call('ctx_index', { content: 'zebra', source: 'page' });
    const database = openDatabase({ driver: testDriver(), path: storePath(place) });
    addEvents(database, count);
    database.close();
    for (const args of [{ sort: 'timeline' }, { queries: ['detail'], kind: 'event' }]) {
      const answer = await search(server, args);
      const line = '[events: the newest 10,000 were looked at, older ones not]';
      expect(answer.text.split('\n').includes(line)).toBe(isTold);
    }
    expect((await search(server, { sort: 'timeline', kind: 'doc' })).text).not.toContain('looked at');
    const cli = await runCli(place, 'search', '--sort', 'timeline');
    expect(cli.stderr.includes('the newest 10,000 were looked at')).toBe(isTold);
  });

  test('filters apply', async () => {
    const server = await startServer(makePlace());
    await server.call('ctx_index', { content: 'zebra', source: 'docs/a' });
    await server.call('ctx_index', { content: 'zebra two', source: 'other' });
    await server.call('hook_event', { event: 'PreCompact', session_id: 's1', trigger: 'auto' });
    const timeline = async (filter: object) =>
      sourcesOf(await search(server, { sort: 'timeline', limit: 20, ...filter }));
    expect(await timeline({ source: 'docs/*' })).toEqual(['docs/a']);
    expect(await timeline({ source: '#2' })).toEqual(['other']);
    expect(await timeline({ kind: 'doc' })).toEqual(['other', 'docs/a']);
    for (const filter of [
      { kind: 'event' },
      { source: 'session s1' },
      { source: 'event:compaction' },
      { source: 'event:*' },
    ])
      expect(await timeline(filter)).toEqual(['event:compaction']);
    expect(await timeline({ source: 'event:decision' })).toEqual([]);
    expect(await timeline({ since: '1h' })).toHaveLength(3);
    expect(await timeline({ since: '2999-01-01' })).toEqual([]);
  });

  test('with questions: of all that matches the newest, whatever its rank', async () => {
    const place = makePlace();
    const server = await startServer(place);
    for (let n = 0; n < 40; n += 1) {
      write(place, `note${n}.md`, `# Note ${n}\n\n${'zebra '.repeat(40 - n)} and other animals\n`);
      const at = new Date(Date.UTC(2020, 0, 1 + n));
      utimesSync(join(place.project, `note${n}.md`), at, at);
    }
    await server.call('ctx_index', { path: '.' });
    await server.call('ctx_index', { content: 'one zebra at the end', source: 'newest' });
    await server.call('hook_event', {
      event: 'PreToolUse',
      session_id: 's',
      tool_name: 'Zebra',
      tool_use_id: 't',
    });
    const answer = await search(server, { queries: ['zebra'], sort: 'timeline' });
    expect(sourcesOf(answer).slice(0, 2)).toEqual(['session s', 'newest']);
    expect(answer.data.total).toBe(42);
    expect(hitsOf(answer)[1]?.text).toBe('one zebra at the end');
  });

  test('events alone are found by their words', async () => {
    const server = await startServer(makePlace());
    for (const tool_name of ['Bash', 'Read'])
      await server.call('hook_event', {
        event: 'PreToolUse',
        session_id: 's',
        tool_name,
        tool_use_id: tool_name,
      });
    expect(hitsOf(await search(server, { queries: ['bash'], kind: 'event' }))).toMatchObject([
      { kind: 'event', title: 'pre_tool Bash', source: 'session s' },
    ]);
    expect(hitsOf(await search(server, { queries: ['pre_tool'], kind: 'event' }))).toHaveLength(2);
  });
});

describe('many searches in a short time', () => {
  const ask = { queries: ['zebra', 'herd', 'plain'], limit: 2 };
  const herd = { a: 'zebra herd plain one', b: 'zebra herd plain two', c: 'zebra', d: 'herd', e: 'plain' };

  test('note: all as asked, one more line from the ninth call on; reads and questions do not count', async () => {
    const server = await serverWith(herd);
    for (let call = 1; call <= 10; call += 1) {
      await server.call('ctx_read', { id: '#1' });
      const answer = await search(server, ask);
      expect([call, hitsOf(answer).length]).toEqual([call, 5]);
      const last = answer.text.split('\n').at(-1) ?? '';
      if (call < 9) expect(answer.text).not.toContain('within 60 s');
      else expect(last).toBe(`[search ${call} within 60 s; queries takes up to 20 questions per call]`);
    }
  });

  test('limit: three calls as asked, then one hit per question, the ninth is refused', async () => {
    const server = await serverWith(herd, { PLIMSOLL_SEARCH_THROTTLE: 'limit' });
    for (let call = 1; call <= 8; call += 1) {
      const answer = await search(server, ask);
      expect([call, hitsOf(answer).length]).toEqual([call, call <= 3 ? 5 : 3]);
      expect(answer.text.includes('one hit per question')).toBe(call > 3);
    }
    for (const call of [9, 9]) {
      const refused = await search(server, ask);
      expect(refused).toMatchObject({
        isError: true,
        data: { verdict: 'deny', error: 'SEARCH_THROTTLED' },
      });
      expect(refused.text).toMatch(
        new RegExp(`^Not searched: call ${call} within 60 s\\. One call takes up to 20`),
      );
    }
    expect((await server.call('ctx_read', { id: '#1' })).isError).toBe(false);
  });

  test('off: all as asked; a wrong setting is told by the call that meets it', async () => {
    const server = await serverWith(herd, { PLIMSOLL_SEARCH_THROTTLE: 'off' });
    for (let call = 1; call <= 12; call += 1)
      expect((await search(server, ask)).text).not.toContain('within 60 s');
    const wrong = await serverWith(herd, { PLIMSOLL_SEARCH_THROTTLE: 'never' });
    expect(await search(wrong, ask)).toMatchObject({ isError: true, data: { error: 'ARGUMENT_INVALID' } });
  });
});

test('the command line searches with the same filters', async () => {
  const place = makePlace();
  write(place, 'a.md', '# Herd\n\nzebra\n');
  write(place, 'b.ts', 'export const zebra = 1;\n');
  await runCli(place, 'index', 'a.md', 'b.ts');
  const found = async (...args: readonly string[]) => {
    const { stdout } = await runCli(place, 'search', 'zebra', '--json', ...args);
    return (JSON.parse(stdout) as { hits: readonly Fields[] }).hits.map(({ source }) => source);
  };
  expect([...(await found())].sort()).toEqual(['a.md', 'b.ts']);
  expect(await found('--kind', 'code')).toEqual(['b.ts']);
  expect(await found('--source', '*.md')).toEqual(['a.md']);
  expect(await found('--since', '1h', '--source', '#1')).toEqual(['a.md']);
  expect(await runCli(place, 'search', 'zebra', '--kind', 'film')).toMatchObject({ exitCode: 2 });
  expect(await runCli(place, 'search', 'zebra', '--since', 'ever')).toMatchObject({ exitCode: 2 });
});

import { describe, expect, test } from 'vitest';
import { startServer, type ToolAnswer } from '../helpers/product/line-client.ts';
import { makePlace } from '../helpers/product/places.ts';
import { isPosix } from '../helpers/product/processes.ts';

const results = ({ data }: ToolAnswer) => data.results as readonly Readonly<Record<string, unknown>>[];
const hits = ({ data }: ToolAnswer) => data.hits as readonly Readonly<Record<string, unknown>>[];

describe.skipIf(!isPosix)('a batch', () => {
  test('runs all commands, a failing one among them; each has its own id, exit code, duration and bytes', async () => {
    const server = await startServer(makePlace());
    const answer = await server.call('ctx_batch_execute', {
      commands: [
        { label: 'loop', command: 'for i in 1 2 3; do echo "round $i"; done | sort -r' },
        { label: 'bad', command: 'echo out; echo oops >&2; exit 9' },
        {
          label: 'branch',
          command: 'f() { if [ "$1" = a ]; then echo is-a; else echo other; fi; }; f a && f b',
        },
        { label: 'silent', command: 'true' },
      ],
      concurrency: 4,
    });
    expect(answer.isError).toBe(false);
    expect(results(answer)).toMatchObject([
      { label: 'loop', exit_code: 0, bytes_out: 24, stored: '#1', duration_ms: expect.any(Number) },
      { label: 'bad', exit_code: 9, bytes_out: 9, stored: '#2' },
      { label: 'branch', exit_code: 0, stored: '#3' },
      { label: 'silent', exit_code: 0, bytes_out: 0 },
    ]);
    expect(answer.text).toMatch(/round 3\nround 2\nround 1\n\n## bad: .*\n\[exit 9, /);
    expect(answer.text).toContain('is-a\nother');
  });

  test('makes every output searchable by its label; equal labels overwrite nothing', async () => {
    const server = await startServer(makePlace());
    await server.call('ctx_batch_execute', {
      commands: [
        { label: 'disk report', command: 'echo first zebra' },
        { label: 'disk report', command: 'echo second zebra' },
        { label: 'other', command: 'echo third zebra' },
      ],
    });
    const answer = await server.call('ctx_search', { queries: ['zebra'], source: 'disk report' });
    expect(
      hits(answer)
        .map(({ text }) => String(text).trim())
        .sort(),
    ).toEqual(['first zebra', 'second zebra']);
    const byWords = await server.call('ctx_search', { queries: ['disk report'] });
    expect(hits(byWords).map(({ source }) => source)).toEqual(['disk report', 'disk report']);
    expect(byWords.text).toContain(' disk report, lines ');
  });

  test('answers questions from its own outputs only; without a match one line says whether the store has one', async () => {
    const server = await startServer(makePlace());
    await server.call('ctx_index', { content: 'The giraffe eats acacia.', source: 'notes' });
    const answer = await server.call('ctx_batch_execute', {
      commands: [
        {
          label: 'a',
          command: 'for i in $(seq 1 3000); do echo "line $i"; done; echo "the zebra crossed"; seq 1 500',
        },
        { label: 'b', command: 'echo plain' },
      ],
      queries: ['zebra', 'giraffe', 'hippopotamus'],
    });
    expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(4_096);
    expect(answer.text).toContain('the zebra crossed');
    expect(answer.text).not.toContain('acacia');
    expect(answer.text).toMatch(/No match for "giraffe" in these outputs; the store has 1 match: ctx_search/);
    expect(answer.text).toMatch(/No match for "hippopotamus" in these outputs, nor in the store\./);
    expect(hits(answer)).toEqual([expect.objectContaining({ query: 'zebra', id: '#2', source: 'a' })]);
  });

  test('ends with the way back to what is missing, with and without questions', async () => {
    const server = await startServer(makePlace());
    const commands = [
      { label: 'a', command: 'for i in $(seq 1 3000); do echo "line $i"; done; echo "the zebra crossed"' },
    ];
    for (const queries of [undefined, ['zebra'], ['zebra', 'hippopotamus']]) {
      const answer = await server.call('ctx_batch_execute', {
        commands,
        ...(queries === undefined ? {} : { queries }),
      });
      expect(answer.text.trimEnd().split('\n').at(-1)).toMatch(
        /^\[each #n saved to .*\/out\/<n>\.txt; ctx_search\(source: "#n" or the label\)\]$/,
      );
      expect(answer.text).toMatch(
        /\n\[#\d+: \d+ of 3,001 lines shown, .*; ctx_read\(id: "#\d+", lines: "[^"]+"\)\]\n/,
      );
      if (queries !== undefined) expect(answer.text).toMatch(/the zebra crossed[\s\S]*\n## a: /);
    }
  });

  test('names an output by its own label, even where the same text was there before under another', async () => {
    const server = await startServer(makePlace());
    await server.call('ctx_batch_execute', { commands: [{ label: 'old', command: 'echo same zebra' }] });
    const answer = await server.call('ctx_batch_execute', {
      commands: [{ label: 'new', command: 'echo same zebra' }],
      queries: ['zebra'],
    });
    expect(hits(answer)).toEqual([expect.objectContaining({ id: '#2', source: 'new' })]);
    expect(answer.text).toContain('#2 new, lines ');
    const again = await server.call('ctx_search', { queries: ['zebra'], source: 'new' });
    expect(hits(again)).toEqual([expect.objectContaining({ id: '#2', source: 'new' })]);
  });

  test('runs at most as many at a time as asked for', async () => {
    const server = await startServer(makePlace());
    const commands = Array.from(
      { length: 6 },
      (_, n) => `mkdir lock && sleep 0.1 && rmdir lock && echo ran ${n}`,
    );
    const answer = await server.call('ctx_batch_execute', { commands });
    expect(results(answer).map(({ exit_code }) => exit_code)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test('keeps its budget, however many commands there are, and shows those that failed first', async () => {
    const server = await startServer(makePlace());
    const commands = Array.from({ length: 30 }, (_, n) => ({
      label: `part ${n}`,
      command: `seq 1 1000; echo "output of ${n}"; exit ${n === 20 ? 3 : 0}`,
    }));
    const answer = await server.call('ctx_batch_execute', { commands, concurrency: 8 });
    expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(4_096);
    expect(answer.text).toContain('output of 20');
    expect(answer.text).not.toMatch(/\[#\d+: 0 of/);
    expect(answer.text).toMatch(/\[each #n saved to .*<n>\.txt; ctx_search\(source: "#n" or the label\)\]$/);
    expect(results(answer).filter(({ stored }) => !/^#\d+$/.test(String(stored)))).toEqual([]);
  });

  test('keeps a small budget with long labels, too: what failed is named first, the rest is counted', async () => {
    const server = await startServer(makePlace());
    const commands = Array.from({ length: 50 }, (_, n) => ({
      label: `part ${n} ${'x'.repeat(180)}`,
      command: `seq 1 500; exit ${n === 40 ? 3 : 0} # ${'y'.repeat(200)}`,
    }));
    const answer = await server.call('ctx_batch_execute', { commands, concurrency: 8, max_bytes: 1_024 });
    expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(1_024);
    expect(answer.text).toMatch(/^## part 40 .*\n\[exit 3, /m);
    expect(answer.text).toMatch(/^\[\d+ more, not named: \d+ exit 0; #\d+ to #\d+\]$/m);
    expect(results(answer).filter(({ stored }) => !/^#\d+$/.test(String(stored)))).toEqual([]);
  });

  test('shortens its headings where that gives those that failed a place', async () => {
    const server = await startServer(makePlace());
    const commands = Array.from({ length: 30 }, (_, n) => ({
      label: `job number ${n}`,
      command: `seq 1 1000; echo "error: thing ${n} broke" >&2; exit ${n % 5 === 0 ? 1 : 0}`,
    }));
    const answer = await server.call('ctx_batch_execute', { commands, concurrency: 8 });
    expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(4_096);
    expect(answer.text).not.toMatch(/\[exit 1, .*not shown\]/);
    for (let n = 0; n < 30; n += 5) expect(answer.text).toContain(`error: thing ${n} broke`);
  });

  test('gives each command a handle of its own, also where two say the same under one label', async () => {
    const server = await startServer(makePlace());
    const commands = ['same', 'same', 'other'].map((label) => ({ label, command: 'echo one walrus' }));
    const answer = await server.call('ctx_batch_execute', { commands, queries: ['walrus'] });
    expect(new Set(results(answer).map(({ stored }) => stored)).size).toBe(3);
    expect(hits(answer).length).toBeGreaterThan(0);
    for (const { stored } of results(answer))
      expect((await server.call('ctx_read', { id: stored })).text).toContain('one walrus');
  });

  test('has a command in each entry, and names the one that is none', async () => {
    const server = await startServer(makePlace());
    expect(await server.call('ctx_batch_execute', { commands: ['  '] })).toMatchObject({
      isError: true,
      text: 'ctx_batch_execute: commands.0.command is "  "; accepted: a command.',
    });
    expect((await server.call('ctx_batch_execute', { commands: ['echo \0'] })).text).toBe(
      'ctx_batch_execute: commands.0.command is "echo \\u0000"; accepted: a command without NUL characters.',
    );
  });

  test('that cannot run at all is an error', async () => {
    const server = await startServer(makePlace());
    const answer = await server.call('ctx_batch_execute', { commands: ['ls'], cwd: 'nowhere' });
    expect(answer).toMatchObject({ isError: true, text: expect.stringMatching(/cwd is "nowhere"/) });
  });
});

test.skipIf(!isPosix)(
  'a client with a token is told how long a run lasts; another one is told nothing',
  async () => {
    const server = await startServer(makePlace());
    const call = (code: string, _meta?: object) =>
      server.request('tools/call', {
        name: 'ctx_execute',
        arguments: { language: 'shell', code },
        ...(_meta === undefined ? {} : { _meta }),
      });
    const notes = () =>
      server.messages.flatMap((message) =>
        'method' in message && message.method === 'notifications/progress'
          ? [(message as unknown as { params: Readonly<Record<string, unknown>> }).params]
          : [],
      );
    await call('echo x; sleep 2.5');
    await call('echo short', { progressToken: 'short' });
    expect(notes()).toEqual([]);
    await call('echo 12345; sleep 4.6', { progressToken: 'long' });
    expect(notes().map(({ progressToken }) => progressToken)).toEqual(['long', 'long']);
    expect(notes().map(({ message }) => message)).toEqual([
      expect.stringMatching(/^2\.\d s, 6 B$/),
      expect.stringMatching(/^4\.\d s, 6 B$/),
    ]);
    expect(Number(notes()[1]?.progress)).toBeGreaterThan(Number(notes()[0]?.progress));
  },
);

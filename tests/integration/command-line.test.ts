import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCli } from '../helpers/product/command-line.ts';
import { hookPayload, runHook } from '../helpers/product/hook-runner.ts';
import { makePlace, type Place } from '../helpers/product/places.ts';

type Fields = Readonly<Record<string, unknown>>;

async function found(place: Place, ...args: readonly string[]): Promise<readonly Fields[]> {
  const { stdout, stderr } = await runCli(place, 'search', '--json', ...args);
  expect(stderr).toBe('');
  return (JSON.parse(stdout) as { hits: readonly Fields[] }).hits;
}

describe('search', () => {
  test('by time: sources and events, without a question or with one, and the same filters', async () => {
    const place = makePlace();
    writeFileSync(join(place.project, 'a.md'), '# Herd\n\nzebra one\n');
    writeFileSync(join(place.project, 'b.ts'), 'export const zebra = 2;\n');
    await runCli(place, 'index', 'a.md');
    await runCli(place, 'index', 'b.ts');
    await runHook(place, { input: hookPayload(place, { tool_name: 'Bash', tool_use_id: 't1' }) });

    const all = await found(place, '--sort', 'timeline', '--limit', '9');
    expect([...all].map(({ source }) => source).slice(1)).toEqual(['b.ts', 'a.md']);
    expect(all[0]).toMatchObject({ kind: 'event', title: expect.stringContaining('Bash'), lines: '' });
    expect(all.map(({ at }) => at)).toEqual([...all.map(({ at }) => at)].sort().reverse());

    const asked = await found(place, 'zebra', '--sort', 'timeline');
    expect(asked).toMatchObject([
      { query: 'zebra', id: '#2', source: 'b.ts', text: expect.stringContaining('zebra = 2') },
      { query: 'zebra', id: '#1', source: 'a.md', title: 'Herd', text: expect.stringContaining('zebra one') },
    ]);
    expect(await found(place, '--sort', 'timeline', '--kind', 'doc')).toMatchObject([{ source: 'a.md' }]);
    expect(await found(place, '--sort', 'timeline', '--source', '*.ts')).toMatchObject([{ source: 'b.ts' }]);
    expect(await found(place, '--sort', 'timeline', '--since', '2999-01-01')).toEqual([]);
    expect(await found(place, '--kind', 'event')).toMatchObject([{ kind: 'event' }]);
    expect(await found(place, 'bash', '--kind', 'event')).toHaveLength(1);

    const { stdout } = await runCli(place, 'search', '--sort', 'timeline', '--source', 'a.md');
    expect(stdout).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z #1 a\.md, lines 1-3\n$/);
  });

  test('without a question it needs the order of time; a wrong order is told', async () => {
    const place = makePlace();
    expect(await runCli(place, 'search')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--sort timeline'),
    });
    expect(await runCli(place, 'search', 'x', '--sort', 'age')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('accepted: relevance, timeline'),
    });
  });

  test('a file that is gone is named on stderr', async () => {
    const place = makePlace();
    writeFileSync(join(place.project, 'a.md'), 'zebra one\n');
    await runCli(place, 'index', 'a.md');
    rmSync(join(place.project, 'a.md'));
    expect(await runCli(place, 'search', 'zebra')).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'plimsoll: matches not shown: #1 a.md is gone\n',
    });
  });
});

test.each(['serve', 'hook', 'statusline', 'search', 'read', 'index', 'stats', 'demo'])(
  '%s --help prints its help and does nothing else',
  async (name) => {
    const place = makePlace();
    for (const flag of ['--help', '-h']) {
      const { exitCode, stdout, stderr } = await runCli(place, name, flag);
      expect([exitCode, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(new RegExp(`^.+\\n\\nplimsoll ${name}\\b`));
    }
  },
);

test.each([
  [['stats', 'all'], '"all"'],
  [['read', '#1', '#2', '12'], '"#2", "12"'],
  [['demo', 'now'], '"now"'],
  [['serve', 'me', '--stdio'], '"me", "--stdio"'],
  [['statusline', 'x y'], '"x y"'],
  [['stats', '--', '--help'], '"--help"'],
])('%j is refused, with what is too much', async (args, named) => {
  const { exitCode, stdout, stderr } = await runCli(makePlace(), ...args);
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^plimsoll: (?:\w+: )?unexpected arguments?: /);
  expect(stderr).toContain(`: ${named}.`);
});

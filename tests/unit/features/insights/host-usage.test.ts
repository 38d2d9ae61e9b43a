import { appendFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { readUsage } from '#features/insights/host-usage.ts';
import { claudeUsage } from '#platforms/transcripts/claude-usage.ts';

let path = '';
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-usage-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  path = join(folder, 's.jsonl');
});

const reply = (id: string, used: number, output = 10, fields: object = {}): object => ({
  type: 'assistant',
  isSidechain: false,
  message: {
    id,
    usage: { input_tokens: 5, cache_read_input_tokens: used - 5, output_tokens: output },
  },
  ...fields,
});
const boundary = { type: 'system', subtype: 'compact_boundary', compactMetadata: { trigger: 'auto' } };
const write = (...lines: readonly object[]): void =>
  appendFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
const look = (mark?: Parameters<typeof readUsage>[1]) => readUsage(path, mark, claudeUsage);

it('there is nothing to tell where there is no transcript', () => {
  expect(look()).toBeUndefined();
});

it('a reply in several lines counts once, with what its last line says', () => {
  write(reply('a', 1_000, 1), reply('a', 1_000, 7), reply('b', 2_000, 3));
  expect(look()?.usage).toMatchObject({
    replies: 2,
    inputTokens: 10,
    cacheReadTokens: 2_990,
    outputTokens: 10,
    curve: [1_000, 2_000],
  });
});

it('a look goes on where the last one ended, also in the middle of a reply and of a line', () => {
  const whole = JSON.stringify(reply('b', 2_000, 9));
  write(reply('a', 1_000), reply('b', 2_000, 1));
  appendFileSync(path, whole.slice(0, 40));
  const first = look();
  expect(first?.usage).toMatchObject({ replies: 2, outputTokens: 11, unreadBytes: 40 });
  appendFileSync(path, `${whole.slice(40)}\n`);
  write(reply('c', 3_000));
  const second = look(first?.mark);
  expect(second?.usage).toEqual({ ...look()?.usage });
  expect(second?.usage).toMatchObject({ replies: 3, outputTokens: 29, unreadBytes: 0 });
});

it('compactions break the curve; what subagents use is counted and is not in it', () => {
  write(reply('a', 9_000), boundary, reply('b', 2_000), reply('x', 7_777, 10, { isSidechain: true }));
  expect(look()?.usage).toMatchObject({ compactions: 1, replies: 3, curve: [9_000, 0, 2_000] });
});

it('another file, or one that was cut, is read from its start', () => {
  write(reply('a', 1_000), reply('b', 2_000));
  const mark = look()?.mark;
  writeFileSync(path, `${JSON.stringify(reply('z', 500))}\n`);
  expect(look(mark)?.usage).toMatchObject({ replies: 1, curve: [500] });
  expect(look({ path: '/elsewhere', offset: 3, state: mark?.state ?? '' })?.usage.replies).toBe(1);
  expect(look({ path, offset: 0, state: 'no JSON' })?.usage.replies).toBe(1);
});

it('a link is not followed', () => {
  write(reply('a', 1_000));
  const link = `${path}.link`;
  symlinkSync(path, link);
  expect(readUsage(link, undefined, claudeUsage)).toBeUndefined();
});

it('a long session is shown by few points, compactions among them, and its sums are exact', () => {
  for (let part = 0; part < 20; part += 1)
    write(...Array.from({ length: 100 }, (_, i) => reply(`${part}-${i}`, 1_000 + i)), boundary);
  const usage = look()?.usage;
  expect(usage).toMatchObject({ replies: 2_000, compactions: 20, inputTokens: 10_000 });
  expect(usage?.curve.length).toBeLessThanOrEqual(48);
  expect(usage?.curve.filter((point) => point === 0).length).toBeGreaterThan(0);
});

import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createLog } from '#infra/logger.ts';
import { tempFolder } from '../../helpers/store/programs.ts';

const NOW = Date.UTC(2026, 10, 30, 10, 0, 0);
const log = (home: string) => createLog(home, 'hook', () => NOW);
const file = (home: string): string => join(home, 'logs', 'hook.log');
const entries = (home: string): readonly Record<string, unknown>[] =>
  readFileSync(file(home), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

it('writes one line of JSON per entry, private', () => {
  const home = tempFolder();
  log(home)({ code: 'INTERNAL', message: 'two\nlines', driver: 'vendored' });
  log(home)({ code: 'HOOK_FAILED', message: 'x' });
  expect(entries(home)).toEqual([
    {
      at: '2026-11-30T10:00:00.000Z',
      pid: process.pid,
      code: 'INTERNAL',
      message: 'two\nlines',
      driver: 'vendored',
    },
    { at: '2026-11-30T10:00:00.000Z', pid: process.pid, code: 'HOOK_FAILED', message: 'x' },
  ]);
  if (process.platform !== 'win32') expect(statSync(file(home)).mode & 0o777).toBe(0o600);
});

it('cuts a long message', () => {
  const home = tempFolder();
  log(home)({ code: 'INTERNAL', message: 'x'.repeat(10_000) });
  expect(entries(home)[0]?.message).toBe('x'.repeat(500));
});

it('starts a new file beyond a megabyte and keeps one old one', () => {
  const home = tempFolder();
  log(home)({ code: 'INTERNAL', message: 'first' });
  writeFileSync(file(home), 'x'.repeat(1024 * 1024 + 1));
  log(home)({ code: 'INTERNAL', message: 'second' });
  expect(entries(home).map((entry) => entry.message)).toEqual(['second']);
  expect(statSync(`${file(home)}.1`).size).toBe(1024 * 1024 + 1);
  writeFileSync(file(home), 'y'.repeat(1024 * 1024 + 2));
  log(home)({ code: 'INTERNAL', message: 'third' });
  expect(statSync(`${file(home)}.1`).size).toBe(1024 * 1024 + 2);
  expect(existsSync(`${file(home)}.2`)).toBe(false);
});

it('never throws and prints nothing, wherever it should write', () => {
  const home = join(tempFolder(), 'file');
  writeFileSync(home, '');
  const spies = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')];
  expect(() => log(home)({ code: 'INTERNAL', message: 'x' })).not.toThrow();
  for (const spy of spies) {
    expect(spy).not.toHaveBeenCalled();
    spy.mockRestore();
  }
});

import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { loadedManagedReader } from '#main/load-managed.ts';
import { hookVerdict } from '../helpers/product/hook-calls.ts';
import { startServer } from '../helpers/product/line-client.ts';
import { makeStrictPlace, type Place, writeSettings } from '../helpers/product/places.ts';
import { ROOT } from '../helpers/sources.ts';

const KEEP_LIMIT_MS = 15_000;

const kept = (place: Place): string => join(place.data, 'cache', 'code-rules.cjs-server.bin');

async function judged(place: Place) {
  const client = await startServer(place, { clientName: 'claude-code' });
  const input = { language: 'shell', code: 'git status && rm -rf build' };
  return { client, verdict: await hookVerdict(client, place, { tool: 'ctx_execute', input }) };
}

it('a server keeps what judges code compiled, for the servers to come, and believes no file that is not whole', {
  timeout: 60_000,
}, async () => {
  const place = makeStrictPlace();
  writeSettings(join(place.home, '.claude'), { permissions: { deny: ['Bash(rm *)'] } });
  const first = await judged(place);
  expect(first.verdict.decision).toBe('deny');
  await vi.waitFor(() => expect(existsSync(kept(place))).toBe(true), KEEP_LIMIT_MS);
  await first.client.end();
  const { mode, ino } = statSync(kept(place));
  expect(mode & 0o777).toBe(0o600);

  const second = await judged(place);
  expect(second.verdict.decision).toBe('deny');
  await second.client.end();
  expect(statSync(kept(place)).ino).toBe(ino);

  const bytes = readFileSync(kept(place));
  writeFileSync(kept(place), bytes.subarray(0, bytes.length / 2));
  const third = await judged(place);
  expect(third.verdict.decision).toBe('deny');
  await third.client.end();
});

it('settings of device management are read by a bundle of their own', () => {
  const { root } = makeStrictPlace();
  const read = loadedManagedReader(join(ROOT, 'dist'), undefined);
  expect(read('plist', join(root, 'absent.plist'))).toEqual({ kind: 'absent' });
  writeFileSync(join(root, 'there.plist'), 'x');
  expect(read('plist', join(root, 'there.plist')).kind).toBe('unreadable');
});

import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startServer } from '../helpers/product/line-client.ts';
import { makePlace, type Place } from '../helpers/product/places.ts';

const kept = (place: Place): string => join(place.data, 'cache', 'server.cjs-server.bin');

/** A session of a few seconds in which something was stored and a module was imported; says what it was told. */
async function session(place: Place, forMs: number): Promise<string> {
  const server = await startServer(place);
  const stored = await server.call('ctx_execute', { language: 'shell', code: 'seq 1 3000' });
  await sleep(forMs);
  expect(await server.end()).toMatchObject({ code: 0 });
  return stored.text;
}

test('a server that lived for a while leaves its compiled code, and later ones start with it', async () => {
  const place = makePlace();
  expect(await session(place, 0)).toContain('of 3,000 lines shown');
  expect(existsSync(kept(place))).toBe(false);
  await session(place, 5_500);
  expect(statSync(kept(place)).mode & 0o777).toBe(0o600);
  const before = readFileSync(kept(place));
  expect(await session(place, 0)).toContain('of 3,000 lines shown');
  expect(readFileSync(kept(place)).equals(before)).toBe(true);
  // One wrong byte would end the process, if it were believed.
  const damaged = Buffer.from(before);
  damaged.writeUInt8((damaged.at(-100) ?? 0) ^ 1, damaged.length - 100);
  writeFileSync(kept(place), damaged);
  expect(await session(place, 0)).toContain('of 3,000 lines shown');
});

test('a server of which nothing was asked leaves no data folder', async () => {
  const place = makePlace();
  const server = await startServer(place);
  await sleep(5_500);
  expect(await server.end()).toMatchObject({ code: 0 });
  expect(existsSync(place.data)).toBe(false);
});

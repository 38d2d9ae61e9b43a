import { closeSync, openSync, truncateSync, writeSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../helpers/product/line-client.ts';
import { makePlace, type Place, storePath } from '../../helpers/product/places.ts';
import { testDriver } from '../../helpers/store/fixtures.ts';

const MIB = 1024 * 1024;

/** A place whose store exists and is closed. */
async function placeWithStore(): Promise<Place> {
  const place = makePlace();
  const server = await startServer(place);
  await server.call('ctx_index', { content: 'The zebra crossed at noon.', source: 'z' });
  await server.end();
  return place;
}

function fillStore(path: string): void {
  const connection = testDriver().open(path);
  connection.exec(`CREATE TABLE ballast (bytes BLOB);
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
    INSERT INTO ballast SELECT zeroblob(${MIB}) FROM n`);
  connection.close();
}

function lockStore(path: string): void {
  const connection = testDriver().open(path);
  connection.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  onTestFinished(() => connection.close());
}

function damageStore(path: string): void {
  const fd = openSync(path, 'r+');
  writeSync(fd, Buffer.alloc(4_096, 0xa5), 0, 4_096, 0);
  closeSync(fd);
}

const STATES: readonly (readonly [string, (path: string) => void])[] = [
  ['holds 200 MB', fillStore],
  ['is locked', lockStore],
  ['is damaged', damageStore],
  ['is empty', (path) => truncateSync(path, 0)],
];

/** Milliseconds from the start of the process to the answer of `tools/list`, the shortest of four: other work of the machine only adds. */
async function startTime(place: Place): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 4; n += 1) {
    const startMs = performance.now();
    const server = await startServer(place);
    await server.request('tools/list');
    times.push(performance.now() - startMs);
    await server.kill();
  }
  return Math.min(...times);
}

test.each(STATES)('a store that %s does not delay the start', { timeout: 90_000 }, async (_state, change) => {
  const place = await placeWithStore();
  const soundMs = await startTime(place);
  change(storePath(place));
  const changedMs = await startTime(place);
  console.info(
    `start: ${Math.round(soundMs)} ms with a sound store, ${Math.round(changedMs)} ms with this one`,
  );
  expect(changedMs).toBeLessThan(soundMs * 1.5 + 100);
});

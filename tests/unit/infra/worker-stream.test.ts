import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startStream } from '#infra/worker-stream.ts';

const folder = mkdtempSync(join(tmpdir(), 'worker-stream-'));
const script = join(folder, 'count.mjs');
afterAll(() => rmSync(folder, { recursive: true }));

/** A thread that counts up to what it is ordered; 13 is too much for it. */
const COUNT = `import { workerData } from 'node:worker_threads';
import { makeFor } from '#infra/worker-stream.ts';
makeFor(workerData.stream, function* (order) {
  for (let n = 1; n <= order; n += 1) {
    if (n === 13) throw new Error('no thirteen');
    yield n;
  }
});`;

beforeAll(() => {
  buildSync({
    stdin: { contents: COUNT, resolveDir: join(import.meta.dirname, '../../..'), loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: script,
  });
});

it('a thread that was started before it was known what to make gives all of it in order', async () => {
  const stream = startStream(pathToFileURL(script));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect([...stream.take(12)]).toEqual(Array.from({ length: 12 }, (_, n) => n + 1));
});

it('one that is told at once does too, and nothing is nothing', () => {
  expect([...startStream(pathToFileURL(script)).take(3)]).toEqual([1, 2, 3]);
  expect([...startStream(pathToFileURL(script)).take(0)]).toEqual([]);
});

it('what fails there fails here, after what was made before', () => {
  const got: unknown[] = [];
  expect(() => {
    for (const n of startStream(pathToFileURL(script)).take(20)) got.push(n);
  }).toThrow('no thirteen');
  expect(got).toHaveLength(12);
});

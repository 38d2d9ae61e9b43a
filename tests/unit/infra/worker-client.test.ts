import { appendFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it, vi } from 'vitest';
import { createWorkerClient } from '#infra/worker-client.ts';

const folder = mkdtempSync(join(tmpdir(), 'worker-client-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A worker of these lines; `closed` is the file that it writes when it is asked to end. */
function workerOf(name: string, onJob: string) {
  const script = join(folder, `${name}.mjs`);
  const closed = join(folder, `${name}.closed`);
  writeFileSync(
    script,
    `import { parentPort } from 'node:worker_threads';
     import { writeFileSync } from 'node:fs';
     parentPort.on('message', (request) => {
       if (request === 'end') { writeFileSync(${JSON.stringify(closed)}, ''); parentPort.close(); return; }
       const flag = new Int32Array(request.cancelled);
       ${onJob}
       parentPort.postMessage({ id: request.id, ok: true, value: request.job });
     });`,
  );
  return { client: createWorkerClient(pathToFileURL(script), {}), closed };
}

it('lets the worker close what it holds', async () => {
  const { client, closed } = workerOf('plain', '');
  expect(await client.run('job', { timeoutMs: 5_000 })).toBe('job');
  await client.close();
  expect(existsSync(closed)).toBe(true);
});

it('a job that is still running is told to stop, and its worker closes in peace', async () => {
  const { client, closed } = workerOf('busy', 'while (Atomics.load(flag, 0) === 0);');
  const job = expect(client.run('job', { timeoutMs: 5_000 })).rejects.toThrow('was ended');
  await new Promise((resolve) => setTimeout(resolve, 200));
  await client.close();
  await job;
  expect(existsSync(closed)).toBe(true);
});

it('a worker that does not listen is ended all the same', async () => {
  const { client, closed } = workerOf('deaf', 'for (;;);');
  const job = expect(client.run('job', { timeoutMs: 5_000 })).rejects.toThrow('was ended');
  await new Promise((resolve) => setTimeout(resolve, 200));
  await client.close();
  await job;
  expect(existsSync(closed)).toBe(false);
});

it('a worker that is expected to be needed starts before its job, and ends when none comes', async () => {
  const { client, closed } = workerOf('early', '');
  const started = join(folder, 'early.started');
  appendFileSync(join(folder, 'early.mjs'), `;writeFileSync(${JSON.stringify(started)}, '');`);
  client.expect();
  await vi.waitFor(() => expect(existsSync(started)).toBe(true), 5_000);
  expect(await client.run('job', { timeoutMs: 5_000 })).toBe('job');
  rmSync(started);
  client.expect();
  await vi.waitFor(() => expect(existsSync(closed)).toBe(true), 10_000);
  expect(existsSync(started), 'a second one was started').toBe(false);
  await client.close();
});

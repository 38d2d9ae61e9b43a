import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startServer } from '../../helpers/product/line-client.ts';
import { makePlace } from '../../helpers/product/places.ts';
import { isPosix, markedSleep, residentBytes, waitFor } from '../../helpers/product/processes.ts';

const MIB = 1024 * 1024;
const shell = (code: string, more: object = {}): object => ({ language: 'shell', code, ...more });

describe.skipIf(!isPosix)('output of runs', () => {
  test('exec-021 endless NUL bytes are stopped at the cap and described; the reply is valid', {
    timeout: 90_000,
  }, async () => {
    const server = await startServer(makePlace());
    const answer = await server.call('ctx_execute', shell('cat /dev/zero'));
    expect(answer.isError).toBe(false);
    expect(answer.text).toContain('stopped after 256 MB');
    expect(answer.text).toMatch(
      /binary output: data, 268,\d{3},\d{3} bytes, sha256 [0-9a-f]{64}; saved to .*\.bin\]/,
    );
    expect(answer.text).not.toContain('\0');
    expect((await server.call('ctx_execute', shell('echo next'))).text).toContain('next');
  });

  test('exec-035 endless lines: head and tail, how much was left out, and memory stays flat', {
    timeout: 120_000,
  }, async () => {
    const server = await startServer(makePlace());
    await server.call('ctx_execute', shell('echo warm'));
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, residentBytes(server.pid));
    }, 20);
    const code = 'echo first of all; yes "some line of it"';
    const answer = await server
      .call('ctx_execute', shell(code, { timeout_ms: 3_000 }))
      .finally(() => clearInterval(watch));
    console.info(`endless output: ${Math.round(most / MIB)} MB resident at most`);
    expect(answer.text).toMatch(/timed out|stopped after 256 MB/);
    expect(answer.text).toContain('first of all');
    expect(answer.text).toMatch(/… [\d,]+ lines/);
    expect(answer.text).toMatch(/of [\d,]+ lines shown/);
    expect((await server.call('ctx_execute', shell('echo next'))).text).toContain('next');
  });

  test('exec-036 a cancelled call: its processes are gone within 3 s, the next call works', async () => {
    const server = await startServer(makePlace());
    const sleep = markedSleep();
    const params = { name: 'ctx_execute', arguments: shell(`${sleep.command}; true`) };
    server.send({ jsonrpc: '2.0', id: 'run', method: 'tools/call', params });
    await waitFor('it sleeps', () => sleep.pids().length === 1, 5_000);
    server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'run' } });
    await waitFor('it is gone', () => sleep.pids().length === 0, 3_000);
    expect((await server.call('ctx_execute', shell('echo next'))).text).toContain('next');
  });

  test('exec-038 noise on stderr, also by its file, never reaches the protocol', async () => {
    const server = await startServer(makePlace());
    const answer = await server.call('ctx_execute', shell('echo noise >&2; echo noise > /dev/stderr'));
    // Both: a run's output is a pipe, which can be opened by name; a socket could not.
    expect(answer.text).toMatch(/\nnoise\nnoise$/);
    await delay(50);
    expect(server.noise).toEqual([]);
  });

  test('exec-039 characters are not cut, neither between pieces nor where the answer is cut', async () => {
    const server = await startServer(makePlace());
    for (const unit of ['🙂', 'é', '日', '👩‍👩‍👧']) {
      const code = `process.stdout.write(${JSON.stringify(unit)}.repeat(30000))`;
      const { text } = await server.call('ctx_execute', { language: 'javascript', code });
      expect(text).toContain(unit);
      expect(text).not.toContain('\ufffd');
      expect(text.isWellFormed?.() ?? true).toBe(true);
    }
  });

  test('a binary file is described and stored, whole', async () => {
    const place = makePlace();
    const server = await startServer(place);
    const image = Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      ...Array.from({ length: 3_000 }, (_, i) => createHash('sha256').update(`${i}`).digest()),
    ]);
    writeFileSync(join(place.project, 'image.png'), image);
    const { text, data } = await server.call('ctx_execute', shell('cat image.png'));
    const hash = createHash('sha256').update(image).digest('hex');
    expect(text).toMatch(/^\[exit 0, \d+ ms, 94 KB(?: \(No OS[^)]*\))?\]\n\[#1: binary output: /);
    expect(text).toContain(`PNG image, 96,008 bytes, sha256 ${hash}`);
    expect(data).toMatchObject({ bytes_out: 96_008, stored: '#1' });
    const path = /saved to (.*\.bin)\]/.exec(text)?.[1] ?? '';
    expect(readFileSync(path).equals(image)).toBe(true);
    expect((await server.call('ctx_read', { id: data.stored })).text).toContain('PNG image');
  });

  test('values of secret variables reach neither the answer nor the disk', async () => {
    const place = makePlace();
    const secret = 'made-up-token-0815';
    const server = await startServer(place, {
      env: { DEPLOY_TOKEN: secret, KEY: 'main', SORT_KEY: 'created_at' },
    });
    const short = await server.call(
      'ctx_execute',
      shell('echo "$DEPLOY_TOKEN $KEY $SORT_KEY"; echo "https://x?t=$DEPLOY_TOKEN" >&2'),
    );
    expect(short.text).toMatch(
      /\n\[redacted:DEPLOY_TOKEN:[0-9a-f]{8}\] main created_at\nhttps:\/\/x\?t=\[redacted/,
    );
    const code =
      'for i in $(seq 1 40000); do echo "$i made-up $DEPLOY_TOKEN"; done; printf %s made-up-; sleep 0.1; echo token-0815';
    const long = await server.call('ctx_execute', shell(code));
    const path = /saved to (\S+\.txt)/.exec(long.text)?.[1] ?? '';
    const kept = readFileSync(path, 'utf8');
    expect(kept.split('\n')).toHaveLength(40_002);
    for (const text of [long.text, kept]) expect(text).not.toContain(secret);
  });
});

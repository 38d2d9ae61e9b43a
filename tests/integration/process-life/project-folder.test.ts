import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { type LineClient, startServer, toolAnswer } from '../../helpers/product/line-client.ts';
import { makePlace } from '../../helpers/product/places.ts';

const PWD = { name: 'ctx_execute', arguments: { language: 'shell', code: 'pwd' } };

/** Starts a server whose client offers these roots, and runs `pwd`. */
async function workingFolder(server: LineClient, roots: readonly string[] | undefined): Promise<string> {
  const capabilities = roots === undefined ? {} : { roots: {} };
  const clientInfo = { name: 'roots', version: '1' };
  await server.request('initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo });
  server.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  const id = 'run';
  server.send({ jsonrpc: '2.0', id, method: 'tools/call', params: PWD });
  const isAsked = (): { readonly id?: unknown } | undefined =>
    server.messages.find((message) => (message as { method?: string }).method === 'roots/list');
  if (roots !== undefined) {
    await expect.poll(isAsked, { timeout: 5_000 }).toBeDefined();
    const result = { roots: roots.map((folder) => ({ uri: pathToFileURL(folder).href })) };
    server.send({ jsonrpc: '2.0', id: isAsked()?.id, result });
  }
  return toolAnswer(await server.answerTo(id)).text;
}

test('code runs in the first root of the client, where the environment names no project', async () => {
  const place = makePlace();
  const root = join(place.root, 'with blank');
  mkdirSync(root);
  const server = await startServer(place, { clientName: null });
  expect(await workingFolder(server, [root])).toContain(`\n${root}`);
});

test('code runs in the current folder for a client without roots', async () => {
  const place = makePlace();
  const server = await startServer(place, { clientName: null });
  expect(await workingFolder(server, undefined)).toContain(`\n${place.project}`);
});

test('PLIMSOLL_PROJECT wins, and an unexpanded placeholder in it counts as absent', async () => {
  const place = makePlace();
  const named = join(place.root, 'named');
  mkdirSync(named);
  const server = await startServer(place, { env: { PLIMSOLL_PROJECT: named } });
  expect((await server.call(PWD.name, PWD.arguments)).text).toContain(`\n${named}`);
  const placeholder = ['$', '{CLAUDE_PROJECT_DIR}'].join('');
  const other = await startServer(place, { env: { PLIMSOLL_PROJECT: placeholder } });
  expect((await other.call(PWD.name, PWD.arguments)).text).toContain(`\n${place.project}`);
});

test('without any SQLite driver code still runs, and store tools say what is missing', async () => {
  const place = makePlace();
  writeFileSync(join(place.project, 'a.md'), '# a\n');
  const server = await startServer(place, { env: { PLIMSOLL_SQLITE_DRIVER: 'none' } });
  const short = await server.call('ctx_execute', { language: 'shell', code: 'echo still here' });
  expect([short.isError, short.text]).toEqual([false, expect.stringContaining('still here')]);
  const long = await server.call('ctx_execute', { language: 'shell', code: 'seq 1 200000' });
  expect([long.isError, long.text]).toEqual([false, expect.stringContaining('200000')]);
  const index = await server.call('ctx_index', { path: 'a.md' });
  expect([index.isError, index.text]).toEqual([true, expect.stringContaining('PLIMSOLL_SQLITE_DRIVER')]);
});

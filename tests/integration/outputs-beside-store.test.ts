import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readStats } from '../helpers/product/command-line.ts';
import { type LineClient, startServer, type ToolAnswer } from '../helpers/product/line-client.ts';
import { makePlace, namesIn, type Place, storePath } from '../helpers/product/places.ts';
import { canMount, mountTmpfs, STORE_ENV, testDriver } from '../helpers/store/fixtures.ts';
import { bundleProgram, type Running, start } from '../helpers/store/programs.ts';

const built = mkdtempSync(join(tmpdir(), 'plimsoll-program-'));
afterAll(() => rmSync(built, { recursive: true, force: true }));
const program = bundleProgram('store-program.ts', built);

/** What waiting for the lock may add to an answer, whoever has it: it is less than one whole wait. */
const WAITING_MS = 4_900;

/** How long such a call takes here, without a lock in the way. */
async function usualMs(server: LineClient): Promise<number> {
  const startMs = performance.now();
  await server.call('ctx_batch_execute', { ...batch(['w', 'x', 'y', 'z']), queries: ['w'] });
  return performance.now() - startMs;
}
const outDir = (place: Place): string => join(dirname(storePath(place)), 'out');
const strangers = (place: Place): readonly string[] =>
  namesIn(outDir(place)).filter((name) => !/^\d+\.(txt|bin)$/.test(name));

/** A server whose store exists. */
async function startedServer(place: Place, env: Readonly<Record<string, string>> = {}): Promise<LineClient> {
  const server = await startServer(place, { env });
  await server.call('ctx_index', { content: 'a first text about turnips', source: 'first' });
  return server;
}

/** Another process that holds a lock of the store until `free`. */
async function locked(place: Place, task = 'write-lock'): Promise<Running> {
  const holder = start(program, [task, storePath(place)], STORE_ENV);
  await holder.printed('locked');
  return holder;
}

async function free(holder: Running): Promise<void> {
  holder.child.stdin?.end();
  await holder.ended;
}

const prints = (word: string): string => `seq 1 3000 | sed 's/^/${word} /'`;
const wholeText = (word: string): string =>
  Array.from({ length: 3000 }, (_, n) => `${word} ${n + 1}\n`).join('');
const words = ['apple', 'banana', 'cherry', 'damson'];
const batch = (of = words): object => ({
  commands: of.map((word) => ({ label: `list of ${word}`, command: prints(word) })),
});

/** The stored handles of a batch's results, in order. */
const handles = ({ data }: ToolAnswer): readonly string[] =>
  (data.results as readonly { readonly stored?: string }[]).map(({ stored = '' }) => stored);
const fileOf = (place: Place, handle: unknown): string =>
  join(outDir(place), `${String(handle).slice(1)}.txt`);

async function expectReadable(server: LineClient, place: Place, ids: readonly string[]): Promise<void> {
  expect(new Set(ids).size).toBe(words.length);
  for (const [nth, word] of words.entries()) {
    const file = fileOf(place, ids[nth]);
    expect(readFileSync(file, 'utf8')).toBe(wholeText(word));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const byHandle = await server.call('ctx_read', { id: ids[nth], lines: '2000-2001' });
    expect(byHandle.text).toContain(`${word} 2000\n${word} 2001`);
    const byFile = await server.call('ctx_read', { id: file, grep: ' 2999$' });
    expect(byFile.text).toContain(`${word} 2999`);
  }
}

/** Asks until the store has taken in what waited. */
async function searchUntil(server: LineClient, query: string, expected: RegExp): Promise<ToolAnswer> {
  const endMs = performance.now() + 20_000;
  for (;;) {
    const answer = await server.call('ctx_search', { queries: [query] });
    if (expected.test(answer.text) || performance.now() > endMs) return answer;
  }
}

const hitIds = ({ data }: ToolAnswer): readonly string[] => [
  ...new Set((data.hits as readonly { readonly id: string }[]).map(({ id }) => id)),
];

test('outputs are kept while another process has the write lock, and enter the store when it is free', async () => {
  const place = makePlace();
  const server = await startedServer(place);
  const limitMs = 2 * (await usualMs(server)) + WAITING_MS;
  const holder = await locked(place);
  const startMs = performance.now();
  const answer = await server.call('ctx_batch_execute', { ...batch(), queries: ['banana'] });
  expect(performance.now() - startMs).toBeLessThan(limitMs);
  expect([answer.isError, answer.text]).toEqual([false, expect.not.stringMatching(/not kept|be kept/)]);
  const ids = handles(answer);
  expect(answer.text).toMatch(
    /^Not searched: the store could not take #[\s\S]*\n\[each #n saved to .*out\/<n>\.txt[^\n]*$/,
  );
  await expectReadable(server, place, ids);
  expect((await server.call('ctx_search', { queries: ['cherry'] })).text).toContain(`indexed: ${ids[0]}`);
  await free(holder);
  const found = await searchUntil(server, 'cherry 2222', /list of cherry/);
  expect(hitIds(found)).toContain(ids[2]);
  // Handle and file are the same as before.
  await expectReadable(server, place, ids);
  expect(strangers(place)).toEqual([]);
});

test('outputs are kept where the store is locked before the server opens it', async () => {
  const place = makePlace();
  const earlier = await startedServer(place);
  const limitMs = 2 * (await usualMs(earlier)) + WAITING_MS;
  await earlier.end();
  const holder = await locked(place, 'lock');
  const server = await startServer(place);
  const startMs = performance.now();
  const answer = await server.call('ctx_batch_execute', { ...batch(), queries: ['banana'] });
  expect(performance.now() - startMs).toBeLessThan(limitMs);
  expect([answer.isError, answer.text]).toEqual([false, expect.not.stringMatching(/not kept|be kept/)]);
  await expectReadable(server, place, handles(answer));
  await free(holder);
  const found = await searchUntil(server, 'cherry 2222', /list of cherry/);
  expect(hitIds(found)).toContain(handles(answer)[2]);
});

test('what every tool keeps waits beside a locked store, without secrets', async () => {
  const place = makePlace();
  const server = await startedServer(place, { SERVICE_API_TOKEN: 'tok-5up3r-s3cret-value' });
  await server.call('ctx_execute', { language: 'shell', code: 'true' });
  writeFileSync(join(place.project, 'in.txt'), 'x');
  const started = await server.call('ctx_execute', {
    language: 'shell',
    code: 'echo background words',
    background: true,
  });
  const holder = await locked(place);
  const big = 'printf "$SERVICE_API_TOKEN\\n"; yes a line that is printed often | head -20000';
  const run = await server.call('ctx_execute', { language: 'shell', code: big });
  const file = await server.call('ctx_execute_file', { path: 'in.txt', language: 'shell', code: big });
  const binary = await server.call('ctx_execute', {
    language: 'shell',
    code: 'printf "\\211PNG\\r\\n\\032\\n"; head -c 3000 /dev/zero',
  });
  for (const { data, text } of [run, file]) {
    const handle = String(data.stored);
    expect(text).toMatch(
      new RegExp(`\\n\\[${handle}: .* saved to .*; ctx_read\\(.*\\), ctx_search\\(.*\\)\\]$`),
    );
    const stored = readFileSync(fileOf(place, handle), 'utf8');
    expect(stored.split('\n')).toHaveLength(20_002);
    expect(stored.slice(0, 60)).toMatch(/^\[redacted:/);
    expect(stored).not.toContain('5up3r');
  }
  const saved = /\[#\d+: binary output: PNG image, .* saved to (.*)\]/.exec(binary.text)?.[1] ?? '';
  expect(statSync(saved).size).toBe(3008);
  const log = await searchJob(server, String(started.data.job));
  expect(log).toMatch(/log #\d+/);
  const governed = await server.call('hook_event', {
    event: 'PostToolUse',
    session_id: 's-1',
    cwd: place.project,
    tool_name: 'Bash',
    tool_use_id: 'toolu_1',
    tool_input: JSON.stringify({ command: 'make' }),
    tool_response: JSON.stringify({ stdout: wholeText('word'), stderr: '', interrupted: false }),
  });
  expect(governed.text).toMatch(/\[#\d+: .* saved to .*Read\(offset/);
  await free(holder);
  await searchUntil(server, 'printed often', /printed often/);
  expect(strangers(place)).toEqual([]);
  expect((await readStats(place)).sources).toBeGreaterThanOrEqual(5);
});

async function searchJob(server: LineClient, id: string): Promise<string> {
  for (let tries = 0; ; tries += 1) {
    const { text } = await server.call('ctx_jobs', { action: 'tail', id });
    if (!text.includes('running') || tries === 50) return text;
  }
}

test('what a killed server left waiting is taken in once, by two servers that start together', async () => {
  const place = makePlace();
  const server = await startedServer(place);
  const holder = await locked(place);
  const ids = handles(await server.call('ctx_batch_execute', batch()));
  await server.kill();
  await free(holder);
  expect(strangers(place)).toHaveLength(words.length);
  const servers = await Promise.all([startServer(place), startServer(place)]);
  const found = await Promise.all(servers.map((one) => searchUntil(one, 'damson 2222', /list of damson/)));
  expect(found.map((answer) => hitIds(answer)[0])).toEqual([ids[3], ids[3]]);
  expect((await readStats(place)).sources).toBe(1 + words.length);
  expect(strangers(place)).toEqual([]);
});

test('what waits is purged as what is stored', async () => {
  const place = makePlace();
  const server = await startedServer(place);
  const holder = await locked(place);
  const ids = handles(await server.call('ctx_batch_execute', batch()));
  await server.kill();
  await free(holder);
  const next = await startServer(place);
  const id = ids[0];
  expect((await next.call('ctx_purge', { scope: 'source', id, confirm: true })).isError).toBe(false);
  expect((await next.call('ctx_read', { id })).isError).toBe(true);
  expect(namesIn(outDir(place))).not.toContain(`${id?.slice(1)}.txt`);
  await next.call('ctx_purge', { scope: 'project', confirm: true });
  expect(namesIn(outDir(place))).toEqual([]);
});

/** Makes the store of a place unusable while no server runs; returns what mends it. */
const FAULTS: Readonly<Record<string, (store: string) => () => void>> = {
  'is a folder': (store) => {
    renameSync(store, `${store}.away`);
    mkdirSync(store);
    return () => {
      rmSync(store, { recursive: true });
      renameSync(`${store}.away`, store);
    };
  },
  'is of a newer version': (store) => {
    const set = (version: number): void => {
      const connection = testDriver().open(store);
      connection.exec(`PRAGMA user_version = ${version}`);
      connection.close();
    };
    const reader = testDriver().open(store);
    const version = Number(reader.prepare('PRAGMA user_version').get()?.user_version);
    reader.close();
    set(999);
    return () => set(version);
  },
};

test.each(Object.keys(FAULTS))('outputs are kept where the store %s', async (fault) => {
  const place = makePlace();
  await (await startedServer(place)).end();
  const mend = FAULTS[fault]!(storePath(place));
  const server = await startServer(place);
  const answer = await server.call('ctx_batch_execute', { ...batch(), queries: ['banana'] });
  expect([answer.isError, answer.text]).toEqual([false, expect.not.stringMatching(/not kept|be kept/)]);
  await expectReadable(server, place, handles(answer));
  await server.end();
  mend();
  const next = await startServer(place);
  const found = await searchUntil(next, 'cherry 2222', /list of cherry/);
  expect(hitIds(found)).toContain(handles(answer)[2]);
  await expectReadable(next, place, handles(answer));
});

test.skipIf(!canMount)('outputs are kept where the disk of the store is full', async () => {
  const place = makePlace();
  await (await startedServer(place)).end();
  const folder = dirname(storePath(place));
  renameSync(folder, `${folder}.away`);
  mkdirSync(folder);
  mountTmpfs(folder, '2m');
  for (const name of namesIn(`${folder}.away`)) writeCopy(join(`${folder}.away`, name), join(folder, name));
  rmSync(`${folder}.away`, { recursive: true });
  mkdirSync(outDir(place), { recursive: true });
  mountTmpfs(outDir(place), '8m');
  const server = await startServer(place);
  await server.call('ctx_search', { queries: ['turnips'] });
  fill(join(folder, 'filler'), folder);
  const answer = await server.call('ctx_batch_execute', batch());
  expect([answer.isError, answer.text]).toEqual([false, expect.not.stringMatching(/not kept|be kept/)]);
  await expectReadable(server, place, handles(answer));
  const spilled = await server.call('ctx_execute', { language: 'shell', code: 'seq 1 100000' });
  expect(statSync(fileOf(place, spilled.data.stored)).size).toBe(588_895);
  rmSync(join(folder, 'filler'));
  const found = await searchUntil(server, 'cherry 2222', /list of cherry/);
  expect(hitIds(found)).toContain(handles(answer)[2]);
  expect(strangers(place)).toEqual([]);
});

function writeCopy(from: string, to: string): void {
  if (statSync(from).isFile()) writeFileSync(to, readFileSync(from), { mode: 0o600 });
}

/** Takes all the room of the disk behind a folder. */
function fill(file: string, folder: string): void {
  const { bavail, bsize } = statfsSync(folder);
  writeFileSync(file, Buffer.alloc(bavail * bsize));
}

test('hooks do not wait for another process that writes, and nothing of them is lost', async () => {
  const place = makePlace();
  const server = await startedServer(place);
  const tell = (n: number) =>
    server.call('hook_event', {
      event: 'PostToolUse',
      session_id: 's',
      cwd: place.project,
      tool_name: 'Glob',
      tool_use_id: `t${n}`,
      tool_input: '{"pattern":"*.ts"}',
      tool_response: '{"filenames":[]}',
    });
  await tell(0);
  const holder = await locked(place);
  const times: number[] = [];
  for (let n = 1; n <= 9; n += 1) {
    const startMs = performance.now();
    await tell(n);
    times.push(performance.now() - startMs);
  }
  await free(holder);
  // With the wait that answers may take it were 200 and then 100 ms each.
  expect(times.sort((a, b) => a - b)[4]).toBeLessThan(80);
  expect(await readStats(place)).toMatchObject({ events: 10 });
});

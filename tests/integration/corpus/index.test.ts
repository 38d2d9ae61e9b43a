import { mkdirSync, readdirSync, rmSync, symlinkSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTree } from '../../helpers/knowledge/trees.ts';
import { readStats, runCli } from '../../helpers/product/command-line.ts';
import { type LineClient, startServer } from '../../helpers/product/line-client.ts';
import { makePlace, namesIn, type Place, storePath } from '../../helpers/product/places.ts';
import { testDriver } from '../../helpers/store/fixtures.ts';

const index = (server: LineClient, args: object) => server.call('ctx_index', args);
const search = (server: LineClient, query: string) =>
  server.call('ctx_search', { queries: [query], limit: 10 });

/** Labels of what a search found. */
async function found(server: LineClient, query: string): Promise<readonly string[]> {
  const { data } = await search(server, query);
  return [
    ...new Set((data.hits as readonly { readonly source: string }[]).map(({ source }) => source)),
  ].toSorted();
}

/** A server whose project holds these files. */
async function project(tree: Parameters<typeof makeTree>[0]): Promise<readonly [LineClient, Place]> {
  const place = makePlace();
  makeTree(tree, place.project);
  return [await startServer(place), place];
}

const PNG = Buffer.from('89504e470d0a1a0a0000000d494844520000000100000001080600000000', 'hex');

test('index-006 a picture and other binary files are refused or skipped, whatever their name', async () => {
  const [server, place] = await project({ 'logo.png': PNG, 'logo.txt': PNG, 'walrus.md': 'walrus' });
  for (const path of ['logo.png', 'logo.txt']) {
    const { isError, text, data } = await index(server, { path });
    expect([isError, data.error]).toEqual([true, 'CONTENT_BINARY']);
    expect(text).toMatch(/binary/);
  }
  const folder = await index(server, { path: '.' });
  expect(folder.text).toMatch(/2 binary \(.*logo\.png/);
  expect(folder.data).toMatchObject({ files: 1, skipped: { binary: 2 } });
  expect(await readStats(place)).toMatchObject({ sources: 1 });
  expect(await found(server, 'IHDR')).toEqual([]);
});

test('index-009 a .gitignore in a folder holds in that folder only', async () => {
  const [server] = await project({
    'sub/.gitignore': '/out\n',
    'sub/out/a.md': 'walrus one',
    'sub/deep/out/b.md': 'walrus two',
    'other/out/c.md': 'walrus three',
  });
  const { data } = await index(server, { path: '.' });
  expect(data).toMatchObject({ files: 3, skipped: { ignored: 1 } });
  expect(await found(server, 'walrus')).toEqual(['other/out/c.md', 'sub/deep/out/b.md']);
});

test('index-013 links are not followed: nothing outside the folder is indexed', async () => {
  const [server, place] = await project({ 'a.md': 'walrus' });
  makeTree({ 'secret.md': 'pelican' }, join(place.root, 'outside'));
  symlinkSync(join(place.root, 'outside'), join(place.project, 'link'));
  symlinkSync(join(place.root, 'outside/secret.md'), join(place.project, 'file.md'));
  symlinkSync('/etc', join(place.project, 'etc'));
  const { data } = await index(server, { path: '.' });
  expect(data).toMatchObject({ files: 1, skipped: { link: 3 } });
  expect(await found(server, 'pelican')).toEqual([]);
  // Named itself, the file behind a link is indexed, under the name that was given.
  expect((await index(server, { path: 'file.md' })).data).toMatchObject({ source: 'file.md' });
  expect(await found(server, 'pelican')).toEqual(['file.md']);
});

test('index-014 a hit whose file is gone says so', async () => {
  const [server, place] = await project({ 'a.md': 'walrus in a file' });
  await index(server, { path: 'a.md' });
  unlinkSync(join(place.project, 'a.md'));
  expect((await search(server, 'walrus')).text).toMatch(/gone/);
});

test('index-015 a folder without files, or without any that can be indexed, is no success', async () => {
  const [server, place] = await project({
    'empty/': '',
    'only/logo.png': PNG,
    'only/node_modules/p/a.js': '1',
  });
  for (const [path, why] of [
    ['empty', /0 files indexed/],
    ['only', /0 files indexed.*\n.*logo\.png/],
  ] as const) {
    const { isError, text, data } = await index(server, { path });
    expect([isError, data.error]).toEqual([true, 'NOTHING_INDEXED']);
    expect(text).toMatch(why);
  }
  const { exitCode, stderr } = await runCli(place, 'index', 'empty');
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('0 files indexed')]);
});

test('index-016 maps, minified code and files over the limit are skipped, with the reason', async () => {
  const [server] = await project({
    'app.js.map': `{"mappings":"${'AAAA;'.repeat(4_000_000)}"}`,
    'bundle.js': `var a=1;${'b=a+1;'.repeat(5_000)}`,
    'big.md': 'walrus\n'.repeat(500_000),
    'small.md': 'walrus',
  });
  const { text, data } = await index(server, { path: '.' });
  expect(data).toMatchObject({ files: 1, skipped: { generated: 1, minified: 1, too_large: 1 } });
  for (const name of ['app.js.map', 'bundle.js', 'big.md', 'PLIMSOLL_INDEX_MAX_FILE_BYTES'])
    expect(text).toContain(name);
});

test('index-017 links in a circle end, and each file comes once', async () => {
  const [server, place] = await project({ 'a/x.md': 'walrus', 'a/c/y.md': 'walrus' });
  symlinkSync('..', join(place.project, 'a/b'));
  symlinkSync(join(place.project, 'a'), join(place.project, 'a/c/again'));
  expect((await index(server, { path: 'a' })).data).toMatchObject({ files: 2, new: 2 });
  expect(await found(server, 'walrus')).toEqual(['a/c/y.md', 'a/x.md']);
});

test('index-018 JSON is found by the path of its keys, and its text is as it was', async () => {
  const inner = Array.from({ length: 40 }, (_, n) => `{ "name": "gull${n}", "size": ${n} }`).join(
    ',\n      ',
  );
  const text = `{\n  "a": {\n    "b": [\n      ${inner}\n    ]\n  },\n  "z": { "walrus": true }\n}\n`;
  const [server] = await project({ 'data.json': text, 'tiny.json': '{"a":{"b":[1,2]}}' });
  await index(server, { path: 'data.json' });
  await index(server, { path: 'tiny.json' });
  const { data } = await search(server, 'gull27');
  const [hit] = data.hits as readonly { readonly title: string; readonly text: string }[];
  expect(hit?.title).toMatch(/a\.b/);
  expect(text).toContain(hit?.text.replace(/…/g, ''));
  const read = await server.call('ctx_read', { id: '#2' });
  expect(read.text).toContain('{"a":{"b":[1,2]}}');
});

test('index-020 a file that was only touched is still fresh, and is not indexed again', async () => {
  const [server, place] = await project({ 'a.md': 'walrus' });
  await index(server, { path: 'a.md' });
  utimesSync(join(place.project, 'a.md'), 1_000, 1_000);
  const { text } = await search(server, 'walrus');
  expect(text).toContain('a.md');
  expect(text).not.toMatch(/changed/);
  utimesSync(join(place.project, 'a.md'), 2_000, 2_000);
  expect((await index(server, { path: 'a.md' })).data).toMatchObject({ change: 'unchanged' });
});

test('index-021 a rule that starts with ! takes a file back', async () => {
  const [server] = await project({
    '.gitignore': '*.log\n!keep.log\n',
    'a.log': 'walrus',
    'keep.log': 'walrus',
    'x/b.log': 'walrus',
    'x/keep.log': 'walrus',
  });
  await index(server, { path: '.' });
  expect(await found(server, 'walrus')).toEqual(['keep.log', 'x/keep.log']);
});

test('index-022 a search finds what was written a moment ago, and no more what was there before', async () => {
  const [server, place] = await project({ 'a.md': 'walrus', 'sub/b.md': 'gull' });
  await index(server, { path: '.' });
  expect(await found(server, 'walrus')).toEqual(['a.md']);
  writeFileSync(join(place.project, 'a.md'), 'pelican, now longer');
  writeFileSync(
    join(place.project, 'sub/b.md'),
    `${'x'.repeat(10)} pelican\n\n${'more words\n'.repeat(20_000)}`,
  );
  expect(await found(server, 'pelican')).toEqual(['a.md', 'sub/b.md']);
  expect(await found(server, 'walrus')).toEqual([]);
});

test('index-023 a folder is indexed whole, and the answer counts files and what was skipped', async () => {
  const [server, place] = await project({
    'src/a.ts': 'export const walrus = 1;\n',
    'src/deep/b.py': 'def walrus():\n  pass\n',
    'src/c.unknown': 'walrus in a file without a known ending\n',
    'src/logo.png': PNG,
    'src/node_modules/p/index.js': 'walrus',
    'outside.md': 'walrus',
  });
  const first = await index(server, { path: 'src/' });
  expect(first.text).toMatch(/^Indexed src: 3 files \(3 new, 0 changed, 0 unchanged, 0 removed\)/);
  expect(first.data).toMatchObject({ files: 3, new: 3, skipped: { binary: 1, generated: 1 } });
  expect(await found(server, 'walrus')).toEqual(['src/a.ts', 'src/c.unknown', 'src/deep/b.py']);

  writeFileSync(join(place.project, 'src/a.ts'), 'export const gull = 1;\n');
  rmSync(join(place.project, 'src/deep'), { recursive: true });
  mkdirSync(join(place.project, 'src/new'));
  writeFileSync(join(place.project, 'src/new/d.md'), 'walrus');
  const second = await index(server, { path: 'src' });
  expect(second.data).toMatchObject({ files: 3, new: 1, changed: 1, unchanged: 1, removed: 1 });
  expect(second.text).toMatch(/Changed: src\/a\.ts\.\nRemoved: src\/deep\/b\.py\./);
  const cli = await runCli(place, 'index', 'src', '--exclude', '*.md', '--json');
  expect(JSON.parse(cli.stdout)).toMatchObject({ files: 2, unchanged: 2, removed: { count: 0 } });
});

test('db-012 a source that was not used for 14 days goes, and that is announced once', async () => {
  const place = makePlace();
  const first = await startServer(place);
  await first.call('ctx_index', { content: 'walrus words', source: 'old' });
  await first.call('ctx_index', { content: 'gull words', source: 'young' });
  await first.end();
  const store = testDriver().open(storePath(place));
  store.prepare("UPDATE sources SET used_ms = used_ms - 15 * 86400000 WHERE label = 'old'").run();
  store.close();
  const second = await startServer(place);
  // The first call opens the store; what nobody needs is removed 3 s after the start.
  expect((await search(second, 'gull')).text).toContain('young');
  await expect.poll(async () => (await readStats(place)).sources, { timeout: 15_000, interval: 300 }).toBe(1);
  const told = await search(second, 'gull');
  expect(told.text).toMatch(/1 source .* removed .* not used for 14 days: #1 old/);
  expect((await search(second, 'gull')).text).not.toMatch(/removed/);
  const [name = ''] = namesIn(place.data, 'projects');
  expect(readdirSync(join(place.data, 'projects', name, 'out'))).toEqual(['2.txt']);
});

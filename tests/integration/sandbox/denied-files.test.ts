import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CANARY, canConfine, confinedPlace } from '../../helpers/product/confined-place.ts';
import { startServer } from '../../helpers/product/line-client.ts';
import { UNASKED, writeSettings } from '../../helpers/product/places.ts';

const FILES = [
  '.env',
  'pkg/a/.env.local',
  'secrets/deep/key',
  'sub/secrets/key',
  'certs/x.pem',
  'real/key.txt',
];

/** The built server, confined, under these deny rules; code is not judged by its text: it opens files on its own. */
async function denied(deny: readonly string[], host: Readonly<Record<string, unknown>> = {}) {
  const place = confinedPlace();
  writeSettings(join(place.home, '.claude'), {
    permissions: { ...UNASKED.permissions, deny },
    sandbox: { enabled: true, ...host },
  });
  for (const file of FILES) {
    mkdirSync(dirname(join(place.project, file)), { recursive: true });
    writeFileSync(join(place.project, file), CANARY);
  }
  const server = await startServer(place);
  const python = (code: string) => server.call('ctx_execute', { language: 'python', code });
  const read = async (file: string) => (await python(`print(open("${file}").read())`)).text;
  return { place, python, read };
}

describe.skipIf(!canConfine)('deny rules with patterns, in the sandbox', () => {
  it.each([
    ['Read(**/.env*)', ['.env', 'pkg/a/.env.local'], 'certs/x.pem'],
    ['Read(.env)', ['.env'], 'pkg/a/.env.local'],
    ['Read(./secrets/**)', ['secrets/deep/key', 'sub/secrets/key'], '.env'],
    ['Read(*.pem)', ['certs/x.pem'], '.env'],
    ['Read(**/k*)', ['secrets/deep/key', 'sub/secrets/key', 'real/key.txt'], '.env'],
  ])('%s', async (rule, hidden, shown) => {
    const { read } = await denied([rule]);
    for (const file of hidden) expect(await read(file), file).not.toContain(CANARY);
    expect(await read(shown)).toContain(CANARY);
  });

  it('hold whatever the file is called by: another folder, a link, a way around', async () => {
    const { place, python, read } = await denied(['Read(**/.env*)']);
    symlinkSync('.env', join(place.project, 'plain.txt'));
    symlinkSync('pkg', join(place.project, 'other'));
    for (const file of [
      'plain.txt',
      'other/a/.env.local',
      `/proc/self/cwd/.env`,
      '/proc/self/root/proc/1/cwd/.env',
    ])
      expect(await read(file), file).not.toContain(CANARY);
    const moves = 'import os\nos.rename("pkg", "moved")\nprint(open("moved/a/.env.local").read())';
    expect((await python(moves)).data.exit_code).not.toBe(0);
    expect((await python('import os\nos.remove(".env")')).data.exit_code).not.toBe(0);
    expect(await read('moved/a/.env.local')).not.toContain(CANARY);
  });

  it('of Edit keep files as they are', async () => {
    const { python, read } = await denied(['Edit(*.pem)', 'Edit(**/secrets/**)']);
    for (const file of ['certs/x.pem', 'secrets/deep/key', 'sub/secrets/new'])
      expect((await python(`open("${file}", "w").write("x")`)).data.exit_code, file).not.toBe(0);
    expect(await read('certs/x.pem')).toContain(CANARY);
    expect((await python('open("certs/y.txt", "w").write("x")')).data.exit_code).toBe(0);
  });

  it('hold in the lists of the host, and for a name with signs of a pattern in it', async () => {
    const { place, read } = await denied(['Read(**/odd*)'], { filesystem: { denyRead: ['./**/*.pem'] } });
    writeFileSync(join(place.project, 'odd[1].txt'), CANARY);
    for (const file of ['odd[1].txt', 'certs/x.pem']) expect(await read(file), file).not.toContain(CANARY);
  });

  it('say where they do not hold', async () => {
    const { place, python } = await denied(['Read(//**/.env)']);
    mkdirSync(join(place.project, 'node_modules'));
    const first = (await python('print(1)')).text;
    const gap =
      '[deny rules with patterns hold for this run Read(//**/.env) only in the folders of the project]';
    expect(first).toContain(gap);
    expect(first).toContain('[deny rules with patterns are not applied inside .git, node_modules]');
    const second = (await python('print(1)')).text;
    expect(second).toContain(gap);
    expect(second).not.toContain('node_modules');
  });

  it('cannot know a hard link by another name', async () => {
    const { place, read } = await denied(['Read(*.pem)']);
    linkSync(join(place.project, 'certs/x.pem'), join(place.project, 'twin'));
    // What docs/security.md says does not hold.
    expect(await read('twin')).toContain(CANARY);
  });
});

import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DIST } from '../../helpers/product/bundles.ts';
import { CANARY, canConfine, confinedPlace, startConfined } from '../../helpers/product/confined-place.ts';
import { LineClient, startServer } from '../../helpers/product/line-client.ts';
import { processesWith, waitFor } from '../../helpers/product/processes.ts';

const namesIn = (folder: string): readonly string[] => readdirSync(folder).sort();
const isClean = (project: string) => (): boolean => namesIn(project).join() === '.git,inside.txt';

describe.skipIf(!canConfine)('a confined run', () => {
  it('leaves nothing in the project, whatever ends it', async () => {
    const { place, shell, server } = await startConfined();
    await shell('true');
    await waitFor('it is clean', isClean(place.project), 2_000);
    await shell('sleep 9', { timeout_ms: 300 });
    await waitFor('it is clean after a time-out', isClean(place.project), 2_000);
    void shell('sleep 97641').catch(() => undefined);
    await waitFor('it runs', () => processesWith('sleep 97641').length > 0, 3_000);
    for (const pid of processesWith('bwrap'))
      if (processesWith('sleep 97641').includes(pid)) process.kill(pid, 'SIGKILL');
    await waitFor('it is clean after its backend was killed', isClean(place.project), 4_000);
    expect((await shell('echo still here')).text).toContain('still here');
    void shell('sleep 97642').catch(() => undefined);
    await waitFor('it runs', () => processesWith('sleep 97642').length > 0, 3_000);
    await server.end();
    expect(namesIn(place.project)).toEqual(['.git', 'inside.txt']);
  });

  it('leaves nothing when the server is killed', async () => {
    const { place, shell, server } = await startConfined();
    void shell('sleep 97643').catch(() => undefined);
    await waitFor('it runs', () => processesWith('sleep 97643').length > 0, 3_000);
    expect(namesIn(place.project).length).toBeGreaterThan(5);
    await server.kill();
    await waitFor('it is clean', isClean(place.project), 4_000);
  });

  it('keeps its protection while others of two servers begin and end beside it', async () => {
    const place = confinedPlace();
    const [one, two] = [await startServer(place), await startServer(place)];
    const attack =
      'for i in $(seq 40); do mkdir -p .vscode; echo x > .vscode/tasks.json; echo x > .mcp.json; sleep 0.05; done 2>/dev/null; ls .vscode';
    const long = one.call('ctx_execute', { language: 'shell', code: attack });
    const call = (server: LineClient) => server.call('ctx_execute', { language: 'shell', code: 'true' });
    for (let round = 0; round < 8; round += 1) await Promise.all([call(one), call(two), call(two)]);
    await long;
    await waitFor('it is clean', isClean(place.project), 2_000);
  });

  it('does not take the folder of a run beside it for one of the project', async () => {
    const { place, server, shell } = await startConfined();
    const slow = shell('sleep 1');
    await shell('true');
    expect(
      (await server.call('ctx_execute', { language: 'shell', code: 'echo x > .husky/a' })).data.exit_code,
    ).not.toBe(0);
    await slow;
    await waitFor('it is clean', isClean(place.project), 2_000);
  });

  it('never removes what somebody else made meanwhile', async () => {
    const { place, shell } = await startConfined();
    const slow = shell('sleep 1');
    await waitFor('it began', () => existsSync(join(place.project, '.vscode')), 3_000);
    writeFileSync(join(place.project, '.vscode/settings.json'), '{}');
    await slow;
    expect(readFileSync(join(place.project, '.vscode/settings.json'), 'utf8')).toBe('{}');
  });

  it('lives through its project being renamed', async () => {
    const { place, shell } = await startConfined();
    const slow = shell('touch begun; sleep 1.5317; echo done');
    await waitFor('it runs', () => existsSync(join(place.project, 'begun')), 10_000);
    renameSync(place.project, `${place.project}-moved`);
    expect((await slow).text).toContain('done');
  });

  it('has no descriptor that the server was started with', async () => {
    const place = confinedPlace();
    const fd = openSync(join(place.home, 'notes.txt'), 'r');
    onTestFinished(() => closeSync(fd));
    const child = spawn(
      'bash',
      ['-c', `exec ${process.execPath} ${join(DIST, 'server.mjs')} 9<"$HOME/notes.txt"`],
      {
        cwd: place.project,
        env: place.env,
      },
    );
    const client = new LineClient(child);
    onTestFinished(() => client.kill());
    await client.initialize();
    const { text } = await client.call('ctx_execute', {
      language: 'shell',
      code: 'cat <&9; ls /proc/self/fd',
    });
    expect(text).not.toContain(CANARY);
    expect(text).not.toMatch(/^9$/m);
  });

  it('runs a compiler and what it made, and other languages', async () => {
    const { server } = await startConfined();
    const python = await server.call('ctx_execute', {
      language: 'python',
      code: 'import os, subprocess, resource\nprint(resource.getrlimit(resource.RLIMIT_FSIZE)[0], subprocess.check_output(["id", "-u"]).decode())',
    });
    expect(python.text).toContain('1073741824');
    const typescript = await server.call('ctx_execute', {
      language: 'typescript',
      code: 'const a: number = 6; console.log(a * 7)',
    });
    expect(typescript.text).toContain('42');
  });

  it('many at once', async () => {
    const { shell, place } = await startConfined();
    const answers = await Promise.all(Array.from({ length: 60 }, (_, number) => shell(`echo run-${number}`)));
    for (const [number, { text }] of answers.entries()) expect(text).toContain(`run-${number}`);
    await waitFor('it is clean', isClean(place.project), 3_000);
  });
});

/** Another user than the superuser: what most people are. */
const canBecome = canConfine && process.getuid?.() === 0 && spawnSync('setpriv', ['--version']).status === 0;

describe.skipIf(!canBecome)('for a user without rights', () => {
  const NOBODY = 65_534;

  it('holds, and limits the processes of a run', async () => {
    const place = confinedPlace({ isRepository: false });
    const data = join(place.root, 'data');
    mkdirSync(data);
    chmodSync(place.root, 0o755);
    spawnSync('chown', ['-R', `${NOBODY}:${NOBODY}`, place.root]);
    chownSync(data, NOBODY, NOBODY);
    const identity = ['--reuid', String(NOBODY), '--regid', String(NOBODY), '--clear-groups'];
    const server = await startServer(place, {
      command: ['setpriv', ...identity, process.execPath, join(DIST, 'server.mjs')],
    });
    const shell = (code: string) =>
      server.call('ctx_execute', { language: 'shell', code, timeout_ms: 4_000 });
    const good = await shell('id -u; echo x > made; cat made');
    expect(good.data).toMatchObject({ confinement: 'bwrap', exit_code: 0 });
    for (const code of ['cat ~/.netrc', 'echo x > ../outside', 'echo x > .mcp.json', 'unshare -r true']) {
      const { text, data: fields } = await shell(code);
      expect(fields.exit_code, code).not.toBe(0);
      expect(text).not.toContain(CANARY);
    }
    const count = await shell('ulimit -u; for i in $(seq 2100); do sleep 2 & done 2>/dev/null; jobs | wc -l');
    expect(count.text).toContain('2048');
    expect((await shell('echo again')).text).toContain('again');
  });
});

import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DIST } from '../helpers/product/bundles.ts';
import { runCli } from '../helpers/product/command-line.ts';
import { startServer } from '../helpers/product/line-client.ts';
import { makePlace, type Place } from '../helpers/product/places.ts';

interface Finding {
  readonly state: string;
  readonly area: string;
  readonly text: string;
  readonly fix?: string;
}

async function findingsIn(place: Place): Promise<readonly Finding[]> {
  const { stdout } = await runCli(place, 'doctor', '--json');
  return (JSON.parse(stdout) as { readonly findings: readonly Finding[] }).findings;
}

const bad = (findings: readonly Finding[]): readonly Finding[] =>
  findings.filter(({ state }) => state !== 'ok');

/** A copy of the product in which something can be broken. */
function copyOf(place: Place): { readonly dist: string; readonly doctor: () => readonly Finding[] } {
  const root = join(place.root, 'copy');
  mkdirSync(root);
  cpSync(DIST, join(root, 'dist'), { recursive: true });
  cpSync(join(dirname(DIST), 'hooks'), join(root, 'hooks'), { recursive: true });
  const dist = join(root, 'dist');
  const doctor = (): readonly Finding[] => {
    const options = { cwd: place.project, env: place.env, encoding: 'utf8' } as const;
    try {
      return JSON.parse(execFileSync(process.execPath, [join(dist, 'cli.mjs'), 'doctor', '--json'], options))
        .findings;
    } catch (thrown) {
      return JSON.parse((thrown as { readonly stdout: string }).stdout).findings;
    }
  };
  return { dist, doctor };
}

describe('doctor', () => {
  test('install-010: says nothing bad of a fresh installation, and each part was really run', async () => {
    const place = makePlace();
    const { exitCode, stdout } = await runCli(place, 'doctor');
    expect(stdout).toContain('0 failures, 0 warnings');
    expect(exitCode).toBe(0);
    for (const part of ['hook SessionStart: runs', 'status line: runs', 'found by its words and read back'])
      expect(stdout).toContain(part);
    expect(stdout).toMatch(/server \S+server\.mjs: \S+, \d+ tools/);
  });

  test('install-019: a bundle that was cut off is named', () => {
    const { dist, doctor } = copyOf(makePlace());
    truncateSync(join(dist, 'worker.mjs'), 1_000);
    const failures = bad(doctor());
    expect(failures).toContainEqual(
      expect.objectContaining({
        state: 'failure',
        area: 'bundles',
        text: expect.stringContaining('worker.mjs'),
      }),
    );
  });

  test('install-013: without a library for the store it is red', async () => {
    const place = makePlace();
    const findings = await findingsIn({ ...place, env: { ...place.env, PLIMSOLL_SQLITE_DRIVER: 'none' } });
    expect(bad(findings)).toContainEqual(
      expect.objectContaining({ state: 'failure', area: 'store', text: expect.stringContaining('none') }),
    );
  });

  test('install-017: the runtime of each part is told, also when they differ', async () => {
    const place = makePlace();
    const bin = join(place.root, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'node'), '#!/bin/sh\n[ "$1" = --version ] && { echo v18.1.0; exit; }\nexit 1\n');
    chmodSync(join(bin, 'node'), 0o755);
    const findings = await findingsIn({
      ...place,
      env: { ...place.env, PATH: `${bin}:${place.env.PATH ?? ''}` },
    });
    const texts = findings.filter(({ area }) => area === 'runtime').map(({ text }) => text);
    expect(texts).toContain(`command line: Node ${process.version}`);
    expect(bad(findings)).toContainEqual(
      expect.objectContaining({
        state: 'failure',
        area: 'runtime',
        text: expect.stringContaining('v18.1.0'),
        fix: expect.stringContaining('Node 20'),
      }),
    );
  });

  test.skipIf(process.platform === 'win32')(
    'install-016: PATH says which Node runs the parts; that one is used, and shown',
    async () => {
      const place = makePlace();
      const bin = join(place.root, 'bin');
      const used = join(place.root, 'used');
      mkdirSync(bin);
      const program = `#!/bin/sh\nif [ "$1" = --version ]; then echo v23.4.5; exit; fi\necho "$1" >> '${used}'\nexec '${process.execPath}' "$@"\n`;
      writeFileSync(join(bin, 'node'), program, { mode: 0o755 });
      const env = { ...place.env, PATH: `${bin}:${place.env.PATH ?? ''}` };
      const findings = await findingsIn({ ...place, env });
      const texts = findings.filter(({ area }) => area === 'runtime').map(({ text }) => text);
      expect(texts).toContain('hooks, server and status line (node on PATH): Node v23.4.5');
      for (const bundle of ['server.mjs', 'hook.cjs', 'statusline.cjs'])
        expect(readFileSync(used, 'utf8')).toContain(bundle);
    },
  );

  test.skipIf(process.platform === 'win32')(
    'without node on PATH it says to install that, not us once more',
    async () => {
      const place = makePlace();
      const env = { ...place.env, PATH: join(place.root, 'nowhere') };
      const found = bad(await findingsIn({ ...place, env }));
      const parts = found.filter(({ area }) => area === 'parts');
      expect(parts.length).toBeGreaterThan(1);
      for (const { text, fix } of parts)
        expect([text, fix]).toEqual([text, expect.stringMatching(/^Install Node/)]);
    },
  );

  test.skipIf(process.platform === 'win32')(
    'works in the user’s own folder, where the programs of the user lie, too',
    async () => {
      const place = makePlace();
      const bin = join(place.project, '.nvm', 'bin');
      mkdirSync(bin, { recursive: true });
      symlinkSync(process.execPath, join(bin, 'node'));
      const env = { ...place.env, HOME: place.project, PATH: `${bin}:${place.env.PATH ?? ''}` };
      expect(
        (await findingsIn({ ...place, env })).filter(({ text }) => text.includes('in the project')),
      ).toEqual([]);
    },
  );

  test('says how the status line is set up, and that its program is older or gone', async () => {
    const place = makePlace();
    const texts = async (): Promise<string> =>
      (await findingsIn(place))
        .filter(({ area }) => area === 'context')
        .map(({ state, text, fix = '' }) => `${state} ${text} ${fix}`)
        .join('\n');
    expect(await texts()).toMatch(/^ok status line: none; node "\S+cli\.mjs" statusline --install/);
    await runCli(place, 'statusline', '--install');
    expect(await texts()).toMatch(/^ok status line: ours /);
    const program = join(place.data, 'bin', 'statusline.cjs');
    writeFileSync(program, 'older');
    expect(await texts()).toMatch(
      /^warning status line: ours, by an older program node \S+ statusline --install/,
    );
    rmSync(program);
    expect(await texts()).toMatch(/^warning .* its program is gone node \S+ statusline --install/);
  });

  test('a running server of an older version is told, one of this version and no other program', async () => {
    const place = makePlace();
    const { dist, doctor } = copyOf(place);
    cpSync(join(dirname(DIST), '.claude-plugin'), join(dist, '..', '.claude-plugin'), { recursive: true });
    const running = (): string =>
      doctor()
        .filter(({ area }) => area === 'running')
        .map(({ state, text }) => `${state} ${text}`)
        .join('\n');
    expect(running()).toBe('ok no server runs now');
    const child = spawn(process.execPath, [join(dist, 'server.mjs')], { env: place.env, cwd: place.project });
    onTestFinished(() => void child.kill());
    await sleep(200);
    expect(running()).toMatch(/^ok 1 server, /);
    utimesSync(join(dist, 'server.mjs'), new Date(), new Date(Date.now() + 60_000));
    expect(running()).toMatch(new RegExp(`^warning process ${child.pid} runs an older `));
  });

  test('the report says which agent it is about, and why', async () => {
    const place = makePlace();
    const agent = async (env: Readonly<Record<string, string>>): Promise<string | undefined> =>
      /^- agent: (.*)$/m.exec(
        (await runCli({ ...place, env: { ...place.env, ...env } }, 'doctor', '--report')).stdout,
      )?.[1];
    expect(await agent({})).toMatch(/^none: /);
    expect(await agent({ CLAUDECODE: '1' })).toBe('Claude Code, by CLAUDECODE');
    expect(await agent({ PLIMSOLL_HOST: 'claude-code' })).toBe('Claude Code, by PLIMSOLL_HOST');
    expect(await agent({ PLIMSOLL_HOST: 'nobody' })).toBe('unknown (nobody), by PLIMSOLL_HOST');
  });

  test('platforms-013: a plugin that is registered by hand as well is told with both places', async () => {
    const place = makePlace();
    const config = place.env.CLAUDE_CONFIG_DIR ?? '';
    const cache = join(config, 'plugins/cache/plimsoll/plimsoll/0.0.1');
    mkdirSync(cache, { recursive: true });
    const plugins = { 'plimsoll@plimsoll': [{ scope: 'user', installPath: cache, version: '0.0.1' }] };
    writeFileSync(join(config, 'plugins/installed_plugins.json'), JSON.stringify({ version: 2, plugins }));
    const settings = join(config, 'settings.json');
    const hooks = {
      Stop: [{ hooks: [{ type: 'command', command: 'node /x/plimsoll/dist/hook.cjs claude-code Stop' }] }],
    };
    writeFileSync(settings, JSON.stringify({ ...JSON.parse(readFileSync(settings, 'utf8')), hooks }));
    const found = bad(await findingsIn(place)).filter(({ area }) => area === 'registration');
    expect(found).toHaveLength(2);
    expect(found[0]?.text).toContain(cache);
    expect(found[0]?.fix).toContain('/plugin update plimsoll@plimsoll');
    expect(found[1]?.text).toContain(settings);
  });

  test('db-021: shows where the data lies, and what is wrong there', async () => {
    const place = makePlace();
    mkdirSync(place.data, { mode: 0o755 });
    writeFileSync(join(place.data, 'config.json'), '{"governor":{"mode":"never"}}');
    const findings = await findingsIn(place);
    expect(findings.some(({ area, text }) => area === 'data folder' && text.includes(place.data))).toBe(true);
    expect(bad(findings).map(({ area }) => area)).toEqual(['data folder', 'settings']);
    for (const { fix = '' } of bad(findings)) expect(fix).not.toBe('');
  });

  test('process-019: asked through the server between two searches it disturbs neither', async () => {
    const place = makePlace();
    const server = await startServer(place);
    await server.call('ctx_index', { content: 'a line about barnacles', source: 'notes' });
    const search = async (): Promise<string> =>
      (await server.call('ctx_search', { queries: ['barnacles'] })).text;
    expect(await search()).toContain('barnacles');
    const answer = await server.call('ctx_doctor', {});
    expect(answer.text).toContain(`this server: ${process.version}`);
    expect(answer.text).toContain('0 failures');
    expect(await search()).toContain('barnacles');
  });

  test.skipIf(process.platform === 'win32')('runs nothing of the project that PATH names', async () => {
    const place = makePlace();
    const ran = join(place.root, 'ran');
    const bin = join(place.project, 'node_modules', '.bin');
    const link = join(place.root, 'link');
    mkdirSync(bin, { recursive: true });
    symlinkSync(bin, link);
    for (const name of ['node', 'bash', 'sh', 'bwrap', 'git', 'python3', 'ruby', 'ps', 'socat', 'claude'])
      writeFileSync(join(bin, name), `#!/bin/sh\necho ${name} >> ${ran}\n`, { mode: 0o755 });
    for (const folder of [bin, `${place.project}/./node_modules/.bin`, link]) {
      const env = { ...place.env, PATH: `${folder}:${place.env.PATH ?? ''}` };
      const found = bad(await findingsIn({ ...place, env }));
      expect(found.map(({ area }) => area)).toEqual(['runtime']);
      expect(found[0]?.text).toContain('/node, which lies in the project: it was not run');
      await runCli({ ...place, env }, 'doctor', '--report');
      await runCli({ ...place, env }, 'upgrade');
      const server = await startServer({ ...place, env });
      expect((await server.call('ctx_doctor', {})).text).toContain('runtime');
    }
    expect(existsSync(ran)).toBe(false);
  });

  test.skipIf(process.platform === 'win32')('runs nothing that lies in the project', async () => {
    const place = makePlace();
    const ran = join(place.root, 'ran');
    for (const name of ['node', 'bash', 'sh', 'bwrap', 'git', 'python3', 'ruby', 'ps'])
      writeFileSync(join(place.project, name), `#!/bin/sh\necho ${name} >> ${ran}\n`, { mode: 0o755 });
    const env = { ...place.env, PATH: `.:${place.env.PATH ?? ''}` };
    await runCli({ ...place, env }, 'doctor', '--json');
    const server = await startServer({ ...place, env });
    expect((await server.call('ctx_doctor', {})).text).toContain('runtime');
    expect(existsSync(ran)).toBe(false);
  });

  test.skipIf(process.platform === 'win32')('the report tells no arguments of processes', async () => {
    const place = makePlace();
    const child = spawn(process.execPath, [
      '-e',
      'setTimeout(() => 0, 60_000)',
      '--',
      'hollyhock',
      'dist/server.mjs',
    ]);
    onTestFinished(() => void child.kill());
    const { stdout } = await runCli(place, 'doctor', '--report');
    expect(stdout).toMatch(new RegExp(`^- ${child.pid}\\s+\\S+\\s+\\d+ dist/server.mjs$`, 'm'));
    expect(stdout).not.toContain('hollyhock');
  });

  test('the report names no secret, no value of a variable and not the user’s folder', async () => {
    const place = makePlace();
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    await runCli(place, 'index', 'nothing-here');
    const { stdout } = await runCli(
      { ...place, env: { ...place.env, PLIMSOLL_TEST_TOKEN: secret, CLAUDE_CODE_SECRET_VALUE: 'hollyhock' } },
      'doctor',
      '--report',
    );
    expect(stdout).toContain('## plimsoll doctor');
    expect(stdout).toContain('- CLAUDE_CODE_SECRET_VALUE');
    for (const hidden of [secret, 'hollyhock', place.home]) expect(stdout).not.toContain(hidden);
  });
});

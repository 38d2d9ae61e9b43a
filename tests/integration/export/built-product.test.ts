import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseJsonTree, plainValue } from '#core/export/json-tree.ts';
import { TOOL_NAMES } from '#core/tool-names.ts';
import { findPlatform } from '#platforms/index.ts';
import { hookFixtures } from '../../helpers/hook-fixtures.ts';
import { madeUp } from '../../helpers/made-up-secrets.ts';
import { copyProduct } from '../../helpers/product/bundles.ts';
import { runCli } from '../../helpers/product/command-line.ts';
import { LineClient, startServer } from '../../helpers/product/line-client.ts';
import { loggedCodes, makePlace, type Place } from '../../helpers/product/places.ts';

const AGENTS = ['gemini-cli', 'cursor', 'kiro', 'kiro2'] as const;

/** Files below a folder, relative; empty when it is not there. */
const filesBelow = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
        .sort()
    : [];

interface Command {
  readonly event: string;
  readonly command: string;
}

/** Every hook command in the JSON files below a folder. */
function commandsBelow(folder: string, agent: string): readonly Command[] {
  const found: Command[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, each] of Object.entries(value)) {
      if (key !== 'command' || typeof each !== 'string') walk(each);
      else if (each.includes(` hook ${agent} `))
        found.push({ event: each.split(' ').at(-1) ?? '', command: each });
    }
  };
  for (const file of filesBelow(folder).filter((name) => name.endsWith('.json'))) {
    const tree = parseJsonTree(readFileSync(join(folder, file), 'utf8'));
    if (!('reason' in tree)) walk(plainValue(tree));
  }
  return found;
}

/** As a host runs it: by a shell, with a short PATH, in the project. */
function runHook({ env, project, home }: Place, command: string, input: string, path = '/usr/bin:/bin') {
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', command], {
    cwd: project,
    env: { HOME: home, TMPDIR: env.TMPDIR ?? '', PATH: path },
    input,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

async function exported(place: Place, agent: string, ...more: readonly string[]): Promise<void> {
  const { exitCode, stderr } = await runCli(place, 'export', agent, '--write', ...more);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
}

describe.each(AGENTS)('%s', (agent) => {
  test('[platforms-021] every command line of the export runs with a recorded input, and its event is known', async () => {
    const place = makePlace();
    await exported(place, agent);
    const commands = commandsBelow(place.home, agent);
    expect(new Set(commands.map(({ event }) => event))).toEqual(
      new Set(Object.keys(findPlatform(agent)?.events ?? {})),
    );
    for (const { event, command } of new Map(commands.map((each) => [each.event, each])).values()) {
      for (const { file, input } of hookFixtures(agent, event)) {
        const document = JSON.stringify({ ...input, cwd: place.project });
        const { status, stderr } = runHook(place, command, document);
        expect({ file, status, stderr }).toEqual({ file, status: 0, stderr: '' });
      }
    }
    expect(loggedCodes(place, 'hook')).toEqual([]);
  });

  test.each(['user', 'project'])(
    '[platforms-015] the server of the export for the %s lists its tools',
    async (form) => {
      const place = makePlace();
      await exported(place, agent, `--${form}`);
      const folder = form === 'user' ? place.home : place.project;
      const servers = filesBelow(folder)
        .filter((file) => file.endsWith('.json') && existsSync(join(folder, file)))
        .flatMap((file) => {
          const { mcpServers } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
            mcpServers?: { plimsoll?: { command: string; args: string[]; env: Record<string, string> } };
          };
          return mcpServers?.plimsoll === undefined ? [] : [mcpServers.plimsoll];
        });
      expect(servers).toHaveLength(1);
      const [server] = servers;
      if (server === undefined) throw new Error('unreachable');
      const child = spawn(server.command, server.args, {
        cwd: place.project,
        // Some hosts hand on a short environment.
        env: { HOME: place.home, PATH: '/usr/bin:/bin', TMPDIR: place.temp, ...server.env },
      });
      onTestFinished(() => void child.kill());
      const client = new LineClient(child);
      await client.initialize('some-client');
      const { result } = await client.request('tools/list');
      const { tools } = (result ?? {}) as unknown as { tools: { name: string }[] };
      const names = tools.map(({ name }) => name);
      expect([...names].sort()).toEqual([...TOOL_NAMES].sort());
      // The data folder is the one of the export, although its variable is not handed on.
      await client.call('ctx_index', { content: 'zebra', source: 'a note' });
      expect(existsSync(join(place.data, 'projects'))).toBe(true);
    },
  );

  test('--check is 0 when all is written, and 1 when it is not or what is started is gone', async () => {
    const place = makePlace();
    expect((await runCli(place, 'export', agent, '--check')).exitCode).toBe(1);
    await exported(place, agent);
    expect(await runCli(place, 'export', agent, '--check')).toMatchObject({ exitCode: 0 });
    const [first = ''] = filesBelow(place.home).filter((file) => file.endsWith('.json'));
    const text = readFileSync(join(place.home, first), 'utf8');
    writeFileSync(join(place.home, first), text.replace('"serve"', '"old"').replace(/ hook /, ' hook  '));
    const stale = await runCli(place, 'export', agent, '--check', '--json');
    expect(stale.exitCode).toBe(1);
    expect(JSON.parse(stale.stdout)).toMatchObject({ current: false });
    await exported(place, agent);
    rmSync(join(place.data, 'bin'), { recursive: true });
    const gone = await runCli(place, 'export', agent, '--check');
    expect([gone.exitCode, gone.stdout]).toEqual([
      1,
      expect.stringContaining('is gone from the data folder'),
    ]);
  });

  test('without --write a diff is shown and nothing is written, by export and by uninstall', async () => {
    const place = makePlace();
    const { exitCode, stdout } = await runCli(place, 'export', agent);
    expect(exitCode).toBe(0);
    expect(stdout).toContain(` hook ${agent} `);
    expect(stdout).toContain('Nothing was written; --write writes it.');
    expect([filesBelow(place.home), existsSync(place.data)]).toEqual([[], false]);
    await exported(place, agent);
    const written = filesBelow(place.home);
    expect((await runCli(place, 'uninstall', agent)).stdout).toContain(
      'Nothing was written; --write does it.',
    );
    expect(filesBelow(place.home)).toEqual(written);
    await runCli(place, 'uninstall', agent, '--write');
    expect([filesBelow(place.home), filesBelow(place.data)]).toEqual([[], []]);
  });

  test('a package is a folder of its own, and touches nothing else', async () => {
    const place = makePlace();
    await exported(place, agent, '--package', '--dir', join(place.root, 'a package'));
    expect(filesBelow(join(place.root, 'a package')).length).toBeGreaterThan(1);
    expect([filesBelow(place.home), filesBelow(place.project)]).toEqual([[], []]);
    await runCli(place, 'uninstall', agent, '--write');
    expect(existsSync(join(place.root, 'a package'))).toBe(false);
  });
});

describe('what agents start', () => {
  /** An installation as a plugin manager keeps it: a folder per version. */
  async function installed(): Promise<{ place: Place; versions: string; command: string }> {
    const place = makePlace();
    const versions = join(place.root, 'cache', 'it is', 'plimsoll');
    copyProduct(join(versions, '0.1.0'));
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(versions, '0.1.0', 'dist', 'cli.mjs'), 'export', 'cursor', '--write'],
      { cwd: place.project, env: place.env, encoding: 'utf8' },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const [command] = commandsBelow(place.home, 'cursor').filter(({ event }) => event === 'sessionStart');
    return { place, versions, command: command?.command ?? '' };
  }
  const input = JSON.stringify(hookFixtures('cursor', 'sessionStart')[0]?.input ?? {});

  test('is found after an update that moved it', async () => {
    const { place, versions, command } = await installed();
    const answer = runHook(place, command, input).stdout;
    expect(JSON.parse(answer)).toHaveProperty('additional_context');
    renameSync(join(versions, '0.1.0'), join(versions, '0.2.0'));
    expect(runHook(place, command, input)).toEqual({ status: 0, stdout: answer, stderr: '' });
  });

  test('is gone: --check and doctor tell it, until it is exported from where it lies now', async () => {
    const { place, versions } = await installed();
    const cli = (...args: readonly string[]) =>
      spawnSync(process.execPath, [join(place.root, 'moved', '0.1.0', 'dist', 'cli.mjs'), ...args], {
        cwd: place.project,
        env: place.env,
        encoding: 'utf8',
      });
    renameSync(versions, join(place.root, 'moved'));
    const check = cli('export', 'cursor', '--check');
    expect([check.status, check.stdout]).toEqual([1, expect.stringContaining('leads to no plimsoll')]);
    expect(cli('doctor').stdout).toContain('leads to no plimsoll');
    cli('export', 'cursor', '--write');
    expect(cli('export', 'cursor', '--check').status).toBe(0);
  });

  test('is gone: a hook ends with 0 and says nothing, the server says what to do', async () => {
    const { place, versions, command } = await installed();
    rmSync(versions, { recursive: true });
    expect(runHook(place, command, input)).toEqual({ status: 0, stdout: '', stderr: '' });
    const served = runHook(place, `'${join(place.data, 'bin', 'plimsoll')}' serve`, '');
    expect([served.status, served.stdout]).toEqual([1, '']);
    expect(served.stderr).toContain('plimsoll uninstall');
  });

  test('a file of it is damaged: a hook still ends with 0', async () => {
    const { place, versions, command } = await installed();
    writeFileSync(join(place.data, 'bin', 'plimsoll.json'), '{');
    expect(runHook(place, command, input).stdout).toContain('additional_context');
    renameSync(join(versions, '0.1.0'), join(versions, '0.2.0'));
    expect(runHook(place, command, input)).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  test('Node is no longer where it was: the one on the PATH is taken, and without any a hook ends with 0', async () => {
    const { place, command } = await installed();
    const launcher = join(place.data, 'bin', 'plimsoll');
    const text = readFileSync(launcher, 'utf8').replaceAll(process.execPath, '/gone/node');
    writeFileSync(launcher, text);
    const bin = join(place.root, 'bin');
    mkdirSync(bin);
    expect(runHook(place, command, input, bin)).toEqual({ status: 0, stdout: '', stderr: '' });
    cpSync(process.execPath, join(bin, 'node'));
    expect(runHook(place, command, input, bin).stdout).toContain('additional_context');
  });

  test('a server of another version makes it lead there', async () => {
    const { place, versions } = await installed();
    rmSync(join(versions, '0.1.0'), { recursive: true });
    const client = await startServer(place, { clientName: 'some-client' });
    const installs = join(place.data, 'bin', 'plimsoll.json');
    await expect
      .poll(() => (JSON.parse(readFileSync(installs, 'utf8')) as { folders: string[] }).folders.length, {
        timeout: 15_000,
      })
      .toBe(2);
    client.child.kill();
  });
});

test('[platforms-010] [platforms-020] no file is written on a guess: a server in a project of its own rules, in an editor', async () => {
  const place = makePlace();
  for (const [folder, name] of [
    [place.project, 'AGENTS.md'],
    [place.project, 'GEMINI.md'],
    [place.home, '.cursor/mcp.json'],
  ] as const) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), 'mine\n');
  }
  const before = [filesBelow(place.project), filesBelow(place.home)];
  const client = await startServer(place, {
    clientName: 'Visual Studio Code',
    env: { VSCODE_PID: '1', CURSOR_VERSION: '3.0', TERM_PROGRAM: 'vscode' },
  });
  await client.call('ctx_execute', { language: 'shell', code: 'echo one' });
  await client.call('ctx_stats', {});
  client.child.kill();
  await client.exited;
  expect([filesBelow(place.project), filesBelow(place.home)]).toEqual(before);
  expect(readFileSync(join(place.project, 'AGENTS.md'), 'utf8')).toBe('mine\n');
});

describe('doctor', () => {
  const findings = async (place: Place) => {
    const { stdout } = await runCli(place, 'doctor', '--json');
    const all = (
      JSON.parse(stdout) as { findings: { area: string; state: string; text: string; fix?: string }[] }
    ).findings;
    return all.filter(({ area }) => area === 'other agents');
  };

  test('says nothing of agents that are not here, and offers an export to one that is', async () => {
    const place = makePlace();
    expect(await findings(place)).toEqual([]);
    mkdirSync(join(place.home, '.gemini'));
    expect(await findings(place)).toEqual([
      {
        area: 'other agents',
        state: 'ok',
        text: expect.stringContaining('plimsoll export gemini-cli --write'),
      },
    ]);
  });

  test('[platforms-013] names both places where an agent is set up twice, and how one of them goes', async () => {
    const place = makePlace();
    await exported(place, 'gemini-cli');
    expect((await findings(place)).map(({ state }) => state)).toEqual(['ok']);
    await exported(place, 'gemini-cli', '--project');
    const twice = (await findings(place)).filter(({ state }) => state === 'warning');
    expect(twice).toHaveLength(1);
    for (const folder of [place.home, place.project]) expect(twice[0]?.text).toContain(folder);
    expect(twice[0]?.fix).toMatch(/^plimsoll uninstall gemini-cli --project --dir \S+ --write$/);
  });

  test('a hook that is needed and missing is a failure, another one a warning, with the command that helps', async () => {
    const place = makePlace();
    await exported(place, 'cursor');
    const file = join(place.home, '.cursor/hooks.json');
    const config = JSON.parse(readFileSync(file, 'utf8')) as { hooks: Record<string, unknown> };
    const { preToolUse, stop, ...rest } = config.hooks;
    writeFileSync(file, JSON.stringify({ ...config, hooks: { ...rest, preToolUse } }));
    expect(await findings(place)).toEqual([
      expect.objectContaining({ state: 'warning', text: expect.stringContaining('no hook for stop') }),
    ]);
    writeFileSync(file, JSON.stringify({ ...config, hooks: { ...rest, stop } }));
    expect(await findings(place)).toEqual([
      expect.objectContaining({
        state: 'failure',
        text: expect.stringContaining('no hook for preToolUse'),
        fix: expect.stringMatching(/^plimsoll export cursor --user --dir \S+ --write$/),
      }),
    ]);
    rmSync(join(place.data, 'bin'), { recursive: true });
    expect(await findings(place)).toEqual([
      expect.objectContaining({ state: 'failure', text: expect.stringContaining('gone') }),
    ]);
  });
});

test('a diff shows no secret that somebody keeps in the file', async () => {
  const place = makePlace();
  const secret = `ghp_${madeUp(36, 'letters')}`;
  mkdirSync(join(place.home, '.cursor'));
  writeFileSync(
    join(place.home, '.cursor', 'mcp.json'),
    JSON.stringify({ mcpServers: { other: { command: 'x', env: { GITHUB_TOKEN: secret } } } }),
  );
  for (const act of ['export', 'uninstall']) {
    const { stdout } = await runCli(place, act, 'cursor');
    expect(stdout).not.toContain(secret);
    await exported(place, 'cursor');
  }
  expect(readFileSync(join(place.home, '.cursor', 'mcp.json'), 'utf8')).toContain(secret);
});

describe('arguments', () => {
  test.each([
    [['export'], /an agent is missing; there are .*gemini-cli.*, and all/],
    [['export', 'gemini'], /"gemini" is no agent that is known/],
    [['export', 'claude-code'], /installer of its own: \/plugin marketplace add/],
    [['uninstall', 'claude-code'], /installer of its own: \/plugin uninstall/],
    [['export', 'cursor', '--user', '--project'], /one of --user, --project and --package/],
    [['export', 'cursor', '--package'], /--package needs --dir/],
    [['export', 'cursor', '--dir', ''], /--dir is empty/],
    [['export', 'cursor', '--write', '--check'], /either --write or --check/],
    [['export', 'cursor', 'kiro'], /unexpected argument: "kiro"/],
    [['uninstall', 'nobody'], /"nobody" is no agent/],
  ])('%j', async (args, message) => {
    const place = makePlace();
    const { exitCode, stderr } = await runCli(place, ...args);
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(message)]);
    expect(filesBelow(place.home)).toEqual([]);
  });

  test.each(['', 'relative', '.'])('HOME is %j: no folder is made up of it', async (HOME) => {
    const place = makePlace();
    const { env } = place;
    const outcome = await runCli(
      { ...place, env: { ...env, HOME, USERPROFILE: '' } },
      'export',
      'gemini-cli',
      '--json',
    );
    expect(JSON.parse(outcome.stdout)).toMatchObject({
      exports: [{ folder: expect.stringContaining(userInfo().homedir) }],
    });
  });

  test('all: the agents on this machine, and none where there is none; in a named folder all of them', async () => {
    const place = makePlace();
    const none = await runCli(
      { ...place, env: { ...place.env, PATH: '/nowhere' } },
      'export',
      'all',
      '--write',
    );
    expect([none.exitCode, filesBelow(place.home)]).toEqual([1, []]);
    mkdirSync(join(place.home, '.cursor'));
    await runCli({ ...place, env: { ...place.env, PATH: '/nowhere' } }, 'export', 'all', '--write');
    expect(filesBelow(place.home)).toEqual(['.cursor/hooks.json', '.cursor/mcp.json']);
    await exported(place, 'all', '--dir', join(place.root, 'sample'));
    const roots = filesBelow(join(place.root, 'sample')).map((file) => file.split('/')[0]);
    expect([...new Set(roots)]).toEqual(['.cursor', '.gemini', '.kiro', 'GEMINI.md']);
    expect((await runCli(place, 'export', 'all', '--check')).exitCode).toBe(0);
    await runCli(place, 'uninstall', 'all', '--write');
    expect([filesBelow(place.home), existsSync(join(place.root, 'sample'))]).toEqual([[], false]);
  });

  test('[platforms-025] an existing config is read by its agent after two runs as before, and a copy is there', async () => {
    const place = makePlace();
    const file = join(place.home, '.gemini', 'settings.json');
    mkdirSync(join(file, '..'));
    writeFileSync(file, '{\n  "theme": "dark"\n}\n');
    await exported(place, 'gemini-cli');
    const first = readFileSync(file, 'utf8');
    const { stdout } = await runCli(place, 'export', 'gemini-cli', '--write');
    expect(stdout).toContain('Nothing has to be changed.');
    expect(readFileSync(file, 'utf8')).toBe(first);
    expect(JSON.parse(first)).toMatchObject({ theme: 'dark' });
    const copies = filesBelow(join(place.data, 'exports'));
    expect(copies.map((name) => readFileSync(join(place.data, 'exports', name), 'utf8'))).toEqual([
      '{\n  "theme": "dark"\n}\n',
    ]);
  });

  test('a config that cannot be read: exit code 1, place and reason, nothing written', async () => {
    const place = makePlace();
    mkdirSync(join(place.home, '.cursor'));
    const file = join(place.home, '.cursor', 'hooks.json');
    writeFileSync(file, '{ "version": 1, "hooks": { "stop": [ }');
    const { exitCode, stdout } = await runCli(place, 'export', 'cursor', '--write');
    expect(exitCode).toBe(1);
    expect(stdout).toContain(`Nothing was written, because of\n  ${file} line 1, column 38: `);
    expect([filesBelow(place.home), filesBelow(place.data)]).toEqual([['.cursor/hooks.json'], []]);
  });
});

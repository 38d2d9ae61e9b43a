import { chmodSync, copyFileSync, linkSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, delimiter, dirname, join, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Runtime } from '#features/execution/languages/language.ts';
import { shell, shellName } from '#features/execution/languages/shell.ts';
import { fakeLook, launched } from '../../helpers/look.ts';
import { copyProduct, DIST } from '../../helpers/product/bundles.ts';
import { hookPayload, runHook } from '../../helpers/product/hook-runner.ts';
import { INSTALLED } from '../../helpers/product/language-runtimes.ts';
import { type LineClient, startServer } from '../../helpers/product/line-client.ts';
import { makePlace, namesIn } from '../../helpers/product/places.ts';
import { ROOT } from '../../helpers/sources.ts';

const isPosix = process.platform !== 'win32';

/** What was printed, without the line about the end. */
async function printed(server: LineClient, language: string, code: string): Promise<string> {
  const { text, isError } = await server.call('ctx_execute', { language, code });
  expect(isError, text).toBe(false);
  return text.slice(text.indexOf('\n') + 1);
}

test('windows-004 a folder with a separator at its end is the same folder', async () => {
  const place = makePlace();
  const folders: string[] = [];
  for (const folder of [place.project, `${place.project}${sep}`]) {
    const server = await startServer(place, { env: { PLIMSOLL_PROJECT: folder } });
    folders.push(await printed(server, 'javascript', 'console.log(process.cwd())'));
    await server.call('ctx_index', { content: `text of ${folder}`, source: folder });
  }
  expect(new Set(folders)).toEqual(new Set([place.project]));
  expect(namesIn(place.data, 'projects')).toHaveLength(1);
});

test('windows-006 run by a client’s single file, the server finds Node in PATH', async () => {
  const place = makePlace();
  // An executable of another name, as a compiled client is one.
  const client = join(place.root, isPosix ? 'client' : 'client.exe');
  try {
    linkSync(process.execPath, client);
  } catch {
    copyFileSync(process.execPath, client);
    chmodSync(client, 0o755);
  }
  const PATH = [dirname(process.execPath), place.env.PATH].join(delimiter);
  const server = await startServer(place, { command: [client, join(DIST, 'server.mjs')], env: { PATH } });
  const program = await printed(server, 'javascript', 'console.log(process.execPath)');
  expect(basename(program)).toMatch(/^node/);
  expect(await printed(server, 'typescript', 'const a: string = "ts"; console.log(a)')).toBe('ts');
});

test('windows-009 text and folder beyond ASCII arrive unchanged', async () => {
  const place = makePlace();
  const project = join(place.project, '漢');
  mkdirSync(project);
  // Nothing says which characters there are, as where a desktop starts the server.
  const server = await startServer({ ...place, project }, { env: { LANG: '', LC_ALL: '', LC_CTYPE: '' } });
  for (const [language, code] of [
    ['shell', 'echo "é 漢 🙂"'],
    ['javascript', 'console.log("é 漢 🙂")'],
    ['python', 'print("é 漢 🙂")'],
    ['ruby', 'puts "é 漢 🙂".chars.join'],
  ] as const)
    if (INSTALLED.has(language)) expect(await printed(server, language, code)).toBe('é 漢 🙂');
  expect(await printed(server, 'javascript', 'console.log(process.cwd())')).toBe(project);
});

describe('what only Windows can show, with its files as a list', () => {
  const GIT = 'C:\\Program Files\\Git';
  const WSL = 'C:\\Windows\\System32\\bash.exe';
  const POWERSHELL = 'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe';
  const PATH = 'C:\\Windows\\System32;C:\\Windows\\System32\\WindowsPowerShell\\v1.0';
  const runtime = (title: string): Runtime =>
    shell.runtimes('win32').find((candidate) => candidate.title === title) as Runtime;
  const gitBash = runtime('Git Bash');

  test('windows-010 a bash of WSL is not taken, whoever names it', () => {
    for (const env of [{ PATH }, { PATH, SHELL: WSL }, { PATH, CLAUDE_CODE_GIT_BASH_PATH: WSL }]) {
      expect(gitBash.find(fakeLook('win32', [WSL, POWERSHELL], env))).toBeUndefined();
      expect(shellName(fakeLook('win32', [WSL, POWERSHELL], env))).toBe('Windows PowerShell');
    }
  });

  test('windows-011 what is started is a program with the script as argument, never the script', () => {
    for (const candidate of shell.runtimes('win32'))
      for (const isLong of [false, true]) {
        const program = 'C:\\some\\program.exe';
        const { first } = launched(candidate, { platform: 'win32', program, code: 'echo ok', isLong });
        expect(first.command).toBe(program);
      }
  });

  test('windows-015 Git Bash gets a script by its drive’s letter, with forward slashes', () => {
    const { first } = launched(gitBash, { platform: 'win32', program: 'bash.exe', code: 'x', isLong: true });
    expect(first.args.at(-1)).toBe('C:/scratch/snippet.sh');
  });

  test('windows-018 PowerShell reads no profile', () => {
    for (const title of ['PowerShell', 'Windows PowerShell'])
      expect(launched(runtime(title), { platform: 'win32', program: 'p', code: 'x' }).first.args).toContain(
        '-NoProfile',
      );
  });

  test('windows-019 a Git whose tools are not in PATH has them all the same, and no shell is an error', async () => {
    const bare = fakeLook('win32', [`${GIT}\\usr\\bin\\bash.exe`], {
      PATH,
      ProgramFiles: 'C:\\Program Files',
    });
    const program = gitBash.find(bare) as string;
    expect(launched(gitBash, { ...bare, program, code: 'ls' }).first.env?.PATH).toMatch(/^C:\\.*\\usr\\bin;/);
    const place = makePlace();
    const server = await startServer(place, { env: { PATH: place.temp } });
    const answer = await server.call('ctx_execute', { language: 'shell', code: 'echo ok' });
    expect(answer).toMatchObject({ isError: true, text: expect.stringMatching(/shell needs bash or sh/) });
  });
});

test.skipIf(!isPosix)(
  'windows-013 nothing is started to look for runtimes when a session begins',
  async () => {
    const place = makePlace();
    const [shims, called] = [join(place.root, 'shims'), join(place.root, 'called')];
    mkdirSync(shims);
    const names = [
      'bash',
      'python3',
      'ruby',
      'go',
      'rustc',
      'php',
      'perl',
      'Rscript',
      'elixir',
      'dotnet',
      'bun',
    ];
    for (const name of names) {
      writeFileSync(join(shims, name), `#!/bin/sh\necho ${name} >> '${called}'\nexec sleep 30\n`);
      chmodSync(join(shims, name), 0o755);
    }
    const server = await startServer(place, { env: { PATH: shims } });
    await server.request('tools/list');
    await printed(server, 'javascript', 'console.log(1)');
    const missing = await server.call('ctx_execute', { language: 'csharp', code: 'x' });
    expect(missing).toMatchObject({ isError: true, data: { error: 'RUNTIME_MISSING' } });
    expect(namesIn(place.root)).not.toContain('called');
  },
);

test('windows-016 hooks and server are named with forward slashes, as arguments that no shell reads', async () => {
  const files = ['hooks/hooks.json', '.mcp.json', 'plugin.json', '.claude-plugin/plugin.json'];
  const text = files.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n');
  const args = [...text.matchAll(/"\$\{CLAUDE_PLUGIN_ROOT\}[^"]*"/g)].map(
    ([arg]) => JSON.parse(arg) as string,
  );
  expect(args.length).toBeGreaterThan(0);
  for (const arg of args) expect(arg).toMatch(/^\$\{CLAUDE_PLUGIN_ROOT\}(?:\/[\w.-]+)+$/);
  expect(text).not.toMatch(/"command": "[^"]*[ \\]/);
  const place = makePlace();
  const { exitCode } = await runHook(place, {
    args: ['claude-code', 'SessionStart'],
    input: hookPayload(place),
  });
  expect(exitCode).toBe(0);
});

test('windows-021 the product works from a folder with # and é in its name', {
  timeout: 120_000,
}, async () => {
  const place = makePlace();
  const folder = copyProduct(join(place.root, 'plug #1 é%20'));
  const server = await startServer(place, {
    command: [process.execPath, join(folder, 'dist', 'server.mjs')],
  });
  expect(await printed(server, 'typescript', 'const a: number = 1; console.log(a)')).toBe('1');
  expect(await printed(server, 'typescript', `${'type A = 1;\n'.repeat(4_000)}console.log(<A>1)`)).toBe('1');
  expect(await printed(server, 'shell', 'seq 1 200000')).toContain('#1');
});

test.skipIf(!isPosix)('windows-022 what startup files of a shell print is not in the answer', async () => {
  const place = makePlace();
  for (const file of ['.bashrc', '.bash_profile', '.profile', '.bash_login', 'env.sh'])
    writeFileSync(join(place.home, file), 'echo noise\n');
  const loud = join(place.home, 'env.sh');
  const server = await startServer(place, { env: { BASH_ENV: loud, ENV: loud, SHLVL: '0' } });
  expect(await printed(server, 'shell', 'echo ok')).toBe('ok');
  expect(await printed(server, 'shell', 'bash -c "echo inner"')).toBe('inner');
});

test('windows-023 a project with a blank and an apostrophe in its path', async () => {
  const place = makePlace();
  const project = join(place.project, "it's a project");
  mkdirSync(project);
  writeFileSync(join(project, 'part.mjs'), 'export const part = 7;\n');
  const server = await startServer({ ...place, project });
  const code = "import { part } from './part.mjs'; console.log(part, require('./part.json').a)";
  writeFileSync(join(project, 'part.json'), '{"a":1}');
  expect(await printed(server, 'javascript', code)).toBe('7 1');
  expect(await printed(server, 'typescript', code)).toBe('7 1');
  // All languages, in a folder with more than that in its name: ../languages.test.ts
  expect(await printed(server, 'shell', 'basename "$PWD"')).toBe("it's a project");
});

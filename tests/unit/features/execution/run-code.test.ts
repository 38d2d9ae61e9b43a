import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { argumentLimit } from '#features/execution/languages/language.ts';
import type { LanguageName } from '#features/execution/languages.ts';
import { createCodeRunner } from '#features/execution/run-code.ts';
import { stripTypes } from '#features/execution/strip-types.ts';
import { tempFolder } from '../../../helpers/store/programs.ts';

const home = (): string => join(tempFolder(), 'home');

async function run(language: LanguageName, code: string, env: NodeJS.ProcessEnv = process.env) {
  const place = home();
  const runner = createCodeRunner({
    home: place,
    outDir: join(place, 'out'),
    env,
    toJavaScript: async (code) => stripTypes(code),
  });
  const signal = new AbortController().signal;
  const { output, exitCode, release } = await runner.run({
    language,
    code,
    cwd: tempFolder(),
    timeoutMs: 8_000,
    signal,
  });
  const text = output.text();
  output.discard();
  await release();
  return {
    text,
    exitCode,
    left: existsSync(join(place, 'scratch')) ? readdirSync(join(place, 'scratch')) : [],
  };
}

/** So much that it cannot be an argument, as comment lines of the language. */
const padding = (mark: string): string => `${mark} padding\n`.repeat(argumentLimit(process.platform) / 8);

describe.each([
  ['shell', 'echo "a b"; exit 3', '#', 'a b\n', 3],
  ['javascript', 'console.log(require("node:path").sep.length, typeof await 1)', '//', '1 number\n', 0],
] as const)('%s', (language, code, mark, text, exitCode) => {
  it('runs, and leaves nothing behind', async () => {
    expect(await run(language, code)).toEqual({ text, exitCode, left: [] });
  });

  it('runs the same from a file when the code is long', async () => {
    expect(await run(language, `${padding(mark)}${code}`)).toEqual({ text, exitCode, left: [] });
  });
});

it('errors in javascript name the caller’s own lines', async () => {
  const { text } = await run('javascript', '\n\nthrow new Error("third line")');
  expect(text).toMatch(/:3\b/);
});

it('a language without its program says how to get it, and what there is', async () => {
  await expect(run('python', 'print(1)', { PATH: tempFolder() })).rejects.toMatchObject({
    code: 'RUNTIME_MISSING',
    message: expect.stringMatching(/^python needs python on PATH: .*Here: javascript, typescript\.$/),
  });
});

it('lists what every language runs with; versions only when asked', async () => {
  const place = home();
  const runner = createCodeRunner({
    home: place,
    outDir: join(place, 'out'),
    env: process.env,
    toJavaScript: async (code) => stripTypes(code),
  });
  const plain = await runner.runtimes();
  expect(plain).toHaveLength(12);
  expect(plain.find(({ language }) => language === 'javascript')).toEqual({
    language: 'javascript',
    program: process.execPath,
  });
  const versions = await runner.runtimes({ withVersions: true });
  expect(versions.find(({ language }) => language === 'javascript')?.version).toBe(process.version);
});

describe('javascript', () => {
  it.each([
    [
      'a module',
      "import { sep } from 'node:path'; console.log(sep.length, typeof require('node:fs').statSync, await 1)",
      '1 function 1',
    ],
    [
      'a script, as Node runs it',
      'x = 010; console.log(x, typeof module, typeof require)',
      '8 object function',
    ],
    [
      'top-level await beside require',
      "const { sep } = require('node:path'); console.log(await sep.length)",
      '1',
    ],
    [
      'a require of its own',
      "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url); console.log(typeof require('fs'))",
      'object',
    ],
    [
      'no options that children would inherit',
      'console.log(process.execArgv.length, process.argv.length)',
      '0 1',
    ],
  ])('%s', async (_what, code, text) => {
    expect(await run('javascript', code)).toMatchObject({ text: `${text}\n`, exitCode: 0 });
    expect(await run('javascript', `${padding('//')}${code}`)).toMatchObject({ exitCode: 0 });
  });
});

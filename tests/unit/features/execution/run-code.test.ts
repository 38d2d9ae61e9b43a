import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { argumentLimit, type LanguageName } from '#features/execution/languages.ts';
import { createCodeRunner } from '#features/execution/run-code.ts';
import { tempFolder } from '../../../helpers/store/programs.ts';

const home = (): string => join(tempFolder(), 'home');

async function run(language: LanguageName, code: string, env: NodeJS.ProcessEnv = process.env) {
  const place = home();
  const runner = createCodeRunner({ home: place, env });
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
    message: expect.stringMatching(/python needs python3 or python on PATH: .*Here: javascript\./),
  });
});

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCli } from '../helpers/product/command-line.ts';
import { makePlace } from '../helpers/product/places.ts';

/** Asks the real shell what it would offer; `script` is the path of the completion script. */
const SHELLS: Readonly<Record<string, (script: string, typed: readonly string[]) => readonly string[]>> = {
  bash: (script, typed) => [
    '-c',
    `. '${script}'; COMP_WORDS=(plimsoll ${typed.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${typed.length}; _plimsoll; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ],
  zsh: (script) => ['-f', '-n', script],
  fish: (script, typed) => [
    '--no-config',
    '-c',
    `source '${script}'; complete -C 'plimsoll ${typed.join(' ')}'`,
  ],
};

async function offered(shell: string, typed: readonly string[]): Promise<string | undefined> {
  const place = makePlace();
  const { stdout, exitCode } = await runCli(place, 'completion', shell);
  expect(exitCode).toBe(0);
  const script = join(place.root, `completion.${shell}`);
  writeFileSync(script, stdout);
  const args = SHELLS[shell]?.(script, typed) ?? [];
  const run = spawnSync(shell, args, { encoding: 'utf8', env: place.env });
  if (run.error !== undefined) return undefined;
  expect(run.stderr).toBe('');
  expect(run.status).toBe(0);
  return run.stdout;
}

describe('completion', () => {
  test.for(['bash', 'fish'])('offers commands and options in %s', async (shell, { skip }) => {
    const commands = await offered(shell, ['st']);
    if (commands === undefined) return skip(`there is no ${shell} here`);
    expect(commands).toMatch(/^stats\b/m);
    expect(commands).toMatch(/^statusline\b/m);
    expect(commands).not.toMatch(/^search\b/m);
    expect(await offered(shell, ['search', '--so'])).toMatch(/^--sort\b/m);
    expect(await offered(shell, ['search', '--so'])).toMatch(/^--source\b/m);
  });

  test('is a script that zsh understands', async ({ skip }) => {
    if ((await offered('zsh', [])) === undefined) skip('there is no zsh here');
  });

  test('names the shells there are', async () => {
    expect(await runCli(makePlace(), 'completion', 'tcsh')).toMatchObject({
      exitCode: 2,
      stderr: 'plimsoll: shell is "tcsh"; accepted: bash, zsh, fish.\n',
    });
  });
});

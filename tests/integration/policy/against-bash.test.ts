import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { judgeShell } from '#features/policy/judge-shell.ts';
import { policyOf } from '../../unit/features/policy/policies.ts';
import { randomScript, randomSource } from './shell-programs.ts';

/** Programs that exist only as shims which write down that they were run. */
const NAMES = ['zap', 'wipe', 'burn'];
const SEED = 20_260_601;
const SCRIPTS = 250;
const LIMIT_MS = 25_000;

let folder = '';
let log = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plimsoll-policy-'));
  log = join(folder, 'log');
  for (const name of NAMES) {
    const shim = join(folder, name);
    writeFileSync(shim, `#!/bin/sh\necho ${name} >> '${log}'\n`);
    chmodSync(shim, 0o755);
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const hasBash = spawnSync('bash', ['--version']).status === 0;

/** Names of the shims that bash ran. */
function runByBash(script: string): readonly string[] {
  rmSync(log, { force: true });
  spawnSync('bash', ['--noprofile', '--norc', '-c', script], {
    cwd: folder,
    env: { PATH: `${folder}:${process.env.PATH ?? ''}`, HOME: folder },
    stdio: 'ignore',
    timeout: 5_000,
  });
  return existsSync(log) ? [...new Set(readFileSync(log, 'utf8').trim().split('\n'))] : [];
}

it.skipIf(!hasBash)(
  'a rule against a program denies every script in which bash runs it, however it is wrapped',
  { timeout: 60_000 },
  () => {
    const pick = randomSource(SEED);
    const place = { cwd: folder, projectRoot: folder, home: folder };
    const deadline = performance.now() + LIMIT_MS;
    let runs = 0;
    const missed: string[] = [];
    for (let i = 0; i < SCRIPTS && performance.now() < deadline; i += 1) {
      const script = randomScript(pick, NAMES);
      for (const name of runByBash(script)) {
        runs += 1;
        const judgement = judgeShell(script, policyOf({ deny: [`Bash(${name} *)`] }), place);
        if (judgement.verdict !== 'deny') missed.push(`${name}: ${judgement.reason}\n${script}`);
        const free = judgeShell(script, policyOf(), place);
        if (free.verdict === 'allow') missed.push(`${name} is allowed by no rule: ${free.reason}\n${script}`);
      }
    }
    expect(missed).toEqual([]);
    // The scripts do run what they wrap; else this would show nothing.
    expect(runs).toBeGreaterThan(SCRIPTS / 4);
  },
);

it.skipIf(!hasBash)('the shims do write down that they were run', () => {
  expect(runByBash('zap a; echo wipe')).toEqual(['zap']);
  expect(execFileSync('bash', ['-c', 'echo ok'], { encoding: 'utf8' })).toBe('ok\n');
});

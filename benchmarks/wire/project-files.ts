import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

export interface Printed {
  readonly stdout: string;
  readonly stderr?: string;
  readonly exit?: number;
}

/** A script that prints these texts and exits; returns the command that runs it. */
export function printer(folder: string, name: string, { stdout, stderr = '', exit = 0 }: Printed): string {
  const file = (kind: string): string => join(folder, '.texts', `${name}.${kind}`);
  write(file('out'), stdout);
  write(file('err'), stderr);
  const show = (kind: string): string => `cat "$(dirname "$0")/../.texts/${name}.${kind}"`;
  write(
    join(folder, 'scripts', `${name}.sh`),
    `#!/bin/sh\n${show('out')}\n${show('err')} >&2\nexit ${exit}\n`,
  );
  return `sh scripts/${name}.sh`;
}

const WHO = { NAME: 'Made Up', EMAIL: 'made-up@example.org', DATE: '2026-01-01T00:00:00Z' };

/** Runs git in the folder. @throws Error with its words when it fails */
function git(folder: string, args: readonly string[], input = ''): void {
  const who = Object.entries(WHO).flatMap(([key, value]) =>
    ['AUTHOR', 'COMMITTER'].map((role) => [`GIT_${role}_${key}`, value]),
  );
  const env = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1', ...Object.fromEntries(who) };
  const { status, stderr } = spawnSync('git', args, { cwd: folder, input, encoding: 'utf8', env });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
}

export function commitAll(folder: string): void {
  git(folder, ['init', '-q', '-b', 'main']);
  git(folder, ['add', '-A']);
  git(folder, ['commit', '-q', '-m', 'base']);
}

/** A history of so many commits that touch one file; `messageOf` gives their messages. */
export function importCommits(folder: string, count: number, messageOf: (n: number) => string): void {
  const stream = Array.from({ length: count }, (_, n) => {
    const message = messageOf(n);
    const content = `v${n}\n`;
    const parent = n === 0 ? '' : `from :${n}\n`;
    const when = 1_767_225_600 + n * 3_600;
    return `commit refs/heads/main\nmark :${n + 1}\ncommitter ${WHO.NAME} <${WHO.EMAIL}> ${when} +0000\ndata ${Buffer.byteLength(message)}\n${message}${parent}M 100644 inline f.txt\ndata ${content.length}\n${content}\n`;
  });
  git(folder, ['init', '-q', '-b', 'main']);
  git(folder, ['fast-import', '--quiet'], stream.join(''));
  git(folder, ['reset', '-q', '--hard', 'main']);
}

import { type Environment, environmentValue } from '#infra/home.ts';
import { findProgram } from '#infra/process/find-program.ts';
import { realPath } from '#infra/real-path.ts';
import type { Backend } from './confinement.ts';
import { isWithin } from './profile.ts';

/** A program by PATH, never one that lies in the project: a repository could bring its own. */
export function findTrusted(name: string, env: Environment, projectRoot: string): string | undefined {
  const folders = (environmentValue(env, 'PATH') ?? '').split(':').filter((folder) => folder.startsWith('/'));
  const trusted = folders.filter((folder) => !isWithin(realPath(folder), projectRoot));
  const program = findProgram([name], { PATH: trusted.join(':') });
  return program !== undefined && !isWithin(realPath(program), projectRoot) ? program : undefined;
}

/** Bubblewrap by PATH. */
export function findBubblewrap(env: Environment, projectRoot: string): Backend {
  if (process.platform !== 'linux')
    return { kind: 'missing', why: `no backend on ${process.platform}`, fix: 'Run the agent on Linux' };
  const program = findTrusted('bwrap', env, projectRoot);
  if (program !== undefined) return { kind: 'ready', program };
  return { kind: 'missing', why: 'bwrap missing', fix: 'Install it with your package manager' };
}

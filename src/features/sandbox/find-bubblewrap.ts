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

/** Names that people know. */
const SYSTEMS: Partial<Record<NodeJS.Platform, string>> = { darwin: 'macOS', win32: 'Windows' };

/** Where the agent can be confined instead. */
const ELSEWHERE: Partial<Record<NodeJS.Platform, string>> = { win32: 'Run the agent in WSL2' };

/** Bubblewrap by PATH. There is no other backend: on a system without it confinement counts as missing. */
export function findBubblewrap(
  env: Environment,
  projectRoot: string,
  platform: NodeJS.Platform = process.platform,
): Backend {
  if (platform !== 'linux')
    return {
      kind: 'missing',
      why: `no backend on ${SYSTEMS[platform] ?? platform}`,
      fix: ELSEWHERE[platform] ?? 'Run the agent on Linux',
    };
  const program = findTrusted('bwrap', env, projectRoot);
  if (program !== undefined) return { kind: 'ready', program };
  return { kind: 'missing', why: 'bwrap missing', fix: 'Install it with your package manager' };
}

import type { Environment } from '../home.ts';

/**
 * Variables that make a program load code or change how it starts: a child that runs the caller's code must behave as
 * in a fresh terminal, and nothing set for this server may leak into it.
 */
const INJECTING = new Set([
  'LD_PRELOAD',
  'LD_AUDIT',
  'DYLD_INSERT_LIBRARIES',
  'NODE_OPTIONS',
  'NODE_PATH',
  'NODE_CHANNEL_FD',
  'BASH_ENV',
  'ENV',
  'PROMPT_COMMAND',
  'PYTHONSTARTUP',
  'PYTHONPATH',
  'PYTHONHOME',
  'PERL5OPT',
  'PERL5LIB',
  'RUBYOPT',
  'RUBYLIB',
  'JAVA_TOOL_OPTIONS',
]);

/** Exported shell functions travel in variables of these names. */
const isShellFunction = (name: string): boolean => name.startsWith('BASH_FUNC_');

/** The tag by which a run's processes are found again, whatever group or session they moved to. */
export const RUN_TAG = 'PLIMSOLL_RUN';

/**
 * The environment of a child: ours without what injects code, with its own temporary folder and the run's tag. Windows
 * knows no case in names.
 */
export function childEnvironment(
  env: Environment,
  tempDir: string,
  runTag: string,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const nameOf = (name: string): string => (platform === 'win32' ? name.toUpperCase() : name);
  const kept = Object.entries(env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !INJECTING.has(nameOf(entry[0])) && !isShellFunction(entry[0]),
  );
  return { ...Object.fromEntries(kept), TMPDIR: tempDir, TEMP: tempDir, TMP: tempDir, [RUN_TAG]: runTag };
}

import type { Environment } from '../home.ts';

/**
 * Variables that make a program load code or change how it starts: a child that runs the caller's code must behave as
 * in a fresh terminal, and nothing set for this server may leak into it.
 * What stays on purpose: search paths without which a program may not start at all (LD_LIBRARY_PATH), certificates and
 * proxies, and everything by which gh, aws, gcloud, kubectl, docker and git find accounts and hosts.
 */
const INJECTING = new Set(
  [
    'LD_PRELOAD LD_AUDIT LD_DEBUG LD_PROFILE DYLD_INSERT_LIBRARIES DYLD_FORCE_FLAT_NAMESPACE GCONV_PATH',
    'NODE_OPTIONS NODE_PATH NODE_CHANNEL_FD NODE_CHANNEL_SERIALIZATION_MODE NODE_UNIQUE_ID NODE_V8_COVERAGE',
    'NODE_REPL_EXTERNAL_MODULE VSCODE_INSPECTOR_OPTIONS ELECTRON_RUN_AS_NODE BUN_OPTIONS BUN_INSPECT_PRELOAD',
    'BASH_ENV ENV PROMPT_COMMAND SHELLOPTS BASHOPTS BASH_XTRACEFD PS4 CDPATH',
    'PYTHONSTARTUP PYTHONPATH PYTHONHOME PYTHONINSPECT PYTHONEXECUTABLE PYTHONPLATLIBDIR PYTHONBREAKPOINT',
    'PYTHONWARNINGS PYTHONIOENCODING PYTHONUTF8 PYTHONVERBOSE PYTHONDEBUG',
    'PERL5OPT PERL5LIB PERL5DB PERLLIB PERL_UNICODE RUBYOPT RUBYLIB RUBYSHELL LUA_INIT',
    'JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS DOTNET_STARTUP_HOOKS MONO_ENV_OPTIONS',
    'CORECLR_ENABLE_PROFILING CORECLR_PROFILER CORECLR_PROFILER_PATH COR_ENABLE_PROFILING COR_PROFILER',
    'R_PROFILE R_PROFILE_USER R_ENVIRON R_ENVIRON_USER R_DEFAULT_PACKAGES',
    'ERL_FLAGS ERL_AFLAGS ERL_ZFLAGS ELIXIR_ERL_OPTIONS',
    // Set while git runs a hook: they would turn every `git` of the child to that one repository.
    'GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_COMMON_DIR',
    'GIT_NAMESPACE GIT_PREFIX GIT_EXEC_PATH GIT_TEMPLATE_DIR GIT_EXTERNAL_DIFF',
  ].flatMap((line) => line.split(' ')),
);

/** Exported shell functions travel in variables of these names. */
const isShellFunction = (name: string): boolean => name.startsWith('BASH_FUNC_');

/** The tag by which a run's processes are found again, whatever group or session they moved to. */
export const RUN_TAG = 'PLIMSOLL_RUN';

/** Names of a locale whose characters are bytes. */
const isByteLocale = (locale: string | undefined): boolean => /^(?:C|POSIX)?$/.test(locale ?? '');

/**
 * What makes text UTF-8 where nothing says so, as for a server that a desktop started; order and messages stay as they
 * are. Empty when the environment names another set of characters.
 */
function utf8Locale(env: Environment, platform: NodeJS.Platform): Readonly<Record<string, string>> {
  const name = platform === 'darwin' ? 'UTF-8' : 'C.UTF-8';
  if (env.LC_ALL) return isByteLocale(env.LC_ALL) && platform !== 'darwin' ? { LC_ALL: name } : {};
  return isByteLocale(env.LC_CTYPE || env.LANG) ? { LC_CTYPE: name } : {};
}

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
  return {
    ...Object.fromEntries(kept),
    ...utf8Locale(env, platform),
    TMPDIR: tempDir,
    TEMP: tempDir,
    TMP: tempDir,
    [RUN_TAG]: runTag,
  };
}

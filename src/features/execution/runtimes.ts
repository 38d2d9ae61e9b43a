import { execFile } from 'node:child_process';
import { AppError } from '#core/errors.ts';
import type { Environment } from '#infra/home.ts';
import { lookAround } from './host-shell.ts';
import type { Language, Runtime } from './languages/language.ts';
import { LANGUAGE_NAMES, LANGUAGES, type LanguageName } from './languages.ts';

const VERSION_LIMIT_MS = 5_000;

export interface FoundRuntime {
  readonly runtime: Runtime;
  readonly program: string;
}

/** What a language runs with; no program when it cannot be run here. */
export interface RuntimeInfo {
  readonly language: LanguageName;
  readonly program: string | undefined;
  /** First line of what the program says about itself; only when it was asked. */
  readonly version?: string;
}

/** Looks for the programs of languages when they are first needed, and remembers those that it found. */
export function createRuntimes(env: Environment) {
  const look = lookAround(env);
  const found = new Map<LanguageName, FoundRuntime>();

  function search(name: LanguageName): FoundRuntime | undefined {
    const known = found.get(name);
    if (known !== undefined) return known;
    for (const runtime of LANGUAGES[name].runtimes(look.platform)) {
      const program = runtime.find(look);
      if (program === undefined) continue;
      found.set(name, { runtime, program });
      return { runtime, program };
    }
    return undefined;
  }

  function missing(name: LanguageName): AppError {
    const { install }: Language = LANGUAGES[name];
    const titles = LANGUAGES[name].runtimes(look.platform).map(({ title }) => title);
    const others = LANGUAGE_NAMES.filter((other) => search(other) !== undefined);
    return new AppError(
      'RUNTIME_MISSING',
      `${name} needs ${titles.join(' or ')} on PATH: ${install}. Here: ${others.join(', ') || 'no language'}.`,
    );
  }

  return {
    look,

    /** @throws AppError RUNTIME_MISSING with what is missing, how to get it and what there is */
    need(name: LanguageName): FoundRuntime {
      const runtime = search(name);
      if (runtime === undefined) throw missing(name);
      return runtime;
    },

    /** Forgets a program that could not be started: it may have moved. */
    forget(name: LanguageName): void {
      found.delete(name);
    },

    /** What every language runs with. Versions need a process each, and are left out unless asked for. */
    async list(options: { readonly withVersions?: boolean } = {}): Promise<readonly RuntimeInfo[]> {
      const infos = LANGUAGE_NAMES.map(async (language): Promise<RuntimeInfo> => {
        const here = search(language);
        const info = { language, program: here?.program };
        if (here === undefined || options.withVersions !== true) return info;
        const version = await versionOf(here, env);
        return version === undefined ? info : { ...info, version };
      });
      return await Promise.all(infos);
    },
  };
}

/** Undefined when the program says nothing, fails or takes too long. */
function versionOf({ program, runtime }: FoundRuntime, env: Environment): Promise<string | undefined> {
  if (runtime.versionArgs.length === 0) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const options = { env: { ...env }, timeout: VERSION_LIMIT_MS, windowsHide: true };
    execFile(program, runtime.versionArgs, options, (error, stdout, stderr) => {
      const line = `${stdout}\n${stderr}`.split('\n').find((text) => text.trim() !== '');
      resolve(error === null ? line?.trim() : undefined);
    });
  });
}

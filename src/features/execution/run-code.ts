import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '#core/errors.ts';
import type { Environment } from '#infra/home.ts';
import { childEnvironment } from '#infra/process/child-environment.ts';
import { findProgram } from '#infra/process/find-program.ts';
import { type ChildOutcome, runChild } from '#infra/process/run-child.ts';
import { createScratch, removeScratch } from '#infra/scratch.ts';
import { LANGUAGE_NAMES, LANGUAGES, type Language, type LanguageName, scriptText } from './languages.ts';
import { OutputCapture } from './output-capture.ts';

/** Linux refuses a single argument of 128 KB; longer code goes through a file. */
const ARGUMENT_LIMIT = 100_000;

export interface CodeRequest {
  readonly language: LanguageName;
  readonly code: string;
  readonly cwd: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface CodeRun extends ChildOutcome {
  readonly output: OutputCapture;
  /** Removes the run's temporary files, a spilled output among them; to be called when the output was dealt with. */
  readonly release: () => Promise<void>;
}

export interface CodeRunner {
  run(request: CodeRequest): Promise<CodeRun>;
}

export interface CodeRunnerOptions {
  readonly home: string;
  readonly env: Environment;
}

function missingRuntime(language: Language, env: Environment): AppError {
  const available = LANGUAGE_NAMES.filter((name) =>
    findProgram(LANGUAGES[name].runtimes(process.platform), env),
  );
  const names = language.runtimes(process.platform).join(' or ');
  const others = available.length === 0 ? 'no language' : available.join(', ');
  return new AppError(
    'RUNTIME_MISSING',
    `${language.name} needs ${names} on PATH: ${language.install}. Here: ${others}.`,
  );
}

/** Runs code of the known languages in child processes; looks each runtime up once. */
export function createCodeRunner({ home, env }: CodeRunnerOptions): CodeRunner {
  const found = new Map<LanguageName, string>();
  let count = 0;

  function runtimeOf(name: LanguageName): string {
    const language = LANGUAGES[name];
    const runtime = found.get(name) ?? findProgram(language.runtimes(process.platform), env);
    if (runtime === undefined) throw missingRuntime(language, env);
    found.set(name, runtime);
    return runtime;
  }

  return {
    async run(request) {
      const runtime = runtimeOf(request.language);
      const language: Language = LANGUAGES[request.language];
      const scratch = createScratch(home);
      count += 1;
      const runTag = `${process.pid}-${count}`;
      const release = (): Promise<void> => removeScratch(scratch);
      try {
        const output = new OutputCapture(join(scratch, 'output.part'));
        const outcome = await runChild({
          ...launch(language, request, runtime, scratch),
          cwd: request.cwd,
          env: childEnvironment(env, scratch, runTag),
          runTag,
          timeoutMs: request.timeoutMs,
          signal: request.signal,
          onOutput: (bytes, stream) => output.add(bytes, stream),
        });
        output.finish();
        return { ...outcome, output, release };
      } catch (thrown) {
        await release();
        throw thrown;
      }
    },
  };
}

function launch(language: Language, request: CodeRequest, runtime: string, scratch: string) {
  if (Buffer.byteLength(request.code) <= ARGUMENT_LIMIT) return language.launchCode(runtime, request.code);
  const file = join(scratch, `code.${language.extension}`);
  writeFileSync(file, scriptText(request.language, request.code), { mode: 0o600 });
  return language.launchFile(runtime, file);
}

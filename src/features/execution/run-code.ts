import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { AppError } from '#core/errors.ts';
import type { Environment } from '#infra/home.ts';
import { createLimiter } from '#infra/limiter.ts';
import { childEnvironment } from '#infra/process/child-environment.ts';
import { findProgram } from '#infra/process/find-program.ts';
import { type ChildOutcome, runChild } from '#infra/process/run-child.ts';
import { createScratch, removeScratch } from '#infra/scratch.ts';
import {
  argumentLimit,
  LANGUAGE_NAMES,
  LANGUAGES,
  type Language,
  type LanguageName,
  scriptText,
} from './languages.ts';
import { OutputCapture } from './output-capture.ts';

/** Runs at a time: most wait for something, so more than cores; the rest queue, so that nothing is refused. */
const MAX_RUNS = Math.max(8, 2 * availableParallelism());

export interface CodeRequest {
  readonly language: LanguageName;
  readonly code: string;
  readonly cwd: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Added to the child's environment. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Runs beside the others and takes none of their places; whoever starts it limits how many there are. */
  readonly isBackground?: boolean;
  /** Called when it is its turn, with the output that will grow. */
  readonly onStart?: (output: OutputCapture) => void;
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
  const limit = createLimiter(MAX_RUNS);
  let count = 0;

  function runtimeOf(name: LanguageName): string {
    const language = LANGUAGES[name];
    const runtime = found.get(name) ?? findProgram(language.runtimes(process.platform), env);
    if (runtime === undefined) throw missingRuntime(language, env);
    found.set(name, runtime);
    return runtime;
  }

  async function run(request: CodeRequest, runtime: string): Promise<CodeRun> {
    const language: Language = LANGUAGES[request.language];
    const scratch = createScratch(home);
    count += 1;
    const runTag = `${process.pid}-${count}`;
    const release = (): Promise<void> => removeScratch(scratch);
    try {
      const output = new OutputCapture(join(scratch, 'output.part'));
      request.onStart?.(output);
      const outcome = await runChild({
        ...launch(language, request, runtime, scratch),
        cwd: request.cwd,
        env: { ...childEnvironment(env, scratch, runTag), ...request.variables },
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
  }

  return {
    async run(request) {
      const runtime = runtimeOf(request.language);
      if (request.isBackground === true) return await run(request, runtime);
      return await limit(request.signal, () => run(request, runtime));
    },
  };
}

function launch(language: Language, request: CodeRequest, runtime: string, scratch: string) {
  const { code } = request;
  if (Buffer.byteLength(code) <= argumentLimit(process.platform)) return language.launchCode(runtime, code);
  const file = join(scratch, `code.${language.extension(runtime)}`);
  writeFileSync(file, scriptText(request.language, code), { mode: 0o600 });
  return language.launchFile(runtime, file);
}

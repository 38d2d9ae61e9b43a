import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { AppError } from '#core/errors.ts';
import type { Environment } from '#infra/home.ts';
import { createLimiter } from '#infra/limiter.ts';
import { childEnvironment } from '#infra/process/child-environment.ts';
import { findProgram } from '#infra/process/find-program.ts';
import { createProcessGuard } from '#infra/process/process-guard.ts';
import { type ChildOutcome, runChild } from '#infra/process/run-child.ts';
import { createScratch, removeScratch, scratchStart } from '#infra/scratch.ts';
import { secretValues } from '#infra/secret-values.ts';
import {
  argumentLimit,
  LANGUAGE_NAMES,
  LANGUAGES,
  type Language,
  type LanguageName,
  scriptText,
} from './languages.ts';
import { OutputCapture } from './output-capture.ts';
import { MemoryWindow } from './output-store.ts';

/** Runs at a time: most wait for something, so more than cores; the rest queue, so that nothing is refused. */
const MAX_RUNS = Math.max(8, 2 * availableParallelism());

interface CodeRequest {
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
  const limit = createLimiter(MAX_RUNS);
  const tagStart = `${process.pid}-`;
  const guard = createProcessGuard({ tagStart, scratchStart: scratchStart(home) });
  const window = new MemoryWindow();
  const secrets = secretValues(env);
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
    const runTag = `${tagStart}${count}`;
    const release = (): Promise<void> => removeScratch(scratch);
    try {
      const output = new OutputCapture(join(scratch, 'output.part'), { secrets, window });
      const outcome = await runChild({
        ...launch(language, request, runtime, scratch),
        cwd: request.cwd,
        env: childEnvironment(env, scratch, runTag),
        runTag,
        guard,
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

import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Confine, type RunConfinement, type RunPlace, unconfined } from '#core/confine.ts';
import { AppError } from '#core/errors.ts';
import type { Environment } from '#infra/home.ts';
import { createLimiter } from '#infra/limiter.ts';
import { outputPart } from '#infra/output-parts.ts';
import { childEnvironment } from '#infra/process/child-environment.ts';
import { createProcessGuard } from '#infra/process/process-guard.ts';
import { type ChildOutcome, runChild } from '#infra/process/run-child.ts';
import { createScratch, removeScratch, scratchStart } from '#infra/scratch.ts';
import { secretValues } from '#infra/secret-values.ts';

import { argumentLimit, type Language, type Launch } from './languages/language.ts';
import { LANGUAGES, type LanguageName } from './languages.ts';
import { OutputCapture } from './output-capture.ts';
import { MemoryWindow } from './output-store.ts';
import { createRuntimes, type FoundRuntime, type RuntimeInfo } from './runtimes.ts';

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
  /** Whether it may run without the confinement that is wanted. Absent: it may not. */
  readonly outside?: RunPlace['outside'];
  /** Called when it is its turn, with the output that will grow. */
  readonly onStart?: (output: OutputCapture, confinement: RunConfinement) => void;
}

export interface CodeRun extends ChildOutcome {
  readonly output: OutputCapture;
  readonly confinement: RunConfinement;
  /** Removes the run's temporary files, a spilled output among them; to be called when the output was dealt with. */
  readonly release: () => Promise<void>;
}

export interface CodeRunner {
  run(request: CodeRequest): Promise<CodeRun>;
  /** What every language runs with here; versions, which need a process each, only on request. */
  runtimes(options?: { readonly withVersions?: boolean }): Promise<readonly RuntimeInfo[]>;
}

export interface CodeRunnerOptions {
  readonly home: string;
  /** Folder of originals: large outputs go there at once, where no run reaches them. */
  readonly outDir: string;
  readonly env: Environment;
  /** JavaScript that does what this TypeScript says, or prints why it is none. */
  readonly toJavaScript: (typescript: string) => Promise<string>;
  /** Confines what is run; absent: nothing is. */
  readonly confine?: Confine;
  /** The output of a run became too large for memory. */
  readonly onLargeOutput?: () => void;
}

/** Runs code of the known languages in child processes; looks each runtime up once. */
export function createCodeRunner({
  home,
  outDir,
  env,
  toJavaScript,
  confine,
  onLargeOutput,
}: CodeRunnerOptions): CodeRunner {
  const runtimes = createRuntimes(env);
  const limit = createLimiter(MAX_RUNS);
  const tagStart = `${process.pid}-`;
  const guard = createProcessGuard({ tagStart, scratchStart: scratchStart(home) });
  const window = new MemoryWindow();
  const secrets = secretValues(env);
  let count = 0;

  async function codeOf({ language: name, code }: CodeRequest): Promise<string> {
    const language: Language = LANGUAGES[name];
    return language.isTypeScript === true ? await toJavaScript(code) : code;
  }

  /** The commands of a run; may write files into the scratch folder. */
  function steps(code: string, { runtime, program }: FoundRuntime, scratch: string): readonly Launch[] {
    return runtime.steps({
      ...runtimes.look,
      program,
      code,
      isLong: Buffer.byteLength(code) > argumentLimit(runtimes.look.platform),
      scratchPath: (name) => join(scratch, name),
      write: (name, text) => {
        const file = join(scratch, name);
        writeFileSync(file, text, { mode: 0o600 });
        return file;
      },
    });
  }

  async function run(request: CodeRequest, found: FoundRuntime): Promise<CodeRun> {
    const scratch = createScratch(home);
    count += 1;
    const runTag = `${tagStart}${count}`;
    const spare = join(scratch, 'output.part');
    const output = new OutputCapture(outputPart(outDir), {
      secrets,
      window,
      spare,
      onFile: onLargeOutput,
    });
    const release = (): Promise<void> => {
      output.discard();
      return removeScratch(scratch);
    };
    const { language, code, cwd, outside } = request;
    let confined = unconfined();
    let confinement: RunConfinement | undefined;
    try {
      // What confinement starts beside the run is then ended with a server that is killed, too.
      if (confine !== undefined) await guard.ready();
      confined = (await confine?.({ language, code, cwd, scratch, outside })) ?? confined;
      request.onStart?.(output, confined.start);
      const launches = steps(await codeOf(request), found, scratch);
      const startMs = performance.now();
      let outcome: ChildOutcome | undefined;
      for (const [step, launch] of launches.entries()) {
        // What a step leaves behind is found by its tag and ended while the next one runs.
        const stepTag = `${runTag}-${step}`;
        const own = { ...launch.env, ...request.variables };
        const { folders, ...command } = confined.prepare(
          launch,
          childEnvironment(env, scratch, stepTag),
          own,
        );
        guard.leave(folders);
        outcome = await runChild({
          ...command,
          cwd,
          runTag: stepTag,
          guard,
          timeoutMs: Math.max(1, request.timeoutMs - (performance.now() - startMs)),
          signal: request.signal,
          onOutput: (bytes, stream) => output.add(bytes, stream),
        });
        if (outcome.exitCode !== 0) break;
      }
      if (outcome === undefined) throw new AppError('INTERNAL', `${request.language} has nothing to run`);
      output.finish();
      const durationMs = performance.now() - startMs;
      confinement = confined.end(outcome.exitCode);
      return { ...outcome, durationMs, output, confinement, release };
    } catch (thrown) {
      if (confinement === undefined) confined.end(null);
      runtimes.forget(request.language);
      await release();
      throw thrown;
    }
  }

  return {
    async run(request) {
      const found = runtimes.need(request.language);
      if (request.isBackground === true) return await run(request, found);
      return await limit(request.signal, () => run(request, found));
    },
    runtimes: (options) => runtimes.list(options),
  };
}

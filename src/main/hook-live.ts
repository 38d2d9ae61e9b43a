/**
 * `hook-live.cjs`: what a running server does about results, in a process that was started for one hook: long ones are
 * stored and made short, failures are kept, advice is given. Loaded by `hook.cjs` for agents whose hooks start processes,
 * and only for a result that may be worth it.
 */
import type { ErrorCode } from '#core/errors.ts';
import { toAppError } from '#core/errors.ts';
import type { HookDecision } from '#core/hook-decision.ts';
import { readGovernorSettings } from '#features/governor/govern.ts';
import { handleLine } from '#features/governor/handle-line.ts';
import { readAdvice, readRoutingMode } from '#features/routing/settings.ts';
import { decideLive } from '#hooks/live-decision.ts';
import type { DecidedEvent } from '#hooks/pipeline.ts';
import type { Environment } from '#infra/home.ts';
import { secretValues } from '#infra/secret-values.ts';
import { liveEnvironment } from '#infra/settings.ts';
import type { PlatformDescriptor } from '#platforms/define.ts';
import { processResultsOf } from '#platforms/results/of-process.ts';
import { createGovernor } from './governor.ts';
import { openOutputStores } from './hook-output-stores.ts';
import { keepFailure } from './keep-failure.ts';
import { adviceByFiles, isFirstOf } from './once-files.ts';

export interface HookActCall {
  readonly decided: DecidedEvent;
  readonly platform: PlatformDescriptor;
  readonly home: string;
  readonly env: Environment;
  /** Folder of the session's project, absolute. */
  readonly folder: string;
  readonly bundleDir: string;
  readonly fault: (code: ErrorCode, message: string) => void;
  readonly nowMs: () => number;
}

/** What is decided, and what is to be done once the answer is out. */
export interface HookAct {
  readonly decision: HookDecision;
  readonly settle: () => void;
}

/** @throws AppError, for a wrong setting */
export async function act(call: HookActCall): Promise<HookAct> {
  const { decided, platform, home, fault } = call;
  const { sessionId, toolUseId, transcriptPath } = decided.event;
  // Hooks of ours may be set up in two places.
  const isFirst = (): boolean => toolUseId === undefined || isFirstOf(home, sessionId, `call-${toolUseId}`);
  const onProblem = (problem: string): void => fault('ARGUMENT_INVALID', problem);
  const env = liveEnvironment({ env: call.env, home, projectRoot: () => call.folder, onProblem });
  const stores = openOutputStores({ ...call, env, sessionId, transcriptPath, isFirst });
  const secrets = secretValues(env);
  const { fileReader } = platform;
  const governor = createGovernor({
    home: () => home,
    context: async () => stores.context(),
    settings: () => readGovernorSettings(env),
    // None of these agents keeps whole results in files of its own.
    mayRead: () => false,
    secrets,
    line: handleLine,
    partsOfFiles: fileReader === undefined ? 'ctx_read' : `${fileReader.tool} with ${fileReader.range}`,
  });
  const decision = await decideLive(decided, platform, {
    fault,
    onPrompt: () => undefined,
    results: processResultsOf,
    // Calls are judged by a bundle of their own.
    shellDetour: async () => undefined,
    govern: (governed) => governor.govern(governed),
    keepFailure: (event) =>
      keepFailure(event, platform, {
        home: () => home,
        context: async () => stores.context(),
        secrets,
        results: processResultsOf,
      }),
    requests: { note: () => undefined, of: () => requested(stores, fault) },
    odd: (toolName, why) => {
      if (isFirstOf(home, sessionId, `odd-${toolName}`))
        fault('HOOK_RESULT_UNKNOWN', `${toolName}: ${why}; left as it is, and not logged again`);
    },
    routing: () => ({
      mode: readRoutingMode(env, platform.capabilities.replaces === 'all'),
      advice: readAdvice(env) ? adviceByFiles(home) : undefined,
      isGoverning: readGovernorSettings(env).mode === 'govern',
    }),
  });
  return { decision, settle: stores.settle };
}

/** What the user asked for last; without it a digest is made all the same. */
function requested(stores: ReturnType<typeof openOutputStores>, fault: HookActCall['fault']): string {
  try {
    return stores.lastRequest();
  } catch (thrown) {
    fault('HOOK_FAILED', `the last prompt is not known: ${toAppError(thrown).message}`);
    return '';
  }
}

/**
 * `hook-route.cjs`: sends a call that would flood the context another way, where an agent starts a process for each hook.
 * `hook.cjs` loads it for a call that may be such a one: it holds a shell's parser.
 */
import { type HookDecision, NO_DECISION } from '#core/hook-decision.ts';
import { shellDetour } from '#features/routing/route.ts';
import { readRoutingMode } from '#features/routing/settings.ts';
import { routeCall } from '#hooks/handlers/route-call.ts';
import { liveEnvironment } from '#infra/settings.ts';
import { processResultsOf } from '#platforms/results/of-process.ts';
import type { HookActCall } from './hook-live.ts';

/** @throws AppError ARGUMENT_INVALID, for a wrong setting */
export function route({ decided, platform, home, env, folder, fault }: HookActCall): Promise<HookDecision> {
  const { event, decisions } = decided;
  // A rule has spoken already.
  if (decisions.some(({ permission }) => permission !== undefined)) return Promise.resolve(NO_DECISION);
  const onProblem = (problem: string): void => fault('ARGUMENT_INVALID', problem);
  const live = liveEnvironment({ env, home, projectRoot: () => folder, onProblem });
  const mode = readRoutingMode(live, platform.capabilities.replaces === 'all');
  return routeCall(event, platform, {
    mode,
    shellDetour: async (code) => shellDetour(code),
    results: processResultsOf,
  });
}

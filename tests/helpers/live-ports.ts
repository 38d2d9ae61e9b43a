import { shellDetour } from '#features/routing/route.ts';
import type { HookPorts } from '#hooks/pipeline.ts';
import { Requests } from '#hooks/requests.ts';
import type { LiveHookPorts } from '#hooks/tool-door.ts';
import { resultsOf } from '#platforms/results/index.ts';

/** The ports of a running server that makes nothing short, refuses nothing and advises nothing. */
export const livePorts = (ports: HookPorts, over: Partial<LiveHookPorts> = {}): LiveHookPorts => ({
  ...ports,
  ready: async () => undefined,
  onPrompt: () => undefined,
  results: resultsOf,
  shellDetour: async (code) => shellDetour(code),
  govern: async () => undefined,
  keepFailure: async () => undefined,
  requests: new Requests(),
  odd: () => undefined,
  reply: async ({ tool }) => tool,
  routing: () => ({ mode: 'govern', advice: undefined, isGoverning: true }),
  ...over,
});

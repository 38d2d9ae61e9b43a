import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '../../tests/e2e/harness/clients.ts';
import { runSession } from '../../tests/e2e/harness/run-session.ts';
import type { Sandbox } from '../../tests/e2e/harness/sandbox.ts';
import type { ModelRequest } from '../../tests/e2e/harness/scripted-model.ts';

/** How a session is walked up to the point where the client compacts or gives up. */
export interface Walk {
  readonly client: Client;
  readonly sandbox: Sandbox;
  readonly model: string;
  readonly env: Readonly<Record<string, string>>;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Input tokens that the model reports for the first, second, … request of the conversation. */
  readonly loads: readonly number[];
  /** A request with more tokens is refused, as the API does. */
  readonly windowTokens: number;
  readonly args?: readonly string[];
  /** After the loads; a command of the client. */
  readonly lastPrompt?: string | undefined;
}

/** What happened behind which load. */
export interface WalkEnd {
  /** `compacted`: a summary was asked for; `refused`: the client asked for nothing any more; `none`: neither. */
  readonly kind: 'compacted' | 'refused' | 'none';
  /** The load behind which it happened, and the one before it: the point lies between them. */
  readonly atTokens: number;
  readonly beforeTokens: number;
}

/** One headless session of as many short prompts as there are loads. */
export async function walkClient(walk: Walk): Promise<WalkEnd> {
  const { client, sandbox, model, env, settings, loads, windowTokens, args = [], lastPrompt } = walk;
  mkdirSync(sandbox.config, { recursive: true });
  writeFileSync(join(sandbox.config, 'settings.json'), JSON.stringify(settings));
  let given = 0;
  let end: WalkEnd | undefined;
  const lastTwo = () => ({ atTokens: loads[given - 1] ?? 0, beforeTokens: loads[given - 2] ?? 0 });
  const tokens = ({ kind }: ModelRequest): number | undefined => {
    if (kind === 'compact') end ??= { kind: 'compacted', ...lastTwo() };
    if (kind !== 'main') return 5_000;
    if (end !== undefined) return 20_000;
    given += 1;
    return loads[given - 1];
  };
  const prompts = loads.map((_load, index) => async () => {
    // A prompt that brought no request: the client does not go on.
    if (index > 0 && end === undefined && given < index) end = { kind: 'refused', ...lastTwo() };
    return `Question ${index + 1}`;
  });
  await runSession({
    client,
    sandbox,
    prompts: lastPrompt === undefined ? prompts : [...prompts, lastPrompt],
    env,
    args: ['--model', model, ...args],
    load: { tokens, maxTokens: windowTokens },
  });
  return end ?? { kind: 'none', ...lastTwo() };
}

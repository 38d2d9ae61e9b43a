import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { blocksOf, type MessagesBody, textOf } from '../../tests/e2e/harness/messages.ts';
import type { Session } from '../../tests/e2e/harness/run-session.ts';
import type { Reader } from './reader.ts';
import { isSeen, sightOf } from './sight.ts';
import type { Task, TaskClass } from './task.ts';

/** What one session sent to the model. */
export interface Measured {
  readonly name: string;
  readonly group: TaskClass;
  readonly seed: number;
  readonly requests: number;
  /** Tokens (o200k) of all requests together, each counted whole. */
  readonly tokens: number;
  readonly extraCalls: number;
  /** Planted facts that the main conversation has seen, of how many; exit codes the same; then edits and effects. */
  readonly facts: readonly [seen: number, all: number];
  readonly exits: readonly [seen: number, all: number];
  readonly effects: readonly [reached: number, wanted: number];
}

interface Ended {
  readonly name: string;
  readonly group: TaskClass;
  readonly seed: number;
  readonly task: Task;
  readonly reader: Reader;
  readonly session: Session;
}

/** The same texts come in every request. */
const counted = new Map<string, number>();
function tokensOf(text: string): number {
  const known = counted.get(text);
  if (known !== undefined) return known;
  // Words that the tokenizer keeps for itself may stand in a page.
  const tokens = countTokens(text, { allowedSpecial: 'all' });
  counted.set(text, tokens);
  return tokens;
}

function requestTokens({ system, tools = [], messages }: MessagesBody): number {
  const blocks = messages.flatMap(({ content }) => blocksOf(content));
  const texts = blocks.map((block) =>
    block.type === 'tool_use'
      ? JSON.stringify({ name: block.name, input: block.input })
      : (block.text ?? textOf(block.content)),
  );
  const declared = tools.map((tool) => JSON.stringify(tool));
  return [textOf(system), ...declared, ...texts].reduce((sum, text) => sum + tokensOf(text), 0);
}

/** Counts what a session has cost, and whether what was planted came through. */
export function measure({ name, group, seed, task, reader, session }: Ended): Measured {
  const intents = task.turns.flat();
  const facts = new Map(intents.flatMap(({ need = [] }) => need).map((fact) => [fact.id, fact]));
  const last = session.main.at(-1);
  const sight = last === undefined ? '' : sightOf(last.body).text;
  const seen = [...facts.values()].filter((fact) => isSeen(fact, sight));
  const exits = intents.filter(({ exit = 0 }) => exit !== 0);
  const { wanted, reached } = task.check?.() ?? { wanted: 0, reached: 0 };
  return {
    name,
    group,
    seed,
    requests: session.requests.length,
    tokens: session.requests.reduce((sum, { body }) => sum + requestTokens(body), 0),
    extraCalls: reader.extraCalls,
    facts: [seen.length, facts.size],
    exits: [reader.exitsSeen(), exits.length],
    effects: [reached, wanted],
  };
}

import { claudeContext } from '#platforms/context/claude.ts';
import { type Client, isInstalled, pinnedClients } from '../tests/e2e/harness/clients.ts';
import { makeSandbox } from '../tests/e2e/harness/sandbox.ts';
import { type Cell, cellsOf } from './compaction-point/cells.ts';
import { type WalkEnd, walkClient } from './compaction-point/walk-client.ts';
import type { Figure, Question } from './question.ts';

/** Percent of the predicted point between two loads of a walk; what happens is known no more exactly than that. */
const STEP = 0.4;
const STEPS_BELOW = 8;
const STEPS_ABOVE = 8;
const MUST_POINTS = 1;

function predicted({ model, env = {}, settings = {} }: Cell, { version }: Client): number {
  const host = { env, files: [settings] };
  const windowTokens = claudeContext.windowOf({ model, statedTokens: undefined, version, host }) ?? 0;
  return claudeContext.limitOf({ model, version, windowTokens, host }).tokens;
}

/** Loads around a point, a low one first. */
const around = (point: number): readonly number[] => [
  30_000,
  ...Array.from({ length: STEPS_BELOW + STEPS_ABOVE + 1 }, (_, step) =>
    Math.round(point * (1 + ((step - STEPS_BELOW) * STEP) / 100)),
  ),
];

async function walkCell(cell: Cell, client: Client, point: number): Promise<WalkEnd> {
  const { model, env = {}, settings = {}, windowTokens, after } = cell;
  const sandbox = makeSandbox();
  try {
    const common = { client, sandbox, model, env, settings, windowTokens };
    const before = typeof after === 'object' ? after.model : model;
    if (after !== undefined)
      await walkClient({
        ...common,
        model: before,
        loads: [point / 4, point / 2],
        lastPrompt: after === 'compact' ? '/compact' : undefined,
      });
    const args = after === undefined ? [] : ['--continue'];
    return await walkClient({ ...common, loads: around(point), args });
  } finally {
    sandbox.dispose();
  }
}

/** Distance of the prediction from what was seen, in points of the prediction; 100 when nothing was seen. */
function distance(point: number, { kind, atTokens, beforeTokens }: WalkEnd): number {
  if (kind === 'none') return 100;
  const nearest = Math.min(Math.max(point, beforeTokens), atTokens);
  return (100 * Math.abs(nearest - point)) / point;
}

export const compactionPoint: Question = {
  name: 'compaction-point',
  text: 'Does the client compact, or stop, where we expect it?',
  floor: 'the pinned clients, walked up against a scripted model in steps of 0.4 percent',
  meaning:
    'Per situation the distance of the expected point from the span in which the client really compacted or stopped, in points of the expectation; 0 is inside of the span. Seen loads go to stderr.',
  isOptional: true,
  async measure({ isQuick }) {
    const figures: Figure[] = [];
    for (const client of pinnedClients().filter(isInstalled)) {
      for (const cell of cellsOf(client).slice(0, isQuick ? 3 : undefined)) {
        const point = predicted(cell, client);
        const end = await walkCell(cell, client, point);
        console.error(
          `| ${client.version} | ${cell.name} | ${point} | ${end.kind} | ${end.beforeTokens}-${end.atTokens} |`,
        );
        figures.push({
          name: `${client.version}, ${cell.name}`,
          value: distance(point, end),
          unit: 'count',
          must: MUST_POINTS,
        });
      }
    }
    return figures;
  },
};

import type { JsonRecord } from '#core/json.ts';
import type { Client } from '../../tests/e2e/harness/clients.ts';

/** One situation in which a client compacts, or stops. */
export interface Cell {
  readonly name: string;
  readonly model: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly settings?: JsonRecord;
  /** Window of the model behind the API: a longer prompt is refused. */
  readonly windowTokens: number;
  /** A session before it that is walked to its half: `compact` then compacts by command, `resume` is continued. */
  readonly after?: 'compact' | 'resume' | { readonly model: string };
}

const SMALL = 200_000;
const LARGE = 1_000_000;
const HAIKU = 'claude-haiku-4-5';
const whole = { CLAUDE_CODE_AUTO_COMPACT_WINDOW: '200000' };

/** The large window of this client: asked for by the mark in the older one, by nature in the newer. */
const largeModel = ({ id }: Client): string => (id === '197' ? 'claude-opus-4-8[1m]' : 'claude-opus-5-5');

/** All situations that are walked with a client. */
export const cellsOf = (client: Client): readonly Cell[] => [
  { name: '200k', model: HAIKU, windowTokens: SMALL },
  { name: '200k, compacts unasked', model: 'claude-sonnet-4-6', windowTokens: SMALL },
  { name: '1M', model: largeModel(client), windowTokens: LARGE },
  {
    name: 'configured window 150k',
    model: HAIKU,
    env: { CLAUDE_CODE_AUTO_COMPACT_WINDOW: '150000' },
    windowTokens: SMALL,
  },
  {
    name: 'configured in settings 120k',
    model: HAIKU,
    settings: { autoCompactWindow: 120_000 },
    windowTokens: SMALL,
  },
  ...[50, 80, 95].map((percent) => ({
    name: `override ${percent} of 200k`,
    model: HAIKU,
    env: { ...whole, CLAUDE_AUTOCOMPACT_PCT_OVERRIDE: String(percent) },
    windowTokens: SMALL,
  })),
  { name: 'off', model: HAIKU, env: { DISABLE_AUTO_COMPACT: '1' }, windowTokens: SMALL },
  { name: 'off in settings', model: HAIKU, settings: { autoCompactEnabled: false }, windowTokens: SMALL },
  { name: 'after a compaction', model: HAIKU, env: whole, windowTokens: SMALL, after: 'compact' },
  { name: 'resumed', model: HAIKU, env: whole, windowTokens: SMALL, after: 'resume' },
  {
    name: 'model switched',
    model: 'claude-sonnet-4-6',
    windowTokens: SMALL,
    after: { model: HAIKU },
  },
];

import type { HostSettings, HostStatus, WindowFacts } from '#core/context-load.ts';
import type { JsonRecord } from '#core/json.ts';
import { PRODUCT_NAME } from '#core/tool-names.ts';
import { formatBytes } from '#core/units.ts';
import { correctedLimit } from '../seen-points.ts';
import { ageText, shareOf, thousands } from '../share.ts';
import { windowSize } from '../window-size.ts';
import type { Part } from './layout.ts';
import type { LineSettings, Segment } from './settings.ts';

/** What the line is made of. */
export interface LineFacts {
  readonly status: HostStatus;
  /** The load in it is from so long ago, and may not be true any more; undefined: it is from now. */
  readonly oldMs: number | undefined;
  readonly settings: LineSettings;
  /** Percent of the whole window, instead of the point where the session compacts. */
  readonly isRaw: boolean;
  readonly home: string;
  readonly platform: string;
  readonly facts: WindowFacts;
  readonly host: () => HostSettings;
  /** What the server wrote down about this session; undefined: nothing. */
  readonly kept: () => JsonRecord | undefined;
  /** Name of the branch; undefined outside of any repository. */
  readonly branch: () => string | undefined;
}

const BAR = 10;

const bar = (percent: number): string => {
  const full = Math.min(BAR, Math.max(0, Math.round((percent * BAR) / 100)));
  return `${'█'.repeat(full)}${'░'.repeat(BAR - full)}`;
};

const count = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0);

function contextPart({
  status,
  oldMs,
  settings,
  isRaw,
  home,
  platform,
  facts,
  host,
}: LineFacts): Part | undefined {
  const { model, version, usedTokens, windowTokens: statedTokens } = status.load;
  if (usedTokens === undefined) return undefined;
  const windowTokens = windowSize({ model, version, usedTokens, statedTokens, host: host() }, facts);
  if (windowTokens === undefined) return undefined;
  const expected = facts.limitOf({ model, version, windowTokens, host: host() });
  const limit = correctedLimit(home, { platform, model, windowTokens, limit: expected });
  const { percent, leftTokens } = shareOf(usedTokens, windowTokens, limit, isRaw);
  const left = thousands(leftTokens);
  // The colour would speak of now.
  if (oldMs !== undefined)
    return {
      text: `${bar(percent)} ${percent} %, ${left} left (${ageText(oldMs)} old)`,
      short: `${percent} % (old)`,
    };
  const colour =
    percent >= settings.redPercent ? 'red' : percent >= settings.yellowPercent ? 'yellow' : undefined;
  return {
    text: `${bar(percent)} ${percent} %, ${left} left`,
    short: `${percent} %`,
    ...(colour === undefined ? {} : { colour }),
  };
}

const FIRST_PRINTABLE = 0x20;
const DELETE = 0x7f;
const LAST_CONTROL = 0x9f;

/** Others' names may hold anything; a terminal would obey it. A pattern of Unicode classes takes long to be made. */
const plain = (text: string): string =>
  [...text]
    .filter((c) => {
      const code = c.charCodeAt(0);
      return code >= FIRST_PRINTABLE && (code < DELETE || code > LAST_CONTROL);
    })
    .join('');

const textPart = (text: string): Part | undefined => (text === '' ? undefined : { text });

const MAKERS: Readonly<Record<Segment, (line: LineFacts) => Part | undefined>> = {
  model: ({ status }) => textPart(plain(status.modelName)),
  context: contextPart,
  kept({ kept }) {
    const bytes = count(kept()?.keptBytes);
    return bytes === 0 ? undefined : { text: `${formatBytes(bytes)} kept out` };
  },
  memory({ kept }) {
    const facts = count(kept()?.facts);
    return facts === 0 ? undefined : { text: `${facts} facts` };
  },
  cost: ({ status }) =>
    status.costUsd === undefined ? undefined : { text: `$${status.costUsd.toFixed(2)}` },
  branch: ({ branch }) => textPart(plain(branch() ?? '')),
};

/** The parts that have something to show, in the order of the settings; the product's name when none has. */
export function lineParts(line: LineFacts): readonly Part[] {
  const parts = line.settings.segments.flatMap((segment) => MAKERS[segment](line) ?? []);
  return parts.length === 0 ? [{ text: PRODUCT_NAME }] : parts;
}

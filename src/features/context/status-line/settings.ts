import { AppError } from '#core/errors.ts';
import type { Environment } from '#infra/home.ts';
import { percentIn, settingsOf } from '../settings.ts';

const SEGMENTS = ['model', 'context', 'kept', 'memory', 'cost', 'branch'] as const;
export type Segment = (typeof SEGMENTS)[number];

export interface LineSettings {
  /** In the order in which they are shown. */
  readonly segments: readonly Segment[];
  /** From these percentages on the bar is yellow, and red. */
  readonly yellowPercent: number;
  readonly redPercent: number;
}

export const DEFAULT_LINE: LineSettings = {
  segments: ['model', 'context', 'kept', 'memory'],
  yellowPercent: 70,
  redPercent: 90,
};

const isSegment = (name: unknown): name is Segment => SEGMENTS.some((known) => known === name);

/** @throws AppError ARGUMENT_INVALID that names the setting and what is accepted */
export function readLineSettings(env: Environment, home: string): LineSettings {
  const setting = settingsOf(env, home, 'statusline');
  const { name, value } = setting('PLIMSOLL_STATUSLINE_SEGMENTS', 'segments');
  const names = typeof value === 'string' ? value.split(/[\s,]+/).filter((part) => part !== '') : value;
  if (names !== undefined && !(Array.isArray(names) && names.length > 0 && names.every(isSegment)))
    throw new AppError(
      'ARGUMENT_INVALID',
      `${name} is ${JSON.stringify(value)}; accepted: some of ${SEGMENTS.join(', ')}.`,
    );
  return {
    segments: names ?? DEFAULT_LINE.segments,
    yellowPercent: percentIn(
      setting('PLIMSOLL_STATUSLINE_YELLOW_PERCENT', 'yellowPercent'),
      DEFAULT_LINE.yellowPercent,
    ),
    redPercent: percentIn(setting('PLIMSOLL_STATUSLINE_RED_PERCENT', 'redPercent'), DEFAULT_LINE.redPercent),
  };
}

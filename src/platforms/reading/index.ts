import { claudeCode } from '../claude-code.ts';
import { claudeReading } from './claude.ts';
import type { HostReading } from './host-reading.ts';

const READINGS: Readonly<Record<string, HostReading>> = { [claudeCode.id]: claudeReading };

/** Undefined for an agent of which nobody knows what it shows. Apart from the descriptor, which every hook process loads. */
export const readingOf = (platformId: string): HostReading | undefined =>
  Object.hasOwn(READINGS, platformId) ? READINGS[platformId] : undefined;

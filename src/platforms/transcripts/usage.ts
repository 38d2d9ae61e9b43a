import { claudeCode } from '../claude-code.ts';
import { claudeUsage } from './claude-usage.ts';

const USAGES: Readonly<Record<string, typeof claudeUsage>> = { [claudeCode.id]: claudeUsage };

/** How an agent's transcripts tell what it used; undefined for one whose transcripts nobody can read. */
export const usageOf = (platformId: string): typeof claudeUsage | undefined =>
  Object.hasOwn(USAGES, platformId) ? USAGES[platformId] : undefined;

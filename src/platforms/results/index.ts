import { claudeCode } from '../claude-code.ts';
import { pageUrlOf, shellCodeOf } from './claude-calls.ts';
import { oddityOf, outputOf, responseWith } from './claude-output.ts';
import type { ToolResults } from './tool-results.ts';

const RESULTS: Readonly<Record<string, ToolResults>> = {
  [claudeCode.id]: { outputOf, oddityOf, responseWith, shellCodeOf, pageUrlOf },
};

/** Of agents whose hooks call a running server; undefined for any other. */
export const resultsOf = (platformId: string): ToolResults | undefined =>
  Object.hasOwn(RESULTS, platformId) ? RESULTS[platformId] : undefined;

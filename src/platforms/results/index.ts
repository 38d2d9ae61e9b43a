import type { HookEvent } from '#core/hook-event.ts';
import type { ToolOutput } from '#core/tool-output.ts';
import { claudeCode } from '../claude-code.ts';
import { pageUrlOf, shellCodeOf } from './claude-calls.ts';
import { oddityOf, outputOf, responseWith } from './claude-output.ts';

/**
 * What a running server does with calls and results of an agent's own tools. Apart from the codec, since a process that is
 * started per hook does none of it, and every byte of that is paid for in each start.
 */
export interface ToolResults {
  /** A tool's result for which a digest may stand; undefined where the agent cannot replace it, or must not. */
  outputOf(event: HookEvent): ToolOutput | undefined;
  /** Why a result without an output may have been worth one, for the log; undefined when there is nothing to say. */
  oddityOf(event: HookEvent): string | undefined;
  /** The same result with another text, in the tool's own schema. */
  responseWith(event: HookEvent, text: string): unknown;
  /** The shell text of a call of the agent's own shell tool; undefined for any other call. */
  shellCodeOf(event: HookEvent): string | undefined;
  /** The address that the agent's own tool for pages is to fetch; undefined for any other call. */
  pageUrlOf(event: HookEvent): string | undefined;
}

const RESULTS: Readonly<Record<string, ToolResults>> = {
  [claudeCode.id]: { outputOf, oddityOf, responseWith, shellCodeOf, pageUrlOf },
};

/** Undefined for an agent whose results nobody can replace. */
export const resultsOf = (platformId: string): ToolResults | undefined =>
  Object.hasOwn(RESULTS, platformId) ? RESULTS[platformId] : undefined;

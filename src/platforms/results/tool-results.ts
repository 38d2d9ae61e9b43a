import type { HookEvent } from '#core/hook-event.ts';
import type { ToolOutput } from '#core/tool-output.ts';

/**
 * What is done with calls and results of an agent's own tools. Apart from the codec, since most hook processes do none of it,
 * and every byte of that is paid for in each start.
 */
export interface ToolResults {
  /** A tool's result for which a digest may stand; undefined where it must not. */
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

import type { ToolName } from '#core/tool-names.ts';
import type { OutputCapture } from '#features/execution/output-capture.ts';
import { shownByHost } from '#features/insights/stats.ts';
import type { ToolContext } from '../context.ts';

/** Counts what runs wrote against what the agent's own shell would have shown of each, and what this answer shows. */
export function countRuns(
  tool: ToolName,
  outputs: readonly Pick<OutputCapture, 'textBytes' | 'textChars'>[],
  returnedBytes: number,
  context: ToolContext,
): void {
  const cap = context.shellCap();
  const sum = (bytesOf: (output: (typeof outputs)[number]) => number): number =>
    outputs.reduce((all, output) => all + bytesOf(output), 0);
  context.countOutput({
    tool,
    producedBytes: sum(({ textBytes }) => textBytes),
    hostBytes: sum(({ textBytes: bytes, textChars: chars }) => shownByHost({ bytes, chars }, cap)),
    returnedBytes,
    sourceId: undefined,
  });
}

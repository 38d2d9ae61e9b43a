import type { TallyEntry } from '#core/tally.ts';
import type { OutputCapture } from '#features/execution/output-capture.ts';
import type { HostOutput } from '#features/insights/shown-by-host.ts';
import type { ToolContext } from '../context.ts';

/** More than any host's preview. */
const START_BYTES = 8_192;

/** An output as a host's cap looks at it. */
const hostOutput = (output: Pick<OutputCapture, 'textBytes' | 'textChars' | 'part'>): HostOutput => ({
  bytes: output.textBytes,
  chars: output.textChars,
  start: () => output.part(0, START_BYTES).toString('utf8'),
});

/**
 * What runs wrote against what the agent's own shell would have shown of each. Asked before outputs are kept, which takes their
 * files away.
 */
export function countRuns(
  outputs: readonly OutputCapture[],
  { host }: ToolContext,
): Omit<TallyEntry, 'name' | 'overheadBytes' | 'enteredBytes'> {
  return {
    kind: 'output',
    producedBytes: outputs.reduce((sum, { textBytes }) => sum + textBytes, 0),
    hostBytes: outputs.reduce((sum, output) => sum + host.output(hostOutput(output)), 0),
  };
}

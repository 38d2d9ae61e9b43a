import { formatBytes, formatDuration } from '#core/units.ts';
import type { BinaryInfo } from '#features/execution/binary-output.ts';
import type { OutputCapture } from '#features/execution/output-capture.ts';
import type { CodeRun } from '#features/execution/run-code.ts';

/** A run as far as its status tells of it. */
type EndedRun = Omit<CodeRun, 'output' | 'release' | 'confinement'> & {
  readonly confinement?: Pick<CodeRun['confinement'], 'aside'>;
  readonly output: Pick<OutputCapture, 'textBytes' | 'limitBytes'> & {
    /** Places where a secret value was replaced. */
    readonly redactions?: number;
    readonly binary?: Pick<BinaryInfo, 'bytes'> | undefined;
  };
};

/** What a run wrote, as text and otherwise. */
const bytesOf = ({ textBytes, binary }: EndedRun['output']): number => textBytes + (binary?.bytes ?? 0);

/** `exit 0`, or the signal that ended it. */
export const endOf = (exitCode: number | null, signal: string | null | undefined): string =>
  exitCode === null ? `signal ${signal ?? 'unknown'}` : `exit ${exitCode}`;

/** Says in how many places something was replaced; empty for none. */
export const redactedIn = (places: number): string =>
  places === 0 ? '' : `, secret values redacted in ${places} ${places === 1 ? 'place' : 'places'}`;

/** How a run ended, in one line: `[exit 0, 12 ms, 3 B, #12]`; `handle` is empty where nothing was kept. */
export function statusLine(run: EndedRun, handle = ''): string {
  const { output } = run;
  const stop = {
    timeout: 'timed out, ',
    cancelled: 'cancelled, ',
    'output-limit': `stopped after ${formatBytes(output.limitBytes)} of output, `,
  };
  const why = run.stopped === undefined ? '' : stop[run.stopped];
  const redacted = redactedIn(output.redactions ?? 0);
  const kept = handle === '' ? '' : `, ${handle}`;
  const aside = run.confinement?.aside ? ` (${run.confinement.aside})` : '';
  return `[${why}${endOf(run.exitCode, run.signal)}, ${formatDuration(run.durationMs)}, ${formatBytes(bytesOf(output))}${aside}${redacted}${kept}]`;
}

/** The same for programs. */
export const statusFields = (run: EndedRun & Pick<CodeRun, 'confinement'>, handle: string | undefined) => ({
  exit_code: run.exitCode,
  signal: run.signal ?? undefined,
  timed_out: run.stopped === 'timeout',
  output_limit: run.stopped === 'output-limit' || undefined,
  duration_ms: Math.round(run.durationMs),
  bytes_out: bytesOf(run.output),
  redactions: run.output.redactions || undefined,
  stored: handle,
  confinement: run.confinement.name,
});

import { formatHandle } from '#core/ids.ts';
import { formatBytes, formatDuration } from '#core/units.ts';
import type { JobFacts } from '#features/execution/jobs.ts';
import { endOf } from '../runs/run-status.ts';

const STOPPED = {
  timeout: 'timed out, ',
  killed: 'killed, ',
  'output-limit': 'stopped by the output limit, ',
  shutdown: 'ended with the server, ',
} as const;

/** How a background run stands: `running, 12 s, 3.4 KB`, or how it ended, with the handle of its log. */
export function jobStatus({
  state,
  durationMs,
  bytes,
  exitCode,
  signal,
  stopped,
  log,
  fault,
}: JobFacts): string {
  const amount = `${formatDuration(durationMs)}, ${formatBytes(bytes)}`;
  const handle = log === undefined ? '' : `, log ${formatHandle(log.id)}`;
  const why = fault === undefined ? '' : `, ${fault}`;
  switch (state) {
    case 'running':
      return `running, ${amount}`;
    case 'failed':
      return `failed, ${amount}${why}`;
    case 'ended': {
      const stop = stopped === undefined ? '' : STOPPED[stopped];
      return `${stop}${endOf(exitCode ?? null, signal)}, ${amount}${handle}${why}`;
    }
    default:
      return state satisfies never;
  }
}

/** The same for programs. */
export const jobFields = (facts: JobFacts) => ({
  job: facts.id,
  label: facts.label,
  state: facts.state,
  exit_code: facts.exitCode,
  signal: facts.signal,
  timed_out: facts.stopped === 'timeout' || undefined,
  killed: facts.stopped === 'killed' || undefined,
  duration_ms: Math.round(facts.durationMs),
  bytes_out: facts.bytes,
  stored: facts.log === undefined ? undefined : formatHandle(facts.log.id),
  fault: facts.fault,
  confinement: facts.confinement.name,
});

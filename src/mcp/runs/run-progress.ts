import { formatBytes, formatDuration } from '#core/units.ts';
import type { OutputCapture } from '#features/execution/output-capture.ts';
import type { CallScope } from '../tool.ts';

/** Short runs need no progress, and nobody reads faster. */
const EVERY_MS = 2_000;

interface Running {
  /** Time after which it ends at the latest. */
  readonly limitMs: number;
  /** Bytes that came so far. */
  readonly bytes: () => number;
  /** In front of time and bytes: `2 of 5 done, `. */
  readonly state?: () => string;
}

/** What several runs wrote so far. */
export const textBytes = (outputs: readonly Pick<OutputCapture, 'textBytes'>[]): number =>
  outputs.reduce((sum, output) => sum + output.textBytes, 0);

/** Tells the client every two seconds how long a run lasts and what it wrote, until the returned function is called. */
export function followRun({ progress }: CallScope, { limitMs, bytes, state }: Running): () => void {
  const startMs = performance.now();
  const timer = setInterval(() => {
    const done = Math.round(performance.now() - startMs);
    const message = `${state?.() ?? ''}${formatDuration(done)}, ${formatBytes(bytes())}`;
    progress({ done, total: Math.max(done, limitMs), message });
  }, EVERY_MS);
  return () => clearInterval(timer);
}

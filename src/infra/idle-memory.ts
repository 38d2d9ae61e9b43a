import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * After so long without a call nobody waits for the 20 ms that it takes. Sooner would be in vain: V8 gives memory back only
 * where little was allocated in the last five seconds.
 */
const IDLE_MS = 5_500;

/** The collector of this engine, as the engine gives it to whoever asks; undefined where it does not. */
function collector(): (() => void) | undefined {
  try {
    setFlagsFromString('--expose-gc');
    const collect: unknown = runInNewContext('gc');
    return typeof collect === 'function' ? () => void collect() : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Gives memory back when nothing happens. An idle server holds about 6 MB of garbage, which the engine would only collect
 * with the next calls; and of idle servers there are as many as open sessions.
 */
export class IdleMemory {
  private timer: NodeJS.Timeout | undefined;
  private collect: (() => void) | undefined;

  /** Something was asked: what it leaves behind is collected when it is quiet again. */
  touch(): void {
    if (this.timer !== undefined) {
      this.timer.refresh();
      return;
    }
    this.timer = setTimeout(() => this.tidy(), IDLE_MS);
    this.timer.unref();
  }

  private tidy(): void {
    this.collect ??= collector();
    this.collect?.();
  }
}

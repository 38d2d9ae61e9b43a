/** Uses are written down together, so that no answer waits for another process or thread that is writing. */
const DELAY_MS = 1_000;

/** More uses than this are not worth remembering for a store that cannot be written. */
const MAX_WAITING = 1_000;

/** Notes which sources were of use; retention goes by last use. A crash loses what came in the last second. */
export class UseNotes {
  private readonly write: (ids: readonly number[]) => void;
  private readonly onFault: (thrown: unknown) => void;
  private readonly waiting = new Set<number>();
  private timer: NodeJS.Timeout | undefined;

  constructor(write: (ids: readonly number[]) => void, onFault: (thrown: unknown) => void) {
    this.write = write;
    this.onFault = onFault;
  }

  note(ids: readonly number[]): void {
    for (const id of ids) this.waiting.add(id);
    if (this.waiting.size === 0 || this.timer !== undefined) return;
    this.timer = setTimeout(() => this.flush(), DELAY_MS);
    this.timer.unref();
  }

  /**
   * Writes down what was noted. A store that cannot be written (read-only, full, locked) can be read all the same; what was
   * not written down is tried again with the next use.
   */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const ids = [...this.waiting];
    this.waiting.clear();
    if (ids.length === 0) return;
    try {
      this.write(ids);
    } catch (thrown) {
      for (const id of ids.slice(0, MAX_WAITING)) this.waiting.add(id);
      this.onFault(thrown);
    }
  }
}

/** Counts work that others make way for. */
export class Occupied {
  private readonly running = new Set<Promise<unknown>>();

  /** The same promise; while it is unsettled, the place is occupied. */
  during<T>(work: Promise<T>): Promise<T> {
    this.running.add(work);
    const over = (): void => {
      this.running.delete(work);
    };
    work.then(over, over);
    return work;
  }

  /** Resolves when nothing runs, or after `maxMs`: work that never pauses must not hold up the rest for ever. */
  async free(maxMs: number): Promise<void> {
    const endMs = performance.now() + maxMs;
    while (this.running.size > 0) {
      const leftMs = endMs - performance.now();
      if (leftMs <= 0) return;
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, leftMs);
        timer.unref();
      });
      await Promise.race([Promise.allSettled(this.running), late]);
      clearTimeout(timer);
    }
  }
}

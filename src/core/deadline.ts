/** A point in time that several pieces of work share. */
export class Deadline {
  private readonly atMs: number;
  private readonly nowMs: () => number;

  constructor(timeoutMs: number, nowMs: () => number = () => performance.now()) {
    this.nowMs = nowMs;
    this.atMs = nowMs() + timeoutMs;
  }

  /** Milliseconds that are left, 0 when it has passed. */
  get leftMs(): number {
    return Math.max(0, this.atMs - this.nowMs());
  }

  /** The result, or undefined when the deadline comes first; the work goes on then, unobserved. @throws what it throws */
  async wait<T>(work: Promise<T>): Promise<T | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, this.leftMs, undefined);
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

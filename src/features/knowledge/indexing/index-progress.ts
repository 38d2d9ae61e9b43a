import type { Watch } from '../jobs.ts';

/** Written bytes and files so far, for whoever watches. */
export class IndexProgress {
  private readonly bytes: readonly number[];
  private readonly watch: Watch;
  private done = 0;
  private doneBytes = 0;
  private readonly totalBytes: number;

  constructor(bytes: readonly number[], watch: Watch) {
    this.bytes = bytes;
    this.watch = watch;
    this.totalBytes = bytes.reduce((sum, size) => sum + size, 0);
  }

  /** All files up to this one are written. */
  reach(task: number): void {
    for (; this.done <= task; this.done += 1) this.doneBytes += this.bytes[this.done] ?? 0;
    this.watch.progress({
      done: this.doneBytes,
      total: this.totalBytes,
      message: `${this.done} of ${this.bytes.length} files`,
    });
  }
}

/** Lets at most `limit` tasks run at a time; the others wait in order. A waiting task ends early when it is aborted. */
export function createLimiter(limit: number): <T>(signal: AbortSignal, task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const queue: (() => void)[] = [];

  function next(): void {
    running -= 1;
    queue.shift()?.();
  }

  function turn(signal: AbortSignal): Promise<void> {
    if (running < limit) {
      running += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const start = (): void => {
        signal.removeEventListener('abort', cancel);
        running += 1;
        resolve();
      };
      const cancel = (): void => {
        queue.splice(queue.indexOf(start), 1);
        reject(signal.reason);
      };
      signal.addEventListener('abort', cancel, { once: true });
      queue.push(start);
    });
  }

  return async (signal, task) => {
    await turn(signal);
    try {
      return await task();
    } finally {
      next();
    }
  };
}

/** How often the parent is looked for. */
const INTERVAL_MS = 400;

const exists = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/**
 * Calls back once when the process that started this one is gone: a client that is killed may leave its end of stdin
 * open in another process. Elsewhere than on Windows an orphan gets another parent.
 */
export function watchParent(onGone: () => void): void {
  const { ppid } = process;
  const timer = setInterval(() => {
    const isAlive = process.platform === 'win32' ? exists(ppid) : process.ppid === ppid;
    if (isAlive) return;
    clearInterval(timer);
    onGone();
  }, INTERVAL_MS);
  timer.unref();
}

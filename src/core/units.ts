export const KIB = 1024;
export const MIB = 1024 * KIB;
export const SECOND_MS = 1000;
export const DAY_MS = 24 * 60 * 60 * SECOND_MS;

/** `312 B`, `4.1 KB`, `214 KB`, `1.2 MB`: binary units; whole numbers from 10 on. */
export function formatBytes(bytes: number): string {
  if (bytes < KIB) return `${bytes} B`;
  const units = ['KB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 'B';
  for (const next of units) {
    if (Math.round(value) < KIB) break;
    value /= KIB;
    unit = next;
  }
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

/** `12 ms`, `3.4 s`, `2 min 5 s`. */
export function formatDuration(ms: number): string {
  if (Math.round(ms) < SECOND_MS) return `${Math.round(ms)} ms`;
  if (ms < 59.95 * SECOND_MS) return `${(ms / SECOND_MS).toFixed(1)} s`;
  const seconds = Math.round(ms / SECOND_MS);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** `3,412`: thousands separated by commas, independent of the machine's locale. */
export const formatCount = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ',');

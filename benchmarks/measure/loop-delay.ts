import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long the main thread of a process was held up, in milliseconds. */
export interface LoopDelay {
  readonly p99: number;
  readonly max: number;
}

/** The first signal begins a measurement, the second one writes it down; timers every millisecond are what is late. */
const PROBE = `
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let isOn = false;
  process.on('SIGUSR2', () => {
    if (isOn) { delay.disable(); writeFileSync(process.env.LOOP_DELAY_FILE, JSON.stringify({ p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 })); }
    else { delay.reset(); delay.enable(); }
    isOn = !isOn;
  });
}`;

/** Arguments of Node for a process whose delays are measured; it needs the variable LOOP_DELAY_FILE. */
export const LOOP_DELAY_ARGS = ['--import', `data:text/javascript,${encodeURIComponent(PROBE)}`] as const;

/** Until a signal has arrived. */
const SIGNAL_MS = 50;

/** How long the main thread of the process was held up while `work` went on. @throws what it throws */
export async function delayDuring(pid: number, file: string, work: () => Promise<void>): Promise<LoopDelay> {
  process.kill(pid, 'SIGUSR2');
  await sleep(SIGNAL_MS);
  await work();
  process.kill(pid, 'SIGUSR2');
  await sleep(SIGNAL_MS);
  return JSON.parse(readFileSync(file, 'utf8')) as LoopDelay;
}

/** `typescript.mjs`: loaded by the server for the first TypeScript, and not before; also its own worker thread. */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { stripTypes as strip } from '#features/execution/strip-types.ts';

/** Hooks wait for the main thread: text that takes more than some ten milliseconds goes elsewhere. In characters. */
const LARGE = 32_768;

/** JavaScript from TypeScript, see `strip-types`. */
export function stripTypes(code: string): string | Promise<string> {
  return code.length < LARGE ? strip(code) : elsewhere(code);
}

function elsewhere(code: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), {
      workerData: { typescript: code },
      env: {},
      execArgv: [],
    });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

if (!isMainThread && typeof workerData?.typescript === 'string')
  parentPort?.postMessage(strip(workerData.typescript));

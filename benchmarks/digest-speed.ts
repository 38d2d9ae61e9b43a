import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { digestSource } from '../src/features/governor/digest.ts';
import { bufferSource } from '../src/features/governor/text/byte-source.ts';
import { readCorpus } from './digest/corpus.ts';
import { median } from './measure/statistics.ts';
import type { Question } from './question.ts';

const TEXTS = [
  'service-log-large',
  'access-log-large',
  'node-tap-large',
  'unittest-more',
  'json-one-line',
  'csv-large',
];
const BYTES = 8_000_000;
/** 50 MB/s, as time for so many bytes. */
const MOST_MS = 160;
const MEMORY_MB = 30;
const MIB = 1024 * 1024;
const MAX_BYTES = 4_096;
const ROUNDS = 5;
/** No less than the worker that makes digests has; see WORKER_MEMORY. */
const YOUNG = '--max-semi-space-size=4';

function textOf(id: string): Buffer {
  const text = readCorpus().find((output) => output.id === id)?.text ?? '';
  return Buffer.from(text.repeat(Math.ceil(BYTES / Math.max(1, text.length)))).subarray(0, BYTES);
}

function timeOf(bytes: Buffer): number {
  const startMs = performance.now();
  digestSource(bufferSource(bytes), { maxBytes: MAX_BYTES });
  return performance.now() - startMs;
}

export const digestSpeed: Question = {
  name: 'digest-speed',
  text: 'How long does a digest take, and how much memory?',
  floor: 'none: absolute, on the machine that is named above; 160 ms for 8 MB are 50 MB/s',
  meaning:
    'Digests of 8 MB of several kinds of text in memory, medians; and by how much the resident memory of a process rises over a text of 64 MB that is read piece by piece, with as little young memory as the worker has that makes digests. The engine is called in this process, not through the server.',
  measure({ isQuick }) {
    const figures = TEXTS.map((id) => {
      const bytes = textOf(id);
      timeOf(bytes.subarray(0, BYTES / 8));
      const times = Array.from({ length: isQuick ? 1 : ROUNDS }, () => timeOf(bytes));
      return { name: `8 MB of ${id}`, value: median(times), unit: 'ms' as const, must: MOST_MS };
    });
    const program = join(import.meta.dirname, 'digest/memory-program.ts');
    const grown = Number(
      execFileSync(process.execPath, [YOUNG, '--import', 'tsx', program], { encoding: 'utf8' }),
    );
    return Promise.resolve([
      ...figures,
      { name: 'memory over 64 MB', value: grown / MIB, unit: 'MB' as const, must: MEMORY_MB },
    ]);
  },
};

/** Prints by how many bytes the resident memory of a process rose while it digested a file of 64 MB. */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digestFile } from '../../src/features/governor/digest-file.ts';
import { logOutputs } from './generate/logs.ts';

const SIZE = 64 * 1024 * 1024;
const KIB = 1024;

/** The log over and over. */
function writeLog(file: string, bytes: number): void {
  const period = Buffer.from(logOutputs().find(({ id }) => id === 'service-log-csharp')?.text ?? '');
  const fd = openSync(file, 'w');
  for (let at = 0; at < bytes; at += period.length) writeSync(fd, period.subarray(0, bytes - at));
  closeSync(fd);
}

const folder = mkdtempSync(join(tmpdir(), 'plimsoll-digest-memory-'));
try {
  const small = join(folder, 'small.txt');
  const large = join(folder, 'large.txt');
  writeLog(small, SIZE / 8);
  writeLog(large, SIZE);
  digestFile({ kind: 'digest-file', file: small, maxBytes: 4_096 });
  const before = process.memoryUsage.rss();
  digestFile({ kind: 'digest-file', file: large, maxBytes: 4_096 });
  console.log(Math.max(0, process.resourceUsage().maxRSS * KIB - before));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Prints by how many bytes the resident memory of a process rose while it digested 64 MB that are never in memory. */
import { digestSource } from '../../src/features/governor/digest.ts';
import type { ByteSource } from '../../src/features/governor/text/byte-source.ts';
import { logOutputs } from './generate/logs.ts';

const SIZE = 64 * 1024 * 1024;
const KIB = 1024;
const period = Buffer.from(logOutputs().find(({ id }) => id === 'service-log-csharp')?.text ?? '');

/** The log over and over. */
const source: ByteSource = {
  size: SIZE,
  read(from, to) {
    const bytes = Buffer.allocUnsafe(Math.min(to, SIZE) - from);
    for (let at = 0; at < bytes.length; ) at += period.copy(bytes, at, (from + at) % period.length);
    return bytes;
  },
};

digestSource({ size: period.length, read: source.read }, { maxBytes: 4_096 });
const before = process.memoryUsage.rss();
digestSource(source, { maxBytes: 4_096 });
console.log(Math.max(0, process.resourceUsage().maxRSS * KIB - before));

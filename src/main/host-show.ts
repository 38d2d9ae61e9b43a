import { readFileSync } from 'node:fs';
import { shownByHost, shownByReading } from '#features/insights/shown-by-host.ts';
import { statPath } from '#infra/stat-path.ts';
import type { HostShow } from '#mcp/context.ts';
import type { PlatformDescriptor } from '#platforms/define.ts';
import type { HostReading } from '#platforms/reading/host-reading.ts';
import { readingOf } from '#platforms/reading/index.ts';

const LINE_FEED = 10;

/** Line ends of a file; 0 when it cannot be read any more. */
function lineEnds(path: string): number {
  try {
    const bytes = readFileSync(path);
    let count = 0;
    for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) count += 1;
    return count;
  } catch {
    return 0;
  }
}

function fileBytes(path: string, { file }: HostReading): number {
  const bytes = statPath(path)?.size ?? 0;
  // Lines matter only where all of them would be shown.
  const lines = bytes <= file.wholeBytes ? lineEnds(path) + 1 : 0;
  return bytes === 0 ? 0 : shownByReading({ bytes, lines }, file);
}

/** See HostShow. `transcriptPath`: of the session that works now; undefined: not known. */
export function createHostShow(
  platform: () => PlatformDescriptor,
  transcriptPath: () => string | undefined,
): HostShow {
  const reading = (): HostReading | undefined => readingOf(platform().id);
  const pathChars = (): number => reading()?.resultPathChars(transcriptPath()) ?? 0;
  const or = (bytesOf: (known: HostReading) => number): number => {
    const known = reading();
    return known === undefined ? 0 : bytesOf(known);
  };
  return {
    output: (output) => shownByHost(output, platform().shellCap, pathChars()),
    mcp: (output) => shownByHost(output, reading()?.mcp ?? platform().shellCap, pathChars()),
    file: (path) => or((known) => fileBytes(path, known)),
    text: (text) => or(({ file }) => shownByReading(text, file)),
    page: (bytes) => or(({ pageChars }) => Math.min(bytes, pageChars)),
  };
}

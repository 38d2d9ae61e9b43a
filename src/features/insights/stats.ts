import { formatBytes, formatCount } from '#core/units.ts';

/** Counts of one store, or of several added up. All bytes are UTF-8. */
export interface Stats {
  readonly events: number;
  readonly sessions: number;
  readonly sources: number;
  readonly chunks: number;
  /** Answers of tools that run something or read something back. */
  readonly outputs: number;
  readonly producedBytes: number;
  /** What the agent itself would have shown of them. */
  readonly hostBytes: number;
  readonly returnedBytes: number;
}

export const NO_STATS: Stats = {
  events: 0,
  sessions: 0,
  sources: 0,
  chunks: 0,
  outputs: 0,
  producedBytes: 0,
  hostBytes: 0,
  returnedBytes: 0,
};

export const addStats = (a: Stats, b: Stats): Stats => ({
  events: a.events + b.events,
  sessions: a.sessions + b.sessions,
  sources: a.sources + b.sources,
  chunks: a.chunks + b.chunks,
  outputs: a.outputs + b.outputs,
  producedBytes: a.producedBytes + b.producedBytes,
  hostBytes: a.hostBytes + b.hostBytes,
  returnedBytes: a.returnedBytes + b.returnedBytes,
});

/** Bytes kept out of the context against what the agent itself would have shown; negative when we showed more. */
export const savedBytes = (stats: Stats): number => stats.hostBytes - stats.returnedBytes;

const signed = (bytes: number): string => (bytes < 0 ? `-${formatBytes(-bytes)}` : formatBytes(bytes));

/** The stats as a short Markdown table. */
export function renderStats(stats: Stats, title: string): string {
  const rows: readonly (readonly [string, string])[] = [
    ['outputs', formatCount(stats.outputs)],
    ['produced', formatBytes(stats.producedBytes)],
    ['the agent alone would have shown', formatBytes(stats.hostBytes)],
    ['shown', formatBytes(stats.returnedBytes)],
    ['kept out (may be negative)', signed(savedBytes(stats))],
    ['sources / passages stored', `${formatCount(stats.sources)} / ${formatCount(stats.chunks)}`],
    ['events / sessions recorded', `${formatCount(stats.events)} / ${formatCount(stats.sessions)}`],
  ];
  return [`| ${title} | |`, '| --- | ---: |', ...rows.map(([name, value]) => `| ${name} | ${value} |`)].join(
    '\n',
  );
}

/** What an agent's own shell tool would have shown of an output, in bytes: whole up to its cap, else a preview. */
export const shownByHost = (
  output: { readonly bytes: number; readonly chars: number },
  cap: { readonly wholeChars: number; readonly previewBytes: number },
): number => (output.chars <= cap.wholeChars ? output.bytes : cap.previewBytes);

import { AppError } from '#core/errors.ts';
import { parseHandle } from '#core/ids.ts';
import { parseSince, SINCE_ACCEPTED } from '#core/time-span.ts';
import type { SourceKind } from '#storage/source.ts';
import type { HitFilter } from '#storage/source-filter.ts';

/** What can be searched for: kinds of sources, and events of sessions. */
export const ENTRY_KINDS = ['doc', 'code', 'output', 'event'] as const satisfies readonly (
  | SourceKind
  | 'event'
)[];
type EntryKind = (typeof ENTRY_KINDS)[number];

/** Rules files and the agent's own notes, together. */
export const MEMORY = 'memory';

export interface AskedFilter {
  /** `#12` is one source, a label with `*` many, anything else exactly the label. */
  readonly source?: string | undefined;
  readonly kind?: EntryKind | undefined;
  /** See parseSince. */
  readonly since?: string | undefined;
}

/** The part of a filter that concerns sources. @throws AppError ARGUMENT_INVALID when `since` is no time */
export function hitFilter({ source, kind, since }: AskedFilter, nowMs: number): HitFilter {
  const sinceMs = since === undefined ? undefined : parseSince(since, nowMs);
  if (since !== undefined && sinceMs === undefined)
    throw new AppError('ARGUMENT_INVALID', `since is "${since}"; accepted: ${SINCE_ACCEPTED}.`);
  return { ...labelFilter(source), kind, sinceMs };
}

function labelFilter(source: string | undefined): HitFilter {
  if (source === undefined) return {};
  if (source === MEMORY) return { labelPattern: `${MEMORY}*` };
  const id = /^#\d+$/.test(source) ? parseHandle(source) : undefined;
  if (id !== undefined) return { sourceId: id };
  return source.includes('*') ? { labelPattern: source } : { label: source };
}

/** The filter in words: `source "Build", kind output, since 2h`. Empty without one. */
export function describeFilter({ source, kind, since }: AskedFilter): string {
  const parts = [
    source === undefined ? '' : `source "${source}"`,
    kind === undefined ? '' : `kind ${kind}`,
    since === undefined ? '' : `since ${since}`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

import { formatHandle } from '#core/ids.ts';
import { sliceWhole } from '#core/text/bytes.ts';
import { DAY_MS, formatBytes, formatCount, MIB } from '#core/units.ts';
import type { Environment } from '#infra/home.ts';
import type { Source } from '#storage/source.ts';
import type { SourceStore } from '#storage/source-store.ts';
import { wholeNumber } from '../indexing/index-limits.ts';
import { removalSteps } from './remove-sources.ts';

export interface RetentionLimits {
  /** A source that was of no use for so long goes. */
  readonly maxAgeMs: number;
  /** Of a project's stored texts and index together. */
  readonly maxBytes: number;
}

const DEFAULT_AGE_DAYS = 14;
const DEFAULT_MAX_BYTES = 2048 * MIB;

/** @throws AppError ARGUMENT_INVALID when a variable is no whole number */
export const readRetentionLimits = (env: Environment): RetentionLimits => ({
  maxAgeMs: wholeNumber(env, 'PLIMSOLL_STORE_MAX_AGE_DAYS', DEFAULT_AGE_DAYS) * DAY_MS,
  maxBytes: wholeNumber(env, 'PLIMSOLL_STORE_MAX_BYTES', DEFAULT_MAX_BYTES),
});

/** The main thread is held up no longer by one step. */
const STEP_MS = 8;
/** What the index takes, by the bytes of the text: measured on documents and code. */
const INDEX_SHARE = 0.6;
/** An output is as little worth as a document that was unused for so long more: its command can be run again. */
const OUTPUT_AGE_MS = 7 * DAY_MS;
/** So many sources are ranked at once when the store is too large. */
const RANKED = 1_000;
const MAX_EXAMPLES = 5;

interface Going {
  readonly sources: readonly Pick<Source, 'id' | 'label' | 'bytes'>[];
  readonly reason: string;
}

function unused(sources: SourceStore, limits: RetentionLimits, nowMs: number): Going {
  const days = Math.round(limits.maxAgeMs / DAY_MS);
  return { sources: sources.unusedSince(nowMs - limits.maxAgeMs), reason: `not used for ${days} days` };
}

function beyondSize(sources: SourceStore, limits: RetentionLimits): Going {
  const sizes = sources.sizes();
  let excess = sizes.storedBytes + sizes.indexedBytes * INDEX_SHARE - limits.maxBytes;
  const going: Source[] = [];
  for (const source of excess > 0 ? sources.leastValuable(OUTPUT_AGE_MS, RANKED) : []) {
    if (excess <= 0) break;
    if (source.sameAs !== undefined || sources.hasAlias(source.id)) continue;
    going.push(source);
    excess -= source.bytes * (source.origin === 'stored' ? 1 + INDEX_SHARE : INDEX_SHARE);
  }
  const reason = `least used, since the store grew beyond ${formatBytes(limits.maxBytes)} (PLIMSOLL_STORE_MAX_BYTES)`;
  return { sources: going, reason };
}

function announcement({ sources, reason }: Going): string {
  const bytes = sources.reduce((sum, source) => sum + source.bytes, 0);
  const names = sources
    .slice(0, MAX_EXAMPLES)
    .map(({ id, label }) => `${formatHandle(id)} ${sliceWhole(label, 0, 60)}`);
  const more =
    sources.length > names.length ? `, and ${formatCount(sources.length - names.length)} more` : '';
  const count = sources.length === 1 ? '1 source' : `${formatCount(sources.length)} sources`;
  return `${count} (${formatBytes(bytes)}) removed from this project's store, ${reason}: ${names.join('; ')}${more}. Index them again if you need them.`;
}

/**
 * Takes away what was of no use for long, and the least useful when the store is too large, in steps of a few milliseconds.
 * What goes is announced once, by a notice that is committed with the first of it. Only this project's rows and files are
 * touched.
 */
export class Retention {
  private readonly place: { readonly sources: SourceStore; readonly outDir: string };
  private readonly limits: RetentionLimits;
  private steps: Iterator<unknown> | undefined;

  constructor(place: { readonly sources: SourceStore; readonly outDir: string }, limits: RetentionLimits) {
    this.place = place;
    this.limits = limits;
  }

  /** Does a little. True while there is more to do. A failed step ends the sweep; the next call begins a new one. */
  step(nowMs: number): boolean {
    this.steps ??= this.sweep(nowMs);
    const endMs = performance.now() + STEP_MS;
    let isDone = false;
    const { sources } = this.place;
    const steps = this.steps;
    try {
      // One transaction per step: the turn is over when the time is.
      sources.together(() => {
        while (!isDone && performance.now() < endMs) isDone = steps.next().done === true;
      });
    } catch (thrown) {
      this.steps = undefined;
      throw thrown;
    }
    if (isDone) this.steps = undefined;
    return !isDone;
  }

  private *sweep(nowMs: number): Generator<void> {
    const { sources } = this.place;
    for (const going of [unused(sources, this.limits, nowMs), beyondSize(sources, this.limits)]) {
      if (going.sources.length === 0) continue;
      sources.announce(announcement(going), nowMs);
      yield* removalSteps(
        this.place,
        going.sources.map(({ id }) => id),
      );
    }
  }
}

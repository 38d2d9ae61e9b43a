import { SECOND_MS } from '#core/units.ts';
import { takeAbandonedParts } from '#infra/output-parts.ts';
import { ASIDE_WAIT_MS } from '#storage/lock-patience.ts';
import type { Source } from '#storage/source.ts';
import type { KnowledgePlace } from '../jobs.ts';
import { type KeepRequest, type KeptOriginal, keepOriginal } from '../originals/keep-original.ts';
import { keepLate, lateSources, takeInLate } from './late-original.ts';

/** An output waits so long for another process's lock; then it is kept without the store, and hooks have waited long enough. */
const KEEP_WAIT_MS = 2 * SECOND_MS;
/** Between two tries, each twice as long as the one before. */
const RETRY_MS = { first: 2 * SECOND_MS, longest: 300 * SECOND_MS };

/** Nobody knows any more what ran. */
const ABANDONED = {
  label: 'output of a run that the end of the server cut off',
  kind: 'output',
  bytes: 0,
  sessionId: undefined,
} as const;

interface LateOptions {
  /** A text is in the store and can be indexed. */
  readonly onTaken: (id: number, bytes: number) => void;
  readonly onFault: (thrown: unknown) => void;
  readonly nowMs: () => number;
}

type Place = Pick<KnowledgePlace, 'store' | 'sources' | 'outDir'>;

/** Outputs that the store cannot take when they come: they wait as files, and are taken in as soon as it can. */
export class LateOriginals {
  private readonly place: Place;
  private readonly options: LateOptions;
  /** At first nobody knows what an earlier server left. */
  private mayWait = true;
  private timer: NodeJS.Timeout | undefined;
  private retryMs = RETRY_MS.first;

  constructor(place: Place, options: LateOptions) {
    this.place = place;
    this.options = options;
  }

  /** Keeps an output in the store; beside it where that fails. @throws what the store threw, when neither can be done */
  keep(request: KeepRequest): KeptOriginal {
    const { store } = this.place;
    try {
      const kept = store.within(KEEP_WAIT_MS, () => keepOriginal(this.place, request));
      if (kept.isNew) this.options.onTaken(kept.id, request.bytes);
      return kept;
    } catch (thrown) {
      this.options.onFault(thrown);
      return this.keepBeside(request, thrown);
    }
  }

  private keepBeside(request: KeepRequest, why: unknown): KeptOriginal {
    try {
      const kept = this.place.store.within(ASIDE_WAIT_MS, () => keepLate(this.place, request));
      this.mayWait = true;
      this.tryAgain();
      return kept;
    } catch (thrown) {
      this.options.onFault(thrown);
      throw why;
    }
  }

  /** Takes in what waits, if the store can be written now; else it is tried again later. Throws nothing. */
  takeIn(): void {
    if (!this.mayWait) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    try {
      const { store } = this.place;
      const taken = store.within(ASIDE_WAIT_MS, () => takeInLate(this.place, this.options.nowMs()));
      this.mayWait = false;
      this.retryMs = RETRY_MS.first;
      for (const { id, bytes } of taken) this.options.onTaken(id, bytes);
    } catch (thrown) {
      this.options.onFault(thrown);
      this.tryAgain();
    }
  }

  /** As `takeIn`, for what other servers may have left as well, outputs that they did not end among them. */
  takeInAll(): void {
    this.mayWait = true;
    for (const { file, writtenMs } of takeAbandonedParts(this.place.outDir, this.options.nowMs())) {
      const output = { kind: 'file', file } as const;
      const request = { ...ABANDONED, output, nowMs: writtenMs };
      try {
        keepLate(this.place, request);
      } catch (thrown) {
        this.options.onFault(thrown);
      }
    }
    this.takeIn();
  }

  /** What waits. */
  waiting(): readonly Source[] {
    return this.mayWait ? lateSources(this.place.outDir) : [];
  }

  private tryAgain(): void {
    if (this.timer !== undefined) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.takeIn();
    }, this.retryMs);
    this.timer.unref();
    this.retryMs = Math.min(this.retryMs * 2, RETRY_MS.longest);
  }
}

import type { FactStore } from '#storage/fact-store.ts';
import type { ResumeStore } from '#storage/resume-store.ts';
import type { MemoryTexts, SessionTexts } from './texts.ts';
import { workChain } from './work-chain.ts';

/** A guide that was made before it is asked for. */
interface PreparedGuide {
  /** All that it was made of. */
  readonly key: string;
  readonly text: string;
}

/** Where one process leaves a guide to the next. */
export interface PreparedPlace {
  /** @throws the file system's error */
  keep(guide: PreparedGuide): void;
  /** Undefined: there is none. @throws the file system's error */
  find(): PreparedGuide | undefined;
}

interface EarlyParts {
  readonly facts: FactStore;
  readonly resume: ResumeStore;
  readonly texts: MemoryTexts;
  /** Absent: guides are made when they are asked for. */
  readonly prepared?: PreparedPlace;
}

/**
 * Guides that are made before the compaction for the start after it, which then has nothing to work out: for processes that
 * live for one event. What is remembered in between makes them void.
 */
export function earlyGuides({ facts, resume, texts, prepared }: EarlyParts) {
  const keyOf = (sessionId: string, occasion: string): string =>
    JSON.stringify([texts.version, occasion, facts.markOf(workChain(facts, sessionId))]);

  return {
    make(sessionId: string, occasion: string, known: SessionTexts): void {
      prepared?.keep({ key: keyOf(sessionId, occasion), text: known.guide(occasion) });
    },

    /** The guide, which counts as given from now on; undefined: it has to be made. */
    find(sessionId: string, occasion: () => string, transcriptBytes: number): string | undefined {
      const made = prepared?.find();
      if (made === undefined || made.text === '') return undefined;
      const last = resume.latest(sessionId);
      if (last?.state !== 'made' || made.key !== keyOf(sessionId, occasion())) return undefined;
      return resume.move(last.id, 'made', 'given', transcriptBytes) ? made.text : undefined;
    },
  };
}

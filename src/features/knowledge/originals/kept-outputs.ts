import { redactCommand } from '#core/text/redact-command.ts';
import { KIB } from '#core/units.ts';
import type { Source } from '#storage/source.ts';
import { BackgroundIndexing } from '../indexing/background.ts';
import type { KnowledgePlace } from '../jobs.ts';
import { LateOriginals } from '../late/late-originals.ts';
import { moveBinary } from './binary-file.ts';
import type { KeptOriginal, OutputText } from './keep-original.ts';
import type { PageTools } from './pages.ts';

/** Nobody waits for what is larger: it is indexed elsewhere, since the next hook may come meanwhile. */
const HERE_BYTES = 8 * KIB;

export interface OutputTools extends Omit<PageTools, 'note'> {
  /** See BackgroundIndexing. */
  readonly quiet?: () => Promise<void>;
  readonly onFault: (thrown: unknown) => void;
}

/** Outputs of what ran among the originals: kept at once, searchable a moment later. */
export function createKeptOutputs(place: KnowledgePlace, { run, request, quiet, onFault }: OutputTools) {
  const pending = (): readonly Source[] =>
    place.store.pendingSources().filter(({ origin }) => origin === 'stored');

  const background = new BackgroundIndexing({
    index: (id, bytes) =>
      run<'index-stored'>(
        { kind: 'index-stored', id, nowMs: request().nowMs },
        bytes <= HERE_BYTES ? bytes : Number.POSITIVE_INFINITY,
      ),
    pending,
    onFault,
    ...(quiet === undefined ? {} : { quiet }),
  });

  const late = new LateOriginals(place, {
    onTaken: (id, bytes) => background.later(id, bytes),
    onFault,
    nowMs: () => request().nowMs,
  });

  return {
    /**
     * Keeps an output whole and gives its handle, with `isApart` always a new one. What the store cannot take now it takes
     * later. @throws AppError where the folder of originals cannot be written either
     */
    keepOutput: (label: string, output: OutputText, bytes: number, isApart = false): KeptOriginal =>
      late.keep({ ...request(), label: redactCommand(label), kind: 'output', output, bytes, isApart }),

    /** Stores a finished file that is no text, with its description as the original. @throws as keepOutput, and what `fs` throws */
    keepBinary(label: string, description: string, file: string): KeptOriginal {
      const text = { kind: 'text', text: description } as const;
      const kept = this.keepOutput(label, text, Buffer.byteLength(description));
      return { ...kept, path: moveBinary(place.outDir, kept.id, file) };
    },

    /** Waits for what is being indexed, whatever it takes. */
    settle(): Promise<void> {
      late.takeInAll();
      return background.settle();
    },

    /** Hooks are being answered: what is to be indexed can wait a little. */
    putOff: () => background.putOff(),

    /** The same, but no longer than a question can wait. */
    settleSoon(): Promise<void> {
      late.takeIn();
      return background.settleSoon();
    },

    /** Originals that the store still cannot take; it was asked once more. */
    waiting(): readonly Source[] {
      late.takeIn();
      return late.waiting();
    },

    /** Takes in what waits, whoever left it there. */
    takeInLate: () => late.takeInAll(),

    /** Originals that cannot be found yet: they are still being indexed, or wait for the store. */
    beingIndexed: (): readonly Source[] => [...pending(), ...late.waiting()],
  };
}

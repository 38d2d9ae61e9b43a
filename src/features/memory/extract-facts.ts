import type { HookEvent } from '#core/hook-event.ts';
import type { SessionFact } from '#core/session-fact.ts';
import { byteLength, takeBytes } from '#core/text/bytes.ts';
import { stripHidden } from '#core/text/strip-hidden.ts';
import { EXTRACTORS } from './kinds/index.ts';
import { withoutSecrets } from './words/spoken-secrets.ts';

/** Most of one fact, in bytes of UTF-8. */
const FACT_BYTES = 2048;
const CUT = ' […]';

/** The text in at most 2,048 bytes, with a mark where it is cut. */
const capped = (text: string): string =>
  byteLength(text) <= FACT_BYTES ? text : `${takeBytes(text, FACT_BYTES - byteLength(CUT))}${CUT}`;

const clean = (text: string): string => capped(withoutSecrets(stripHidden(text).toWellFormed()));

function cleaned({ key, text, ...rest }: SessionFact): SessionFact {
  return key === undefined ? { ...rest, text: clean(text) } : { ...rest, key: clean(key), text: clean(text) };
}

/**
 * What is worth remembering of one event: the same facts for the same event, whatever came before. Secrets are taken out,
 * every text has at most 2,048 bytes. Empty: the event says nothing that would have to be kept.
 */
export const extractFacts = (event: HookEvent): readonly SessionFact[] =>
  Object.values(EXTRACTORS)
    .flatMap((extractor) => extractor.extract(event))
    .filter(
      ({ kind, key, text }) =>
        text.trim() !== '' || (kind === 'task' && key !== undefined) || kind === 'compaction',
    )
    .map(cleaned);

import type { SessionFact } from './session-fact.ts';
import { byteLength, takeBytes } from './text/bytes.ts';
import { redactText } from './text/redact-secrets.ts';
import { shorten } from './text/shorten.ts';

/** Of one fact, all its fields together, in bytes of UTF-8. */
const FACT_BYTES = 2_048;
/** Facts of one event; a list of tasks has dozens. */
const FACTS_PER_EVENT = 200;
/** Longest path or command by which a fact is continued, in UTF-16 units; a longer one keeps its start and a hash. */
const KEY_CHARS = 300;
/** A state is a word. */
const STATE_CHARS = 60;

const redacted = (text: string): string => redactText(text).text;

function capped({ kind, key, state, text }: SessionFact): SessionFact {
  const shortKey = key === undefined ? undefined : shorten(key, KEY_CHARS);
  const shortState = state === undefined ? undefined : shorten(state, STATE_CHARS);
  const used = byteLength(kind + (shortKey ?? '') + (shortState ?? ''));
  return {
    kind,
    ...(shortKey === undefined ? {} : { key: shortKey }),
    ...(shortState === undefined ? {} : { state: shortState }),
    text: takeBytes(text, FACT_BYTES - used),
  };
}

function withoutSecrets({ kind, key, state, text }: SessionFact): SessionFact {
  return {
    kind,
    ...(key === undefined ? {} : { key: redacted(key) }),
    ...(state === undefined ? {} : { state: redacted(state) }),
    text: redacted(text),
  };
}

const textOf = ({ key = '', state = '', text }: SessionFact): string => `${key}\n${state}\n${text}`;

/** True when none of these facts holds a secret. To look through one text takes far less than through many. */
const areClean = (facts: readonly SessionFact[]): boolean =>
  facts.length === 0 || redactText(facts.map(textOf).join('\n\n')).count === 0;

/** Facts without secrets and of a size that can be kept. Whoever writes facts to a disk calls this first; it may be called again. */
export function safeFacts(facts: readonly SessionFact[]): readonly SessionFact[] {
  const some = facts.slice(0, FACTS_PER_EVENT);
  return (areClean(some) ? some : some.map(withoutSecrets)).map(capped);
}

/** The same for the facts of many events. */
export function safeFactsOfAll(
  lists: readonly (readonly SessionFact[])[],
): readonly (readonly SessionFact[])[] {
  if (!areClean(lists.flat())) return lists.map(safeFacts);
  return lists.map((facts) => facts.slice(0, FACTS_PER_EVENT).map(capped));
}

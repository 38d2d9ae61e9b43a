import type { StoredFact } from '#core/session-fact.ts';
import { byteLength } from '#core/text/bytes.ts';
import type { Said, SaidTag } from '../session-state.ts';
import { isSmallTalk } from '../words/small-talk.ts';
import { replacedBy } from './supersede.ts';
import { topicOf } from './topic.ts';
import { TopicIndex } from './topic-index.ts';

interface Line {
  readonly who: Said['who'];
  readonly text: string;
  readonly atMs: number;
  readonly tags: SaidTag[];
  readonly isPrompt: boolean;
  /** What was asked; only answers have it. */
  readonly question?: string | undefined;
}

const TAGS: ReadonlySet<string> = new Set<SaidTag>([
  'correction',
  'constraint',
  'rejected',
  'decision',
  'answer',
]);
const isTag = (kind: string): kind is SaidTag => TAGS.has(kind);

const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The line of the user that a fact was read out of; it was said just before. */
function sourceOf(lines: readonly Line[], { text }: StoredFact): Line | undefined {
  const part = squeezed(text);
  return lines.findLast((line) => line.who === 'user' && squeezed(line.text).includes(part));
}

/** What was said, oldest first; rows of one prompt joined, what was read out of a prompt as its tags. */
function linesOf(facts: readonly StoredFact[]): readonly Line[] {
  const lines: Line[] = [];
  for (const fact of facts) {
    const { kind, state, text, atMs } = fact;
    if (kind === 'prompt') {
      const last = lines.at(-1);
      const [row] = (state ?? '1/1').split('/', 1);
      if (row !== '1' && last?.isPrompt) lines[lines.length - 1] = { ...last, text: last.text + text };
      else lines.push({ who: 'user', text, atMs, tags: [], isPrompt: true });
      continue;
    }
    if (kind === 'statement') {
      lines.push({ who: 'assistant', text, atMs, tags: [], isPrompt: false });
      continue;
    }
    if (!isTag(kind)) continue;
    if (kind === 'answer') {
      // An answer is the user's word, and the last one to a question holds.
      const earlier = lines.findIndex((line) => line.question === fact.key);
      if (earlier >= 0) lines.splice(earlier, 1);
      lines.push({ who: 'user', text, atMs, tags: [kind], isPrompt: false, question: fact.key });
      continue;
    }
    if (state === 'assistant') {
      lines.push({ who: 'assistant', text, atMs, tags: [kind], isPrompt: false });
      continue;
    }
    const source = sourceOf(lines.slice(-4), fact);
    if (source === undefined) lines.push({ who: 'user', text, atMs, tags: [kind], isPrompt: false });
    else if (!source.tags.includes(kind)) source.tags.push(kind);
  }
  return lines;
}

/** The last of those that say the same. */
function distinct(lines: readonly Line[]): readonly Line[] {
  const keys = lines.map(({ who, text }) => `${who} ${squeezed(text)}`);
  const last = new Map(keys.map((key, place) => [key, place]));
  return lines.filter((_line, place) => last.get(keys[place] ?? '') === place);
}

/** From here on two reports are of one pattern. */
const SAME_PATTERN = 0.5;
/** So many others of its pattern make a report routine. */
const OTHERS = 2;
/** Among so many lines before and after a report its like are looked for. */
const NEAR = 60;

function routineOf(lines: readonly Line[]): readonly boolean[] {
  const topics = lines.map(({ who, text }) => (who === 'assistant' ? topicOf(text) : undefined));
  const index = new TopicIndex(topics);
  return lines.map(({ tags }, place) => {
    if (topics[place] === undefined || tags.length > 0) return false;
    const likenessTo = index.from(place);
    let alike = 0;
    for (
      let at = Math.max(0, place - NEAR);
      at < place + NEAR && at < topics.length && alike < OTHERS;
      at += 1
    ) {
      if (at !== place && likenessTo(at) >= SAME_PATTERN) alike += 1;
    }
    return alike >= OTHERS;
  });
}

/** What was said in a session, oldest first, without small talk. */
export function foldSaid(facts: readonly StoredFact[]): readonly (Said & { readonly isPrompt: boolean })[] {
  const lines = distinct(linesOf(facts).filter(({ who, text }) => who === 'assistant' || !isSmallTalk(text)));
  const by = replacedBy(lines.map(({ text }) => text));
  const successors = new Set(by);
  const routine = routineOf(lines);
  return lines.map((line, place) => ({
    ...line,
    isReplaced: by[place] !== undefined,
    replaces: successors.has(place),
    isRoutine: routine[place] ?? false,
  }));
}

/** A first message shorter than this is an opening; what the session is about comes after it. In UTF-8 bytes. */
const GOAL_BYTES = 40;
const SHORT_GOAL_BYTES = 80;
const LONG_GOAL_BYTES = 200;
/** Among so many first messages the goal is looked for. */
const OPENINGS = 4;

/** Place of the message that says what the session is about; -1: nobody said anything. */
export function goalPlace(
  said: readonly { readonly who: string; readonly isPrompt: boolean; readonly text: string }[],
): number {
  const prompts = said
    .flatMap(({ who, isPrompt }, place) => (who === 'user' && isPrompt ? [place] : []))
    .slice(0, OPENINGS);
  const bytesOf = (place: number): number => byteLength(said[place]?.text ?? '');
  const first = prompts.find((place) => bytesOf(place) >= GOAL_BYTES) ?? prompts[0] ?? -1;
  // What is so short may be a remark in a language whose small talk we do not know.
  const isShort = bytesOf(first) < SHORT_GOAL_BYTES;
  return (isShort ? prompts.find((place) => bytesOf(place) >= LONG_GOAL_BYTES) : undefined) ?? first;
}

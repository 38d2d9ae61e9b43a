import { wantsFacts, wantsOnlyFacts } from '#features/knowledge/search/search-facts.ts';
import type { HitFilter } from '#storage/source-filter.ts';
import type { ToolContext } from '../context.ts';
import { type ShownAnswer, shownAnswer, shownTimeline } from './search-hits.ts';
import { lostLine, lostOnce } from './search-lost.ts';
import { answersText, eventsLine } from './search-text.ts';

/** Below it not even one passage has room. */
const LEAST_BYTES = 240;

export interface Asked {
  readonly queries: readonly string[];
  readonly filter: HitFilter;
  readonly limit: number;
  readonly maxBytes: number;
  readonly isTimeline: boolean;
  /** A fence will stand around the whole answer: none inside it. */
  readonly isFenced?: boolean;
}

async function look(asked: Asked, context: ToolContext): Promise<readonly ShownAnswer[]> {
  const { knowledge, sessionId } = context;
  if (wantsFacts(asked.filter)) context.takeInEvents();
  if (!asked.isTimeline) {
    const answers = await knowledge.search(asked);
    // Events of which nothing is remembered are found by their names, and listed by time.
    const isNothing = wantsOnlyFacts(asked.filter) && answers.every(({ facts }) => facts.total === 0);
    if (!isNothing) return answers.map((answer) => shownAnswer(answer, context.nowMs(), sessionId));
  }
  return (await knowledge.timeline(asked)).map((answer) => shownTimeline(answer, context.nowMs(), sessionId));
}

/** The answers and their text, within the budget: what headers take is not known before. `nothing` answers for no match. */
export async function lookWithin(
  asked: Asked,
  context: ToolContext,
  nothing: (answer: ShownAnswer) => string,
) {
  const render = (answers: readonly ShownAnswer[]): string =>
    [answersText(answers, nothing, asked.isFenced), lostLine(lostOnce(answers)), eventsLine(answers)]
      .filter((part) => part !== '')
      .join(answers.length === 1 ? '\n' : '\n\n');
  const answers = await look(asked, context);
  const text = render(answers);
  const over = Buffer.byteLength(text) - asked.maxBytes;
  if (over <= 0 || asked.maxBytes <= LEAST_BYTES) return { answers, text };
  const less = Math.max(LEAST_BYTES, asked.maxBytes - over);
  const again = await look({ ...asked, maxBytes: less }, context);
  return { answers: again, text: render(again) };
}

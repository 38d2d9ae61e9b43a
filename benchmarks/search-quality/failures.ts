import type { Asked, SetRun } from './ask-all.ts';
import type { RightPlace } from './judged-question.ts';

const SHOWN_CHARS = 150;

const short = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > SHOWN_CHARS ? `${line.slice(0, SHOWN_CHARS)}…` : line;
};

/** Rank of the first right result; no result ranks behind every other. */
const rankOf = ({ verdict }: Asked): number => verdict.ranks[0] ?? Number.POSITIVE_INFINITY;

const isFailure = (asked: Asked): boolean => rankOf(asked) > 1 || asked.verdict.inSmall === false;

/** Lower is worse. */
const worth = (asked: Asked): number => 1 / rankOf(asked) + (asked.verdict.inSmall === false ? -0.5 : 0);

const placeText = ({ path, lines, heading }: RightPlace): string =>
  `${path}${lines === undefined ? '' : `:${lines.join('-')}`}${heading === undefined ? '' : ` › ${heading}`}`;

function failureText(asked: Asked): string {
  const { question, verdict, top } = asked;
  const rank = verdict.ranks[0] ?? 'none';
  const small =
    verdict.inSmall === false ? `, not in 2 KB${verdict.inLarge === false ? ' nor 8 KB' : ''}` : '';
  const wanted = [...(question.rel ?? []).map(placeText), ...(question.answer ?? []).map(short)];
  const doc = question.doc === undefined ? '' : ` [${question.doc}]`;
  return [
    `${question.id} (${question.corpus}, ${question.type}) ${question.q}`,
    `  rank ${rank}${small}; expected ${wanted.join(' | ')}${doc}`,
    ...top.map(
      ({ path, firstLine, lastLine, text }, index) =>
        `  ${index + 1}. ${path}:${firstLine}-${lastLine} ${short(text)}`,
    ),
  ].join('\n');
}

/** Questions whose first result is not right, or whose answer is not in the first 2 KB: the worst first. */
export const failureTexts = ({ asked }: SetRun): readonly string[] =>
  asked
    .filter(isFailure)
    .toSorted((a, b) => worth(a) - worth(b))
    .map(failureText);

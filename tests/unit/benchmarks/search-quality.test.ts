import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { judge } from '../../../benchmarks/search-quality/judge.ts';
import type { JudgedQuestion } from '../../../benchmarks/search-quality/judged-question.ts';
import { measure, ndcgOf } from '../../../benchmarks/search-quality/measures.ts';
import { makeOwnSet, misplacedAnswers } from '../../../benchmarks/search-quality/own-set.ts';
import type { QuestionSet } from '../../../benchmarks/search-quality/question-set.ts';
import { findSection } from '../../../benchmarks/search-quality/sections.ts';

function ownSet(seed?: number): QuestionSet {
  const set = makeOwnSet(seed);
  onTestFinished(() => set.dispose());
  return set;
}

const result = (path: string, text = '', firstLine = 1, lastLine = 1) => ({
  path,
  text,
  firstLine,
  lastLine,
});
const question = (fields: Partial<JudgedQuestion>): JudgedQuestion => ({
  id: 'q-1',
  corpus: 'c',
  q: 'q',
  type: 't',
  ...fields,
});

describe('the own set', () => {
  test('plants each answer once, whatever the seed', () => {
    expect(misplacedAnswers(ownSet())).toEqual([]);
    expect(misplacedAnswers(ownSet(7))).toEqual([]);
  });

  test('is the same for the same seed', () => {
    const text = ({ corpora }: QuestionSet): readonly string[] =>
      corpora
        .slice(2)
        .flatMap(({ folder }) => readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8')));
    expect(text(ownSet(7))).toEqual(text(ownSet(7)));
    expect(text(ownSet(8))).not.toEqual(text(ownSet(7)));
  });

  test('asks for files and sections that exist', () => {
    const missing = ownSet().corpora.flatMap(({ folder, questions }) =>
      questions.flatMap(({ id, rel = [] }) =>
        rel
          .filter(({ path, heading }) => {
            const file = join(folder, path);
            if (!existsSync(file)) return true;
            return heading !== undefined && findSection(readFileSync(file, 'utf8'), heading) === undefined;
          })
          .map(({ path, heading }) => `${id}: ${path} ${heading ?? ''}`),
      ),
    );
    expect(missing).toEqual([]);
  });

  test('has ids of its own for all questions', () => {
    const ids = ownSet().corpora.flatMap(({ questions }) => questions.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('judging', () => {
  test('ranks a file once, at its first passage', () => {
    const reply = { text: '', results: ['a', 'a', 'b'].map((path) => result(path)), ms: 1 };
    const { ranks, passageRanks } = judge(question({ rel: [{ path: 'b' }] }), reply, '', true);
    expect([ranks, passageRanks]).toEqual([[2], [3]]);
  });

  test('wants the asked lines, with three lines of slack', () => {
    const rel = [{ path: 'a', lines: [20, 25] as const }];
    const ranksAt = (first: number, last: number): readonly number[] =>
      judge(question({ rel }), { text: '', results: [result('a', '', first, last)], ms: 1 }, '', false).ranks;
    expect([ranksAt(10, 16), ranksAt(10, 17), ranksAt(28, 30), ranksAt(29, 30)]).toEqual([[], [1], [1], []]);
  });

  test('finds an answer whatever the white space, in the bytes that count', () => {
    const answer = ['two  words'];
    const at = (bytes: number) => {
      const text = `${'x'.repeat(bytes)} two words`;
      return judge(question({ answer }), { text, results: [result('a', text)], ms: 1 }, '', false);
    };
    expect(at(10)).toMatchObject({ ranks: [1], inSmall: true, inLarge: true });
    expect(at(3_000)).toMatchObject({ ranks: [1], inSmall: false, inLarge: true });
    expect(at(9_000)).toMatchObject({ ranks: [], inSmall: false, inLarge: false });
  });

  test('gives nothing for an answer beside an excluded text', () => {
    const text = 'right, wrong';
    const judged = question({ answer: ['right'], absent: ['wrong'] });
    expect(judge(judged, { text, results: [result('a', text)], ms: 1 }, '', false).ranks).toEqual([]);
  });
});

test('a section ends at the next heading; headings in code are none', () => {
  const text = '# A\n\n```\n# not one\n```\n## Bee and more\nx\n# C\n';
  expect(findSection(text, 'bee')).toEqual({ firstLine: 6, lastLine: 7 });
  expect(findSection(text, 'a')).toEqual({ firstLine: 1, lastLine: 5 });
  expect(findSection(text, 'not one')).toBeUndefined();
});

test('nDCG, recall and reciprocal rank as they are defined', () => {
  expect(ndcgOf([1], 1)).toBe(1);
  expect(ndcgOf([2], 1)).toBeCloseTo(1 / Math.log2(3));
  expect(ndcgOf([1], 2)).toBeCloseTo(1 / (1 + 1 / Math.log2(3)));
  expect(ndcgOf([], 1)).toBe(0);
  const verdict = { ranks: [2, 6], passageRanks: [2, 6], right: 2, inSmall: undefined, inLarge: undefined };
  const measures = measure([{ verdict, results: 10, replyBytes: 0, ms: 1 }]);
  expect(measures).toMatchObject({ recall1: 0, recall5: 0.5, recall10: 1, mrr: 0.5, inSmall: undefined });
});

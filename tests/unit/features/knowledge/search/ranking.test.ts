import { describe, expect, it } from 'vitest';
import { Terms } from '#core/text/terms.ts';
import type { ExpandedQuery } from '#features/knowledge/search/expand-query.ts';
import type { Candidate } from '#features/knowledge/search/passage-score.ts';
import { parseQuery } from '#features/knowledge/search/query.ts';
import { rankPassages } from '#features/knowledge/search/rank-passages.ts';
import { UnitMatcher } from '#features/knowledge/search/unit-match.ts';
import type { SourceKind } from '#storage/source.ts';

function expanded(question: string): ExpandedQuery {
  const query = parseQuery(question);
  const counts = new Map(query.units.flatMap(({ forms }) => forms.flat().map((term) => [term, 5] as const)));
  return { ...query, expansions: [], counts };
}
const matcherOf = (question: string): UnitMatcher => new UnitMatcher(expanded(question), 1_000, new Terms());

let next = 0;
function candidate(label: string, text: string, title = '', kind: SourceKind = 'code'): Candidate {
  next += 1;
  const id = [...label].reduce((sum, c) => sum * 31 + c.charCodeAt(0), 7);
  const source = { id, label, kind } as Candidate['hit']['source'];
  const place = { startByte: 0, endByte: text.length, startLine: 1, endLine: 1 };
  return { hit: { ...place, chunkId: next, title, source, score: 1 }, text };
}
const first = (question: string, candidates: readonly Candidate[]): string | undefined =>
  rankPassages(candidates, matcherOf(question), question)[0]?.text;

describe('how much of a question a text holds', () => {
  it('is told for the text, its best line and its best lines together', () => {
    const found = matcherOf('alpha beta gamma').coverage('alpha\nx\nbeta gamma\ny');
    expect(found.text).toBeCloseTo(1);
    expect(found.line).toBeCloseTo(2 / 3);
    expect(found.near).toBeCloseTo(1);
    expect(found.bestLine).toBe(2);
  });

  it.each([
    ['useEffect', 'call use_effect here', 1],
    ['use_effect', 'call useEffect here', 1],
    ['happy', 'much happiness, happy', 1],
    ['day', 'two days', 1],
    ['"exit code"', 'exit with a code', 0],
    ['"exit code"', 'the exit code is', 1],
    ['café', 'the CAFE', 1],
    ['検索', '日本語の検索', 1],
    ['検索', '索検', 0],
    ['nothing', '', 0],
  ])('%j in %j: %d', (question, text, part) => {
    expect(matcherOf(question).coverage(text).text).toBe(part);
  });

  it('knows the question word by word', () => {
    expect(matcherOf('POST /api/v2').coverage('x\n"POST /api/v2/users"')).toMatchObject({
      isLiteral: true,
      bestLine: 1,
    });
  });
});

describe('rank', () => {
  it('of an output the line that holds all is above lines that repeat a part', () => {
    const repeated = 'exit 1 exit 2 exit 3\ncode code code\n137 137';
    const texts = [repeated, 'Process completed with exit code 137.'];
    expect(
      first(
        'exit code 137',
        texts.map((text) => candidate('run.log', text, '', 'output')),
      ),
    ).toBe(texts[1]);
  });

  it('a title counts more than the text', () => {
    const [named, other] = [
      candidate('a.md', 'some text about it', 'Guide > Log rotation', 'doc'),
      candidate('b.md', 'log rotation is not meant', 'Guide > Other', 'doc'),
    ];
    expect(first('log rotation', [other, named])).toBe(named.text);
  });

  it('tests come after what they test, unless tests are asked for', () => {
    const files = [candidate('src/parse.ts', 'parse(x)'), candidate('tests/parse.test.ts', 'parse(y)')];
    expect(first('parse', files)).toBe('parse(x)');
    expect(first('parse test', files)).toBe('parse(y)');
  });

  it('generated files come last', () => {
    const files = [candidate('dist/app.min.js', 'parse(x)'), candidate('src/app.js', 'parse(y)')];
    expect(first('parse', files)).toBe('parse(y)');
  });

  it('of equal passages those of several files come before more of one', () => {
    const files = ['a.ts', 'a.ts', 'a.ts', 'b.ts'].map((label) => candidate(label, 'parse(x)'));
    const labels = rankPassages(files, matcherOf('parse'), 'parse').map(({ hit }) => hit.source.label);
    expect(labels.indexOf('b.ts')).toBeLessThan(3);
  });
});

import { describe, expect, it } from 'vitest';
import { type ShownAnswer, shortened } from '#mcp/tools/search-hits.ts';
import { paceNote, refusedSearch } from '#mcp/tools/search-pace.ts';
import { answersText, differences, quotedQuestion, within } from '#mcp/tools/search-text.ts';

const answer = (over: Partial<ShownAnswer>): ShownAnswer => ({
  query: 'zebra',
  hits: [],
  total: 0,
  missing: [],
  expansions: [],
  lost: [],
  eventsLookedAt: undefined,
  ...over,
});
const hit = (text: string, header = '#1 a.md, lines 1-2') => ({ header, text, fields: {} });
const nothing = ({ query }: ShownAnswer): string => `No match for "${query}".`;

describe('hits', () => {
  it('one question: its hits, and no heading', () => {
    const hits = [hit('first\n\n'), hit('second')];
    expect(answersText([answer({ hits, total: 2 })], nothing)).toBe(
      '#1 a.md, lines 1-2\nfirst\n\n#1 a.md, lines 1-2\nsecond',
    );
  });

  it('several questions: each under its heading', () => {
    const text = answersText([answer({ hits: [hit('x')], total: 1 }), answer({ query: 'quagga' })], nothing);
    expect(text).toBe('## zebra\n#1 a.md, lines 1-2\nx\n\n## quagga\nNo match for "quagga".');
  });

  it('entries that are only named stand line by line', () => {
    const hits = [hit('', '#1 a'), hit('', 'event x')];
    expect(answersText([answer({ hits, total: 2 })], nothing)).toBe('#1 a\nevent x');
  });

  it('a match that cannot be shown is told', () => {
    expect(answersText([answer({ total: 1 })], nothing)).toBe(
      '1 passage matches, but its file is gone or shorter than when indexed.',
    );
    const two = answersText([answer({ hits: [hit('x')], total: 1 }), answer({ total: 2 })], nothing);
    expect(two).toContain('2 passages match; shown above, no room left in max_bytes, or');
  });
});

describe('how hits differ from what was asked for', () => {
  it.each([
    ['nothing to say', {}, ''],
    ['a word that no hit holds', { missing: ['quagga'] }, 'without: quagga'],
    [
      'a word that was replaced, by the words in the text and not by their stems',
      { query: 'kuberntes limits', expansions: [{ word: 'kuberntes', terms: ['kubernet', 'kuber'] }] },
      '"kuberntes" taken as kubernetes',
    ],
    [
      'the word as it was typed',
      { query: 'useEff', expansions: [{ word: 'useeff', terms: ['useeffect'] }] },
      '"useEff" taken as useEffect',
    ],
    [
      'a term that no shown text holds is named itself',
      { query: 'foz', expansions: [{ word: 'foz', terms: ['fox'] }] },
      '"foz" taken as fox',
    ],
    ['a word that nothing comes near to', { expansions: [{ word: 'xylofon', terms: [] }] }, ''],
    [
      'both',
      { missing: ['zoo'], expansions: [{ word: 'useeff', terms: ['useeffect'] }] },
      '"useeff" taken as useEffect; without: zoo',
    ],
  ])('%s', (_, over, text) => {
    const hits = [hit('The kubernetes cluster calls useEffect.')];
    expect(differences(answer({ hits, total: 1, ...over }))).toBe(text);
  });

  it('is nothing where there is no hit', () => {
    expect(differences(answer({ missing: ['zebra'] }))).toBe('');
  });
});

describe('sizes', () => {
  it.each([
    ['short', 10, 'start', 'short'],
    ['a\n  b\tc', 10, 'start', 'a b c'],
    ['0123456789abc', 10, 'start', '012345678…'],
    ['0123456789abc', 10, 'end', '…456789abc'],
    ['😀'.repeat(12), 10, 'end', `…${'😀'.repeat(9)}`],
  ] as const)('%j in %d characters, %s kept', (text, maxChars, keep, expected) => {
    expect(shortened(text, maxChars, keep)).toBe(expected);
  });

  it('a long question is not repeated whole', () => {
    expect(quotedQuestion('x'.repeat(5_000)).length).toBeLessThan(110);
  });

  it('what does not fit is cut, says so, and stays within its bytes', () => {
    expect(within('fits', 256)).toBe('fits');
    const cut = within('é'.repeat(500), 256);
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(256);
    expect(cut).toMatch(/^é+… \[max_bytes\]$/);
  });
});

describe('many searches in a short time', () => {
  it.each([
    [{ kind: 'full' }, ''],
    [{ kind: 'noted', calls: 9 }, '[search 9 within 60 s; queries takes up to 20 questions per call]'],
    [
      { kind: 'reduced', calls: 4 },
      '[search 4 within 60 s: one hit per question; queries takes up to 20 questions per call]',
    ],
  ] as const)('%j', (pace, note) => {
    expect(paceNote(pace)).toBe(note);
  });

  it('a refusal says that nothing was searched, how to ask, and when', () => {
    const { content, structuredContent, isError } = refusedSearch({
      kind: 'refused',
      calls: 9,
      waitMs: 41_200,
    }).toResult(false);
    expect(content).toEqual([
      {
        type: 'text',
        text: 'Not searched: call 9 within 60 s. One call takes up to 20 questions in queries; the next is answered in 42 s.',
      },
    ]);
    expect(isError).toBe(true);
    expect(structuredContent).toMatchObject({
      verdict: 'deny',
      error: 'SEARCH_THROTTLED',
      retry_after_ms: 41_200,
    });
  });
});

it('shortens to one line without cutting a character', () => {
  for (let lead = 0; lead < 4; lead += 1)
    for (const keep of ['start', 'end'] as const)
      expect(shortened('x'.repeat(lead) + '😀'.repeat(3000), 60, keep)).not.toMatch(/\p{Surrogate}/u);
});

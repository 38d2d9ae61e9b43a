import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { runKnowledgeJob } from '#features/knowledge/jobs.ts';
import { keepOriginal } from '#features/knowledge/originals/keep-original.ts';
import { withLineFeeds } from '#features/knowledge/originals/line-ends.ts';
import { searchPassages } from '#features/knowledge/search/search-passages.ts';
import { knowledgePlace, type TestPlace } from '../../../../helpers/knowledge/place.ts';
import { tempFolder } from '../../../../helpers/store/programs.ts';

test.each([
  ['alpha\rbeta\rgamma', 'alpha\nbeta\ngamma'],
  ['alpha\r', 'alpha\n'],
  ['10 %\r20 %\r\rdone\r', '10 %\n20 %\n\ndone\n'],
  ['alpha\r\nbeta\r\n', 'alpha\r\nbeta\r\n'],
  ['10 %\r20 %\ndone', '10 %\r20 %\ndone'],
  ['no line end', 'no line end'],
  ['', ''],
])('%j becomes %j', (text, lines) => {
  expect(withLineFeeds(Buffer.from(text)).toString()).toBe(lines);
});

it('never moves a place, and never changes what it was given', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'ü', '\r', '\n', ' ') }), (text) => {
      const given = Buffer.from(text);
      const changed = withLineFeeds(given);
      expect(changed.length).toBe(given.length);
      expect(given.toString()).toBe(text);
      if (text.includes('\n')) expect(changed).toBe(given);
      else expect(changed.includes('\r')).toBe(false);
    }),
  );
});

const TEXT = `# Notes\r\r${Array.from({ length: 300 }, (_, n) => `line ${n} of the ‘café’\r`).join('')}the zebra is here\rthe end\r`;
const LINE = 303;

/** What a search and a read give of the line with the zebra. */
function lookUp(place: TestPlace, id: number) {
  const [answer] = searchPassages(place, { queries: ['zebra'], filter: {}, limit: 1, maxBytes: 600 });
  const range = { first: LINE, last: LINE };
  const page = runKnowledgeJob(place, { kind: 'read', id, range, grep: undefined, maxBytes: 4_096 });
  return { passage: answer?.passages[0], page };
}

function expectLines({ passage, page }: ReturnType<typeof lookUp>): void {
  expect(passage?.text).not.toContain('\r');
  expect(passage?.text.split('\n')).toContain('the zebra is here');
  expect(passage?.text.split('\n')[LINE - (passage?.firstLine ?? 0)]).toBe('the zebra is here');
  expect(page).toMatchObject({ text: 'the zebra is here', totalLines: LINE + 1 });
}

describe('a text whose only line ends are carriage returns keeps its lines', () => {
  const utf16 = Buffer.from(`\ufeff${TEXT}`, 'utf16le');
  it.each([
    ['UTF-8', Buffer.from(TEXT)],
    ['Latin-1', Buffer.from(TEXT.replaceAll(/[‘’]/g, ''), 'latin1')],
    ['UTF-16', utf16],
  ])('as a file in %s', (_encoding, bytes) => {
    const place = knowledgePlace();
    const path = join(tempFolder(), 'mac.txt');
    writeFileSync(path, bytes);
    const asked = { path, label: 'mac.txt', isRenamed: false, sessionId: undefined, nowMs: 1 };
    const report = runKnowledgeJob(place, { kind: 'index-file', ...asked });
    expect(report).toMatchObject({ lines: LINE + 1 });
    expectLines(lookUp(place, (report as { readonly id: number }).id));
  });

  it('as given content, which is stored as it came', () => {
    const place = knowledgePlace();
    const { id } = keepOriginal(place, {
      label: 'mac',
      kind: 'doc',
      output: { kind: 'text', text: TEXT },
      bytes: Buffer.byteLength(TEXT),
      sessionId: undefined,
      nowMs: 1,
    });
    expect(runKnowledgeJob(place, { kind: 'index-stored', id, nowMs: 1 })).toMatchObject({ lines: LINE + 1 });
    expectLines(lookUp(place, id));
  });
});

it('a redrawn line among others stays one line', () => {
  const place = knowledgePlace();
  const path = join(tempFolder(), 'log.txt');
  writeFileSync(path, `start\n${'10 % zebra\r'.repeat(900)}\nend\n`);
  const asked = { path, label: 'log.txt', isRenamed: false, sessionId: undefined, nowMs: 1 };
  expect(runKnowledgeJob(place, { kind: 'index-file', ...asked })).toMatchObject({ lines: 3 });
  const [answer] = searchPassages(place, { queries: ['zebra'], filter: {}, limit: 1, maxBytes: 600 });
  expect(answer?.passages[0]).toMatchObject({ firstLine: 2, lastLine: 2 });
});

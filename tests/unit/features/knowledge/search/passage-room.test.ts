import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { searchPassages } from '#features/knowledge/search/search-passages.ts';
import { indexFolderIn, knowledgePlace } from '../../../../helpers/knowledge/place.ts';
import { tempFolder } from '../../../../helpers/store/programs.ts';

const PAGES = 12;
const paragraph = (i: number): string =>
  `Page ${i} says how the lantern is lit. ${'More of it. '.repeat(5)}\n\n`;

/** Pages of the same length that answer equally well; sizes of the texts shown for them, in their order. */
function shownBytes(ending: string, maxBytes: number): readonly number[] {
  const folder = join(tempFolder(), 'pages');
  mkdirSync(folder);
  for (let i = 0; i < PAGES; i += 1) {
    writeFileSync(join(folder, `${i}.${ending}`), `# Lantern ${i}\n\n${paragraph(i).repeat(110)}`);
  }
  const place = knowledgePlace();
  indexFolderIn(place, folder);
  const [answer] = searchPassages(place, { queries: ['lantern'], filter: {}, limit: 10, maxBytes });
  return (answer?.passages ?? []).map(({ text }) => Buffer.byteLength(text));
}

describe('room for a passage', () => {
  it.each([4_096, 32_768])(
    'of %d bytes the first sections get most, and none of ten is left out',
    (maxBytes) => {
      const bytes = shownBytes('md', maxBytes);
      const total = bytes.reduce((sum, size) => sum + size, 0);
      expect(bytes).toHaveLength(10);
      expect(total).toBeLessThanOrEqual(maxBytes);
      expect(bytes[0]).toBeGreaterThan((maxBytes / 10) * 1.1);
    },
  );

  it('is even where texts are read line by line', () => {
    expect(Math.max(...shownBytes('log', 4_096))).toBeLessThanOrEqual(410);
  });
});

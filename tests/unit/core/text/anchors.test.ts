import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AnchorTable } from '#core/text/secrets/anchor-table.ts';
import { Anchors } from '#core/text/secrets/anchors.ts';

const ANCHORS = ['key', 'api_key', 'ey', '://', 'ke', 'yap', '.', 'secret', 'cre'];

/** What a scan tells; after some of its finds it goes on further behind. */
function told(scan: Anchors | AnchorTable, text: Buffer, skips: readonly number[]): readonly string[] {
  const finds: string[] = [];
  scan.scan(text, (place, end) => {
    const skip = skips[finds.length % Math.max(1, skips.length)] ?? 0;
    finds.push(`${place}@${end}`);
    return skip === 0 ? undefined : end + skip - 1;
  });
  return finds;
}

const piece = fc.constantFrom(...ANCHORS, 'API_KEY', 'Secret', ' ', 'é', 'x', '\n', '=');
const text = fc.array(piece, { maxLength: 40 }).map((parts) => Buffer.from(parts.join('')));

it('looks through little text without the table, and finds the same', () => {
  fc.assert(
    fc.property(text, fc.array(fc.nat(3), { maxLength: 5 }), (bytes, skips) => {
      expect(told(new Anchors(ANCHORS), bytes, skips)).toEqual(told(new AnchorTable(ANCHORS), bytes, skips));
    }),
  );
});

it('finds the same before and after it has made its table', () => {
  const anchors = new Anchors(ANCHORS);
  const little = Buffer.from('api_key secret');
  const before = told(anchors, little, []);
  told(anchors, Buffer.alloc(64 * 1024, ' '), []);
  expect(told(anchors, little, [])).toEqual(before);
  expect(before).not.toEqual([]);
});

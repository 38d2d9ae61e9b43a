import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineDiff } from '#core/export/diff.ts';
import { hasBrokenSection, withoutSection, withSection } from '#core/export/text-section.ts';

describe('a section of ours in a text', () => {
  it.each([
    ['', '<!-- plimsoll: start -->\nx\n<!-- plimsoll: end -->\n'],
    ['# Mine\n', '# Mine\n\n<!-- plimsoll: start -->\nx\n<!-- plimsoll: end -->\n'],
    ['# Mine', '# Mine\n\n<!-- plimsoll: start -->\nx\n<!-- plimsoll: end -->\n'],
    ['# Mine\r\n', '# Mine\r\n\r\n<!-- plimsoll: start -->\r\nx\r\n<!-- plimsoll: end -->\r\n'],
  ])('%j', (text, expected) => expect(withSection(text, 'x\n')).toBe(expected));

  it('is replaced where it stands, and there once only', () => {
    const text = withSection('# Mine\n', 'old');
    expect(withSection(`${text}\nAfter\n`, 'new')).toBe(
      '# Mine\n\n<!-- plimsoll: start -->\nnew\n<!-- plimsoll: end -->\n\nAfter\n',
    );
  });

  it('goes again, whatever stands around it', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('\n', '\r\n'), (words, end) => {
        const text = `${words.replace(/[\r\n]/g, '')}${end}`;
        const after = withSection(text, 'a\nb');
        expect(withSection(after, 'a\nb')).toBe(after);
        expect(withoutSection(after)).toBe(text);
        expect(withoutSection(text)).toBe(text);
      }),
    );
  });

  it.each([
    ['<!-- plimsoll: start -->', true],
    ['<!-- plimsoll: end -->', true],
    ['<!-- plimsoll: end --> <!-- plimsoll: start -->', true],
    ['<!-- plimsoll: start --> <!-- plimsoll: end -->', false],
    ['plimsoll: start', false],
  ])('%j lacks a mark: %s', (text, isBroken) => expect(hasBrokenSection(text)).toBe(isBroken));
});

describe('a diff of lines', () => {
  it.each([
    ['a\nb\n', 'a\nb\n', ''],
    ['a\r\nb\r\n', 'a\nb\n', ''],
    ['', 'a\nb\n', '@@ line 1 @@\n+a\n+b'],
    ['a\n', '', '@@ line 1 @@\n-a'],
    ['a\nb\nc\n', 'a\nB\nc\n', '@@ line 1 @@\n a\n-b\n+B\n c'],
    ['1\n2\n3\n4\n5\n6\n7\n8\n', '1\n2\n3\n4\n5\n6\n7\n8\n9\n', '@@ line 6 @@\n 6\n 7\n 8\n+9'],
    [
      'a\n1\n2\n3\n4\n5\n6\n7\nz\n',
      'A\n1\n2\n3\n4\n5\n6\n7\nZ\n',
      '@@ line 1 @@\n-a\n+A\n 1\n 2\n 3\n@@ line 6 @@\n 5\n 6\n 7\n-z\n+Z',
    ],
  ])('%j to %j', (before, after, expected) => expect(lineDiff(before, after)).toBe(expected));

  it('shows every line that goes and every line that comes', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const shown = lineDiff(before.join('\n'), after.join('\n')).split('\n');
        const count = (all: readonly string[], line: string) => all.filter((each) => each === line).length;
        for (const line of ['a', 'b', 'c', 'd'])
          expect(count(shown, `+${line}`) - count(shown, `-${line}`)).toBe(
            count(after, line) - count(before, line),
          );
      }),
    );
  });

  it('of two large texts with nothing in common is made at once', () => {
    const text = (mark: string) => Array.from({ length: 5_000 }, (_, i) => `${mark}${i}`).join('\n');
    const started = performance.now();
    expect(lineDiff(text('a'), text('b')).split('\n')).toHaveLength(10_001);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

import { expect, it } from 'vitest';
import type { StoredFact } from '#core/session-fact.ts';
import { readMemorySettings } from '#features/memory/delivery/settings.ts';
import { memoryTexts } from '#features/memory/delivery/texts.ts';
import { GUIDE_MARK } from '#features/memory/guide.ts';

const prompt = (id: number, text: string): StoredFact => ({
  id,
  sessionId: 's',
  kind: 'prompt',
  text,
  atMs: Date.UTC(2026, 4, 1, 12, id % 60),
  cwd: '/p',
});
const texts = memoryTexts(() => readMemorySettings({}));

it('every guide holds the mark by which its arrival is seen', () => {
  expect(texts.of([prompt(1, 'Port the parser.')]).guide('kept')).toContain(GUIDE_MARK);
  expect(texts.of([]).guide('kept')).toBe('');
});

it('facts are read in the order in which they are given, whenever they were recorded', () => {
  const [first, second] = [prompt(9, 'Port the parser.'), prompt(2, 'Now the printer.')];
  const guide = texts.of([first, second]).guide('kept');
  expect(guide.indexOf('Port the parser.')).toBeLessThan(guide.indexOf('Now the printer.'));
});

it('what a summary must keep fits, as a list in JSON, whatever stands in it', () => {
  const many = Array.from({ length: 60 }, (_, n) => prompt(n, `Never touch "folder ${n}" \\ or 目录${n}.`));
  const hint = texts.of(many).hint();
  expect(hint).not.toBe('');
  expect(Buffer.byteLength(JSON.stringify(hint.split('\n'), null, 1))).toBeLessThanOrEqual(1_024);
});

it.each([
  [{}, { snapshotBytes: 2_048, guideBytes: 6_000 }],
  [{ PLIMSOLL_CONTINUITY_SNAPSHOT_BYTES: '6000' }, { snapshotBytes: 6_000, guideBytes: 6_000 }],
  [{ PLIMSOLL_CONTINUITY_SNAPSHOT_BYTES: '512' }, { snapshotBytes: 512, guideBytes: 1_024 }],
  [
    { PLIMSOLL_CONTINUITY_SNAPSHOT_BYTES: '3000', PLIMSOLL_CONTINUITY_GUIDE_BYTES: '9000' },
    { snapshotBytes: 3_000, guideBytes: 9_000 },
  ],
])('%j gives %j', (env, settings) => {
  expect(readMemorySettings(env)).toEqual(settings);
});

it.each(['9001', '-1', 'many', '1e3'])('a guide of %s bytes is refused', (size) => {
  expect(() => readMemorySettings({ PLIMSOLL_CONTINUITY_GUIDE_BYTES: size })).toThrow(
    /PLIMSOLL_CONTINUITY_GUIDE_BYTES/,
  );
});

import { expect } from 'vitest';
import { chunkDocument } from '#features/knowledge/chunkers/index.ts';
import { PASSAGE_LIMIT } from '#features/knowledge/chunkers/packer.ts';
import type { Passage } from '#storage/source.ts';

export const chunk = (name: string, text: string | Uint8Array): readonly Passage[] => [
  ...chunkDocument(name, Buffer.from(text as string)),
];

export const titles = (name: string, text: string): readonly string[] =>
  chunk(name, text).map((passage) => passage.title);

/** The title of the passage that holds `needle`. */
export function titleAt(name: string, text: string, needle: string): string | undefined {
  const at = Buffer.from(text.slice(0, text.indexOf(needle))).length;
  return chunk(name, text).find((passage) => passage.startByte <= at && at < passage.endByte)?.title;
}

/** Passages are contiguous, the whole text, none empty or too large, and their lines are right. */
export function checkPassages(bytes: Buffer, passages: readonly Passage[]): void {
  let at = 0;
  let line = 1;
  for (const passage of passages) {
    if (passage.startByte !== at || passage.endByte <= at || passage.endByte - at > PASSAGE_LIMIT) {
      expect.fail(`passage ${passage.startByte}-${passage.endByte} after ${at}`);
    }
    expect(passage.startLine).toBe(line);
    for (; at < passage.endByte - 1; at += 1) if (bytes[at] === 10) line += 1;
    expect(passage.endLine).toBe(line);
    if (bytes[at] === 10) line += 1;
    at = passage.endByte;
    expect(Buffer.byteLength(passage.title)).toBeLessThanOrEqual(PASSAGE_LIMIT / 16);
    expect(passage.title).not.toMatch(/[\n\r]/);
  }
  expect(at).toBe(bytes.length);
}

/** A name for every chunker. */
export const NAMES: readonly string[] = [
  ...'md rst json jsonl yml toml csv diff html txt log ts py go rs java cs cc rb php sh swift scala lua ex sql pl'
    .split(' ')
    .map((ending) => `a.${ending}`),
  'shell: npm test',
];

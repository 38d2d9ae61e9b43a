import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { CorpusCase, Output } from './corpus-case.ts';

const DATA = join(import.meta.dirname, 'data');
const INDEX = join(DATA, 'cases.jsonl');
const textFile = (id: string): string => join(DATA, `${id}.txt.gz`);

/** What is known of the stored outputs. @throws Error when the index cannot be read */
export const storedCases = (): readonly CorpusCase[] =>
  readFileSync(INDEX, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as CorpusCase);

export const storedText = (id: string): string => gunzipSync(readFileSync(textFile(id))).toString('utf8');

/** Writes outputs; those of other names stay. */
export function storeOutputs(outputs: readonly Output[], known: readonly CorpusCase[]): void {
  mkdirSync(DATA, { recursive: true });
  for (const { id, text } of outputs) writeFileSync(textFile(id), gzipSync(text, { level: 9 }));
  const cases = new Map(known.map((each) => [each.id, each]));
  for (const { text: _, ...rest } of outputs) cases.set(rest.id, rest);
  const lines = [...cases.values()]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((each) => JSON.stringify(each));
  writeFileSync(INDEX, `${lines.join('\n')}\n`);
}

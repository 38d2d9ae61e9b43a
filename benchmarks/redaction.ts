import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { redactBytes, SecretRedactor } from '../src/core/text/redact-secrets.ts';
import { readCorpus } from './digest/corpus.ts';
import { median } from './measure/statistics.ts';
import type { Question } from './question.ts';

const BYTES = 8 * 1024 * 1024;
const MOST_MS = 100;
const PIECE_BYTES = 64 * 1024;
const ROUNDS = 7;
/** What is found in this repository's sources, documents and packages, beside passwords of URLs; see `meaning`. */
const MOST_FOUND = 10;
const ROOT = join(import.meta.dirname, '..');
const TEXT_FILE = /\.(?:[cm]?[jt]sx?|md|json|ya?ml|txt|css|html|map)$/;
const MOST_FILE_BYTES = 5_000_000;

function repeated(text: Buffer): Buffer {
  return Buffer.alloc(BYTES, text);
}

const TEXTS: Readonly<Record<string, () => Buffer>> = {
  'service log': () => outputOf('service-log-large'),
  'test output': () => outputOf('node-tap-large'),
  JSON: () => outputOf('json-one-line'),
  CSV: () => outputOf('csv-large'),
  code: () => readFileSync(join(ROOT, 'node_modules/vite/dist/node/chunks/node.js')),
  'one line of one letter': () => Buffer.from('x'),
};

const outputOf = (id: string): Buffer =>
  Buffer.from(readCorpus().find((output) => output.id === id)?.text ?? 'x');

/** CPU time, since others may be at work on the machine. */
function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function inPieces(text: Buffer): void {
  const redactor = new SecretRedactor();
  for (let at = 0; at < text.length; at += PIECE_BYTES) redactor.push(text.subarray(at, at + PIECE_BYTES));
  redactor.end();
}

/** Every kind of mark over the text files below a folder. */
function foundIn(folder: string): readonly string[] {
  const kinds: string[] = [];
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !TEXT_FILE.test(entry.name)) continue;
    const text = readFileSync(join(entry.parentPath, entry.name));
    if (text.length > MOST_FILE_BYTES) continue;
    const { bytes, count } = redactBytes(text);
    if (count > 0)
      for (const [, kind = ''] of bytes.toString().matchAll(/\[redacted:([a-z-]+):[\da-f]{8}\]/g))
        kinds.push(kind);
  }
  return kinds;
}

export const redaction: Question = {
  name: 'redaction',
  text: 'How long does it take to find secrets in a text, and how often is something taken for one?',
  floor: 'none: absolute CPU time, on the machine that is named above',
  meaning:
    'CPU time over 8 MiB of several kinds of text without secrets, as a whole and in pieces of 64 KiB, medians. And what is found in the sources, the documents and the packages of this repository, which hold no secrets: passwords of URLs are examples in documents, such as `http://user:pass@host`, and are meant to be found; anything else is a mistake, but for tokens that documents show.',
  measure({ isQuick }) {
    const figures = Object.entries(TEXTS).flatMap(([name, read]) => {
      const text = repeated(read());
      const times = Array.from({ length: isQuick ? 2 : ROUNDS }, () => [
        cpuMs(() => void redactBytes(text)),
        cpuMs(() => inPieces(text)),
      ]);
      const [whole, pieces] = [0, 1].map((place) => median(times.map((pair) => pair[place] ?? 0)));
      return [
        { name: `8 MB, ${name}`, value: whole ?? 0, unit: 'ms' as const, must: MOST_MS },
        { name: `8 MB, ${name}, in pieces`, value: pieces ?? 0, unit: 'ms' as const, must: MOST_MS },
      ];
    });
    const found = ['src', 'docs', 'benchmarks', 'node_modules'].flatMap((folder) =>
      foundIn(join(ROOT, folder)),
    );
    const passwords = found.filter((kind) => kind === 'url-password').length;
    return Promise.resolve([
      ...figures,
      {
        name: 'found where no secret is',
        value: found.length - passwords,
        unit: 'count' as const,
        must: MOST_FOUND,
      },
      { name: 'passwords of URLs in documents', value: passwords, unit: 'count' as const },
    ]);
  },
};

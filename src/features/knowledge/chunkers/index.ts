import type { Passage, SourceKind } from '#storage/source.ts';
import { chunkCode } from './code.ts';
import { LANGUAGES, type Language } from './code-languages.ts';
import { chunkDiff } from './diff.ts';
import { chunkHtml } from './html.ts';
import { chunkJson } from './json.ts';
import { chunkLog } from './log.ts';
import { chunkMarkdown } from './markdown.ts';
import { endingOf, endingOfScript, kindOfEnding } from './names.ts';
import { chunkCsv, chunkNdjson } from './rows.ts';
import { type ContentKind, sniffContent } from './sniff.ts';
import { chunkTestOutput } from './test-output.ts';
import { chunkMarkup, chunkText } from './text.ts';
import { chunkToml, chunkYaml } from './yaml.ts';

/** Cuts a text into passages; the empty text has none. */
type Chunker = (bytes: Buffer) => Generator<Passage>;

/** How a text is cut, and as what it is listed. */
interface Choice {
  readonly kind: SourceKind;
  readonly chunk: Chunker;
}

/** How each kind of content is cut, and as what it is listed. */
const CHUNKERS = {
  markdown: { kind: 'doc', chunk: chunkMarkdown },
  markup: { kind: 'doc', chunk: chunkMarkup },
  json: { kind: 'doc', chunk: chunkJson },
  ndjson: { kind: 'output', chunk: chunkNdjson },
  yaml: { kind: 'doc', chunk: chunkYaml },
  toml: { kind: 'doc', chunk: chunkToml },
  csv: { kind: 'doc', chunk: chunkCsv },
  diff: { kind: 'output', chunk: chunkDiff },
  log: { kind: 'output', chunk: chunkLog },
  tests: { kind: 'output', chunk: chunkTestOutput },
  html: { kind: 'doc', chunk: chunkHtml },
  text: { kind: 'doc', chunk: chunkText },
} as const satisfies Record<ContentKind, Choice>;

const codeChoice = (language: Language): Choice => ({
  kind: 'code',
  chunk: (bytes) => chunkCode(bytes, language),
});

/** How a text is cut: by the ending of its name, else by what it begins with. */
function chooseChunker(name: string, bytes: Buffer): Choice {
  const ending = endingOf(name) ?? endingOfScript(bytes) ?? '';
  const language = LANGUAGES.get(ending);
  if (language !== undefined) return codeChoice(language);
  const named = kindOfEnding(ending);
  if (named !== undefined && named !== 'json') return CHUNKERS[named];
  const sniffed = sniffContent(bytes);
  // A file of documents, one a line, is often named .json.
  const found = named === 'json' && sniffed !== 'ndjson' ? 'json' : sniffed;
  return CHUNKERS[found];
}

/**
 * Cuts a text into passages of at most 4,096 bytes that together are the whole text, none of which cuts a character.
 * `name` is a path or a label. The empty text has no passages.
 */
export const chunkDocument = (name: string, bytes: Buffer): Generator<Passage> =>
  chooseChunker(name, bytes).chunk(bytes);

/** As what a text is listed: documentation and data, source code, or output. */
export const kindOf = (name: string, bytes: Buffer): SourceKind => chooseChunker(name, bytes).kind;

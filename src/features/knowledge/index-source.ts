import { AppError } from '#core/errors.ts';
import { formatHandle } from '#core/ids.ts';
import type { IndexedPassage, KnowledgeStore, Source, SourceKind } from '#storage/knowledge-store.ts';
import { chunkText } from './chunk-text.ts';
import { countLines } from './line-index.ts';
import { readOriginal } from './originals.ts';
import { passageWords } from './passage-words.ts';
import { FILE_LIMIT, hashOf, readTextFile, type TextContent } from './read-text.ts';

export interface IndexReport {
  readonly id: number;
  readonly label: string;
  readonly bytes: number;
  readonly lines: number;
  readonly passages: number;
  /** `unchanged`: it was indexed already and is as it was. */
  readonly change: 'new' | 'changed' | 'unchanged';
}

export interface IndexFileRequest {
  /** Absolute. */
  readonly path: string;
  readonly label: string;
  readonly sessionId: string | undefined;
  readonly nowMs: number;
}

const isMarkdown = (name: string): boolean => /\.(?:md|markdown|mdx)$/i.test(name);
const isCode = (name: string): boolean =>
  /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|kts|c|h|cc|cpp|hpp|cs|rb|php|sh|bash|swift|scala|lua|sql|ex|exs|r|pl)$/i.test(
    name,
  );
const kindOf = (name: string): SourceKind => (isCode(name) ? 'code' : 'doc');

/** Markdown by its name, or by a heading among the first lines of content that has no name. */
const looksLikeMarkdown = (label: string, bytes: Buffer): boolean =>
  isMarkdown(label) || (!/\.\w+$/.test(label) && /^#{1,6} \S/m.test(bytes.toString('utf8', 0, 4096)));

function* passagesOf(label: string, bytes: Buffer, markdown: boolean): Generator<IndexedPassage> {
  for (const passage of chunkText(bytes, markdown)) {
    yield passageWords(label, passage, bytes.toString('utf8', passage.startByte, passage.endByte));
  }
}

function report(store: KnowledgeStore, source: Source, change: IndexReport['change']): IndexReport {
  const { id, label, bytes, lines } = source;
  return { id, label, bytes, lines, passages: store.countPassages(id), change };
}

function isAsIndexed(known: Source, content: TextContent): boolean {
  return known.state === 'ready' && known.hash === content.hash && known.mtimeMs === content.mtimeMs;
}

/** Indexes a file in place: it is not copied. Indexing it again updates its source, whose handle stays. */
export function indexFile(store: KnowledgeStore, request: IndexFileRequest): IndexReport {
  const content = readTextFile(request.path);
  const known = store.findByLabel(request.label, 'file');
  if (known !== undefined && known.path === request.path && isAsIndexed(known, content)) {
    return report(store, known, 'unchanged');
  }
  const facts = {
    bytes: content.bytes.length,
    lines: countLines(content.bytes),
    mtimeMs: content.mtimeMs,
    hash: content.hash,
  };
  const passages = passagesOf(request.label, content.bytes, isMarkdown(request.path));
  const isSame = known !== undefined && known.path === request.path;
  const id = isSame ? known.id : insertFile(store, request, facts);
  store.replacePassages(id, facts, passages);
  const source = find(store, id);
  return report(
    store,
    source,
    isSame && known.hash !== content.hash ? 'changed' : isSame ? 'unchanged' : 'new',
  );
}

function insertFile(
  store: KnowledgeStore,
  request: IndexFileRequest,
  facts: Pick<Source, 'bytes' | 'lines' | 'mtimeMs' | 'hash'>,
): number {
  return store.insertSource(
    {
      ...facts,
      label: request.label,
      kind: kindOf(request.path),
      origin: 'file',
      path: request.path,
      state: 'pending',
      createdMs: request.nowMs,
      sessionId: request.sessionId,
    },
    () => undefined,
  );
}

/** Makes a stored original searchable, its first 64 MB if it is larger. Doing it twice changes nothing. */
export function indexStored(store: KnowledgeStore, outDir: string, id: number): IndexReport {
  const source = find(store, id);
  const bytes = readOriginal(outDir, source);
  const markdown = source.kind !== 'output' && looksLikeMarkdown(source.label, bytes);
  store.replacePassages(
    id,
    { bytes: bytes.length, lines: countLines(bytes), mtimeMs: undefined, hash: source.hash || hashOf(bytes) },
    passagesOf(source.label, bytes.subarray(0, FILE_LIMIT), markdown),
  );
  return report(store, find(store, id), 'new');
}

function find(store: KnowledgeStore, id: number): Source {
  const source = store.findSource(id);
  if (source === undefined) throw new AppError('HANDLE_UNKNOWN', `Nothing is stored as ${formatHandle(id)}.`);
  return source;
}

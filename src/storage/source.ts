import type { Row } from './driver.ts';

export type SourceKind = 'doc' | 'code' | 'output';

/** One indexed file or stored original. */
export interface Source {
  readonly id: number;
  readonly label: string;
  readonly kind: SourceKind;
  /** `stored`: our own copy in the project's out folder; `file`: somebody else's file at `path`. */
  readonly origin: 'stored' | 'file';
  /** Absolute path of an indexed file; undefined for a stored original. */
  readonly path: string | undefined;
  readonly bytes: number;
  readonly lines: number;
  /** Modification time of the file when it was indexed; undefined for a stored original. */
  readonly mtimeMs: number | undefined;
  /** sha256 of the content in hex; empty while a large output is still pending. */
  readonly hash: string;
  /** `pending`: kept, but not searchable yet. */
  readonly state: 'pending' | 'ready';
  readonly createdMs: number;
  /** Folder by which a file came in, absolute; undefined for a file that was named itself, and for stored originals. */
  readonly root: string | undefined;
  /** The stored original that holds this one's text and passages, because it was there first; undefined else. */
  readonly sameAs: number | undefined;
  /** By which the text is cut into passages, as the ending of a file; undefined: by the label and what it looks like. */
  readonly format: string | undefined;
}

export type NewSource = Omit<Source, 'id' | 'format'> & {
  readonly sessionId: string | undefined;
  readonly format?: string | undefined;
};

/** A passage by its place in the original. Lines are 1-based and inclusive, bytes half open. */
export interface Passage {
  readonly title: string;
  readonly startByte: number;
  readonly endByte: number;
  readonly startLine: number;
  readonly endLine: number;
}

/** A passage and the words by which it is found. */
export interface IndexedPassage extends Passage, PassageTerms {}

/** Terms (see core/text/terms.ts) of a passage by field, separated by blanks; as text, or as the UTF-8 that SQLite reads. */
export interface PassageTerms {
  readonly pathTerms: string;
  readonly titleTerms: string | Uint8Array;
  readonly bodyTerms: string | Uint8Array;
}

/** A row of `sources`. */
export function toSource(row: Row): Source {
  return {
    id: Number(row.id),
    label: String(row.label),
    kind: String(row.kind) as SourceKind,
    origin: row.origin === 'file' ? 'file' : 'stored',
    path: row.path === null ? undefined : String(row.path),
    bytes: Number(row.bytes),
    lines: Number(row.lines),
    mtimeMs: row.mtime_ms === null ? undefined : Number(row.mtime_ms),
    hash: String(row.hash),
    state: row.state === 'ready' ? 'ready' : 'pending',
    createdMs: Number(row.created_ms),
    root: row.root === null ? undefined : String(row.root),
    sameAs: row.same_as === null ? undefined : Number(row.same_as),
    format: row.format === null ? undefined : String(row.format),
  };
}

export const toPassage = (row: Row): Passage => ({
  title: String(row.title),
  startByte: Number(row.start_byte),
  endByte: Number(row.end_byte),
  startLine: Number(row.start_line),
  endLine: Number(row.end_line),
});

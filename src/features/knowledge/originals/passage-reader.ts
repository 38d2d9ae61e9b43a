import { closeSync, fstatSync, readSync } from 'node:fs';
import { redactPart } from '#core/text/redact-secrets.ts';
import { KIB } from '#core/units.ts';
import type { Source } from '#storage/source.ts';
import { decodePart } from '../indexing/decode-text.ts';
import { hasOnlyReturns } from './line-ends.ts';
import { type MayOpen, openSource, utf8Of } from './originals.ts';

/** So much around a passage tells whether it begins or ends in a secret; even, since some encodings have two bytes. */
const CONTEXT_BYTES = 512;
/** The same for a passage that begins or ends as a private key goes on. */
const KEY_BYTES = 16 * KIB;
const KEY_BODY = /^[\s>+|"'-]*[A-Za-z\d+/=]{40,}|[A-Za-z\d+/=]{40,}\s*$/;

/** Opens originals once and reads byte ranges of them; for searches, which show a few passages of large files. */
export class PassageReader {
  private readonly descriptors = new Map<number, number | undefined>();
  private readonly starts = new Map<number, Buffer>();
  private readonly returnsOnly = new Map<number, boolean>();
  private readonly outDir: string;
  private readonly mayOpen: MayOpen | undefined;

  /** @param mayOpen asked of every file of the user that is opened; absent: what is read is not shown */
  constructor(outDir: string, mayOpen?: MayOpen) {
    this.outDir = outDir;
    this.mayOpen = mayOpen;
  }

  /** The bytes as text, of a file without its secrets; undefined when the original is gone or shorter by now. */
  read(source: Source, startByte: number, endByte: number): string | undefined {
    const fd = this.descriptor(source);
    if (fd === undefined) return undefined;
    const bytes = readPart(fd, startByte, endByte);
    if (bytes.length < endByte - startByte) return undefined;
    const text =
      source.origin === 'stored' ? bytes.toString('utf8') : this.fileText(source, fd, bytes, startByte);
    const isInDoubt = text.includes('\r') && !text.includes('\n');
    return isInDoubt && this.hasReturnsOnly(source, fd) ? text.replaceAll('\r', '\n') : text;
  }

  /** Text of a user's file: a secret may begin before this part, or end behind it. */
  private fileText({ id }: Source, fd: number, bytes: Buffer, startByte: number): string {
    const start = this.start(id, fd);
    const text = decodePart(start, bytes);
    const around = KEY_BODY.test(text) ? KEY_BYTES : CONTEXT_BYTES;
    const endByte = startByte + bytes.length;
    const before = decodePart(start, readPart(fd, Math.max(0, startByte - around), startByte));
    const after = decodePart(start, readPart(fd, endByte, endByte + around));
    return redactPart(before, text, after);
  }

  close(): void {
    for (const fd of this.descriptors.values()) if (fd !== undefined) closeSync(fd);
    this.descriptors.clear();
  }

  /** A part does not tell: a redrawn line of a text with line feeds has carriage returns as well. */
  private hasReturnsOnly(source: Source, fd: number): boolean {
    const known = this.returnsOnly.get(source.id);
    if (known !== undefined) return known;
    const found = hasOnlyReturns(utf8Of(source, readPart(fd, 0, fstatSync(fd).size)));
    this.returnsOnly.set(source.id, found);
    return found;
  }

  /** The file's first bytes, which may tell its encoding. */
  private start(id: number, fd: number): Buffer {
    const known = this.starts.get(id);
    if (known !== undefined) return known;
    const bytes = readPart(fd, 0, MARK_BYTES);
    this.starts.set(id, bytes);
    return bytes;
  }

  private descriptor(source: Source): number | undefined {
    if (!this.descriptors.has(source.id))
      this.descriptors.set(source.id, openSource(this.outDir, source, this.mayOpen));
    return this.descriptors.get(source.id);
  }
}

/** Length of the longest byte order mark. */
const MARK_BYTES = 3;

function readPart(fd: number, start: number, end: number): Buffer {
  const bytes = Buffer.allocUnsafe(end - start);
  return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, start));
}

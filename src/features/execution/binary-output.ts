import { createHash } from 'node:crypto';
import { closeSync, rmSync, writeSync } from 'node:fs';
import { type SecretValue, ValueRedactor } from '#core/text/redact-values.ts';
import { openFirst } from '#infra/output-parts.ts';

/** Output that is no text, once it is complete. */
export interface BinaryInfo {
  /** What its first bytes say, e.g. `PNG image`; `data` when they say nothing. */
  readonly type: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Where it lies; undefined when it could not be written. */
  readonly file: string | undefined;
}

/** Writes binary output to a file, as it comes; secret values in it are struck out by stars. */
export class BinaryOutput {
  private readonly type: string;
  private file: string;
  private readonly spare: string | undefined;
  private readonly hash = createHash('sha256');
  private readonly redactor: ValueRedactor;
  private bytes = 0;
  private fd: number | undefined;
  private isMade = false;
  private isLost = false;

  /** `spare`: where it goes when `file` cannot be made. */
  constructor(type: string, file: string, secrets: readonly SecretValue[], spare?: string) {
    this.type = type;
    this.file = file;
    this.spare = spare;
    this.redactor = new ValueRedactor(
      secrets.map(({ value }) => ({ value, mark: '*'.repeat(Buffer.byteLength(value)) })),
    );
  }

  get redactions(): number {
    return this.redactor.count;
  }

  add(bytes: Buffer): void {
    this.write(this.redactor.push(bytes));
  }

  finish(): void {
    this.write(this.redactor.end());
    this.close();
  }

  info(): BinaryInfo {
    return {
      type: this.type,
      bytes: this.bytes,
      sha256: this.hash.copy().digest('hex'),
      file: this.isLost ? undefined : this.file,
    };
  }

  discard(): void {
    this.close();
    if (this.isMade) rmSync(this.file, { force: true });
  }

  private close(): void {
    if (this.fd !== undefined) closeSync(this.fd);
    this.fd = undefined;
  }

  private open(): number {
    const { fd, file } = openFirst(this.file, this.spare);
    this.file = file;
    this.isMade = true;
    return fd;
  }

  private write(bytes: Buffer): void {
    this.bytes += bytes.length;
    this.hash.update(bytes);
    if (this.isLost) return;
    try {
      this.fd ??= this.open();
      for (let at = 0; at < bytes.length; ) at += writeSync(this.fd, bytes, at);
    } catch {
      // The description stays; the answer says that the bytes are lost.
      this.isLost = true;
      this.discard();
    }
  }
}

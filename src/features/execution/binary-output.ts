import { createHash } from 'node:crypto';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { type SecretValue, ValueRedactor } from '#core/text/redact-values.ts';

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
  private readonly file: string;
  private readonly hash = createHash('sha256');
  private readonly redactor: ValueRedactor;
  private bytes = 0;
  private fd: number | undefined;
  private isLost = false;

  constructor(type: string, file: string, secrets: readonly SecretValue[]) {
    this.type = type;
    this.file = file;
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
    if (this.fd !== undefined) closeSync(this.fd);
    this.fd = undefined;
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
    rmSync(this.file, { force: true });
  }

  private write(bytes: Buffer): void {
    this.bytes += bytes.length;
    this.hash.update(bytes);
    if (this.isLost) return;
    try {
      this.fd ??= openSync(this.file, 'wx', 0o600);
      for (let at = 0; at < bytes.length; ) at += writeSync(this.fd, bytes, at);
    } catch {
      // The description stays; the answer says that the bytes are lost.
      this.isLost = true;
      if (this.fd !== undefined) closeSync(this.fd);
      this.fd = undefined;
      this.discard();
    }
  }
}

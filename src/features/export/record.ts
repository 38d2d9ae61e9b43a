import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { AppError, systemCode } from '#core/errors.ts';
import { isRecord, type JsonRecord, parseJson, stringField } from '#core/json.ts';
import { writePrivate } from '#infra/write-private.ts';

/** What is remembered of a file that we wrote to. */
export interface FileRecord {
  /** Name of the copy of the file as it was before us, in the folder of copies; undefined: there was no file. */
  readonly backup: string | undefined;
  /** Hash of the file as we left it. */
  readonly after: string;
  /** Exports that have something in it, as `<platform> <scope> <folder>`. */
  readonly owners: readonly string[];
  /** Folders that were made for it, outermost first. */
  readonly folders: readonly string[];
}

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];

const fileRecord = (value: JsonRecord): FileRecord => ({
  backup: stringField(value, 'backup'),
  after: stringField(value, 'after') ?? '',
  owners: texts(value.owners),
  folders: texts(value.folders),
});

/** Remembers what exports wrote, so that they can be taken back; files of its own in the data folder, for the user alone. */
export class ExportRecords {
  private readonly file: string;
  private readonly copies: string;
  private readonly files: Map<string, FileRecord>;

  /** @throws AppError when the record is there and cannot be read: then nothing must be written over it */
  constructor(home: string) {
    this.file = join(home, 'exports.json');
    this.copies = join(home, 'exports');
    const stored = parseJson(readText(this.file) ?? '{}');
    const files = isRecord(stored) ? (stored.files ?? {}) : undefined;
    if (!isRecord(files))
      throw new AppError(
        'EXPORT_FAILED',
        `${this.file} holds no record of exports any more; nothing was changed. Move it away and try again: files are then edited back by what is in them.`,
      );
    this.files = new Map(
      Object.entries(files).flatMap(([path, value]) => (isRecord(value) ? [[path, fileRecord(value)]] : [])),
    );
  }

  of(path: string): FileRecord | undefined {
    return this.files.get(path);
  }

  get isEmpty(): boolean {
    return this.files.size === 0;
  }

  /** Exports that have something in any file. */
  owners(): readonly string[] {
    return [...new Set([...this.files.values()].flatMap(({ owners }) => owners))];
  }

  /** Files in which an export has something. */
  filesOf(owner: string): readonly string[] {
    return [...this.files].flatMap(([path, { owners }]) => (owners.includes(owner) ? [path] : []));
  }

  /** The text as it was before us; undefined when there was no file, or the copy is gone. */
  before(path: string): string | undefined {
    const backup = this.files.get(path)?.backup;
    return backup === undefined ? undefined : readText(join(this.copies, backup));
  }

  /** Where the copy of a file lies; undefined when there is none. */
  copyOf(path: string): string | undefined {
    const backup = this.files.get(path)?.backup;
    return backup === undefined ? undefined : join(this.copies, backup);
  }

  /** Keeps a copy of what a file holds, and returns its name. */
  keep(path: string, text: string): string {
    const name = `${hashOf(path).slice(0, 12)}-${hashOf(text).slice(0, 12)}`;
    mkdirSync(this.copies, { recursive: true, mode: 0o700 });
    writePrivate(join(this.copies, name), text);
    return name;
  }

  /** Keeps what somebody wrote into a file of ours; it outlasts the record. Returns where it lies. */
  keepAside(path: string, text: string): string {
    const aside = join(
      this.copies,
      `${hashOf(path).slice(0, 12)}-${hashOf(text).slice(0, 12)}-${basename(path)}`,
    );
    mkdirSync(this.copies, { recursive: true, mode: 0o700 });
    writePrivate(aside, text);
    return aside;
  }

  set(path: string, record: FileRecord): void {
    const former = this.copyOf(path);
    this.files.set(path, record);
    if (former !== undefined && former !== this.copyOf(path)) rmSync(former, { force: true });
  }

  remove(path: string): void {
    const copy = this.copyOf(path);
    this.files.delete(path);
    if (copy !== undefined) rmSync(copy, { force: true });
  }

  /** Folders that we made and that another export still needs go with that one. */
  inherit(folders: readonly string[]): void {
    for (const folder of folders) {
      const heir = [...this.files].find(([path]) => path.startsWith(`${folder}${sep}`));
      if (heir === undefined) continue;
      const [path, record] = heir;
      this.files.set(path, { ...record, folders: [folder, ...record.folders] });
    }
  }

  /** Writes the record; with nothing in it, there is none. */
  save(): void {
    if (this.files.size > 0) {
      writePrivate(this.file, `${JSON.stringify({ files: Object.fromEntries(this.files) }, null, 2)}\n`);
      return;
    }
    rmSync(this.file, { force: true });
    const isThere = statSync(this.copies, { throwIfNoEntry: false }) !== undefined;
    if (isThere && readdirSync(this.copies).length === 0) rmdirSync(this.copies);
  }
}

/** Undefined when there is no file. @throws AppError FILE_UNREADABLE */
function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (thrown) {
    if (systemCode(thrown) === 'ENOENT') return undefined;
    throw new AppError(
      'FILE_UNREADABLE',
      `${file} cannot be read (${systemCode(thrown) ?? String(thrown)}).`,
    );
  }
}

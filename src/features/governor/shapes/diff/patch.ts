import { copyOf } from '../../text/copy-of.ts';
import type { Line } from '../../text/scan-lines.ts';

export interface Hunk {
  readonly header: Line;
  /** Lines that are taken out or put in. */
  readonly changes: Line[];
}

export interface FileChange {
  /** The line that names it best; the one in front of its first hunk. */
  header: Line;
  path: string;
  from: string;
  kind: 'changed' | 'new' | 'deleted' | 'renamed' | 'binary';
  added: number;
  removed: number;
  hunkCount: number;
  readonly hunks: Hunk[];
}

/** Hunks of one file, lines of one hunk and files that are kept with their places; all are counted. */
const HUNKS = 12;
const CHANGES = 40;
const FILES = 3_000;
const KEPT_CHANGES = 4_000;

const HUNK = /^@@@* -\d+(?:,(\d+))? (?:-\d+(?:,\d+)? )*\+\d+(?:,(\d+))? @@/;
/** Lines of a patch outside of its hunks, those of commits and mails in front of it among them. */
const HEADER =
  /^(?:diff |index |--- |\+\+\+ |old mode|new mode|new file|deleted file|similarity|dissimilarity|rename |copy |Binary files|GIT binary|literal |delta |\\ |Index: |=+$|Only in |commit |Merge: |Author|Commit|Date: |AuthorDate|From |Subject: |tag |Tagger|Reflog|---$| |-- $|\d+\.\d+|$)/;

const pathOf = (text: string): string =>
  text
    .replace(/\t.*$/, '')
    .replace(/^"?(?:[abciwo]\/)?|"$/g, '')
    .trim();

/** Follows a patch line by line: whose change a line is, and whether it is a line of a patch at all. */
export class Patch {
  readonly files: FileChange[] = [];
  private readonly counted = { old: 0, new: 0 };
  private file: FileChange | undefined;
  private hunk: Hunk | undefined;
  private kept = 0;
  /** Files beyond those that are kept. */
  more = 0;

  /** False when the line is none of a patch. */
  add(line: Line, text: string): boolean {
    if (this.counted.old > 0 || this.counted.new > 0) return this.inHunk(line, text);
    const hunk = HUNK.exec(text);
    if (hunk !== null) return this.openHunk(line, hunk);
    if (!HEADER.test(text)) return false;
    this.readHeader(line, text);
    return true;
  }

  private inHunk(line: Line, text: string): boolean {
    const first = text.charCodeAt(0);
    const isAdded = first === 0x2b;
    const isRemoved = first === 0x2d;
    if (isAdded || isRemoved) this.change(line, isAdded);
    else if (first === 0x20 || text === '' || text === '\r') {
      this.counted.old -= 1;
      this.counted.new -= 1;
    } else if (first !== 0x5c) {
      // Cut off, or not a hunk at all.
      Object.assign(this.counted, { old: 0, new: 0 });
      return HEADER.test(text);
    }
    return true;
  }

  private change(line: Line, isAdded: boolean): void {
    this.counted[isAdded ? 'new' : 'old'] -= 1;
    if (this.file !== undefined) this.file[isAdded ? 'added' : 'removed'] += 1;
    if (this.hunk === undefined || this.hunk.changes.length >= CHANGES || this.kept >= KEPT_CHANGES) return;
    this.hunk.changes.push(line);
    this.kept += 1;
  }

  private openHunk(line: Line, [, before = '1', after = '1']: RegExpExecArray): boolean {
    Object.assign(this.counted, { old: Number(before), new: Number(after) });
    this.hunk = undefined;
    if (this.file === undefined) this.openFile(line, '');
    if (this.file === undefined) return true;
    this.file.hunkCount += 1;
    if (this.file.hunks.length >= HUNKS) return true;
    this.hunk = { header: line, changes: [] };
    this.file.hunks.push(this.hunk);
    return true;
  }

  private openFile(line: Line, path: string): void {
    this.hunk = undefined;
    this.file = {
      header: line,
      path: copyOf(path),
      from: '',
      kind: 'changed',
      added: 0,
      removed: 0,
      hunkCount: 0,
      hunks: [],
    };
    if (this.files.length < FILES) this.files.push(this.file);
    else this.more += 1;
  }

  private readHeader(line: Line, text: string): void {
    if (text.startsWith('diff ')) {
      const path = / "?b\/(.*?)"?$/.exec(text)?.[1] ?? text.split(' ').at(-1) ?? '';
      this.openFile(line, path);
    } else if (text.startsWith('--- ') && text !== '--- ') this.readOld(line, text.slice(4));
    else if (this.file === undefined) return;
    else if (text.startsWith('+++ ')) this.readNew(line, text.slice(4));
    else this.readKind(text, this.file);
  }

  private readOld(line: Line, text: string): void {
    // A plain `diff -u` has no line in front of these two.
    if (this.file === undefined || this.file.hunkCount > 0 || this.file.from !== '')
      this.openFile(line, pathOf(text));
    if (this.file !== undefined) this.file.from = copyOf(pathOf(text));
  }

  private readNew(line: Line, text: string): void {
    const { file } = this;
    if (file === undefined) return;
    const path = pathOf(text);
    if (path === '/dev/null') file.kind = 'deleted';
    else file.path = copyOf(path);
    if (file.from === '/dev/null') file.kind = 'new';
    file.header = line;
  }

  private readKind(text: string, file: FileChange): void {
    if (text.startsWith('new file')) file.kind = 'new';
    else if (text.startsWith('deleted file')) file.kind = 'deleted';
    else if (text.startsWith('rename from '))
      Object.assign(file, { kind: 'renamed', from: copyOf(text.slice(12)) });
    else if (text.startsWith('Binary files') || text.startsWith('GIT binary')) file.kind = 'binary';
  }
}

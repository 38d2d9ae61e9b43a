import type { Passage } from '#storage/source.ts';
import type { Line } from './lines.ts';
import { PassagePacker, packLines } from './packer.ts';
import { type NamedMark, namesTitle, takeName } from './title.ts';

const DIFF_AIM = 1400;
const DIFF_MAX = 2400;

const GIT_FILE = /^diff --(?:git|cc|combined) (?:"?a\/)?(.+?)(?:"? "?b\/.*)?$/;
const OLD_FILE = /^(?:---|Index:) (?:a\/)?([^\t]+)/;
const NEW_FILE = /^\+\+\+ (?:b\/)?([^\t]+)/;
const COMMIT = /^(?:commit [0-9a-f]{7,64}|From [0-9a-f]{40} )/;

/** Follows a diff: its files and hunks. */
class DiffOutline {
  private readonly packer: PassagePacker<NamedMark>;
  private path = '';
  /** In the lines that name a file, before its first hunk. */
  private isHeader = false;

  constructor(packer: PassagePacker<NamedMark>) {
    this.packer = packer;
  }

  visit(line: Line): void {
    const { text } = line;
    const code = text.charCodeAt(0);
    if (code === 43 || code === 32 || text === '') {
      const path = this.isHeader ? NEW_FILE.exec(text)?.[1] : undefined;
      if (path !== undefined && path !== '/dev/null') this.rename(line, path);
    } else if (text.startsWith('@@')) {
      this.isHeader = false;
      this.packer.mark({ byte: line.start, line: line.number, level: 0, name: this.path });
    } else if (code === 45) this.oldFile(line);
    else
      this.beginFile(line, GIT_FILE.exec(text)?.[1] ?? (COMMIT.test(text) ? takeName(text, 60) : undefined));
  }

  /** `--- a/x` begins a file where nothing else did; in a hunk it is a removed line. */
  private oldFile(line: Line): void {
    const path = OLD_FILE.exec(line.text)?.[1];
    if (path === undefined || this.isHeader || !/[./\\]/.test(path) || path.includes(' ')) return;
    this.beginFile(line, path);
  }

  private beginFile(line: Line, path: string | undefined): void {
    if (path === undefined) return;
    this.isHeader = true;
    this.path = path;
    this.packer.mark({ byte: line.start, line: line.number, level: -1, name: path });
  }

  private rename(line: Line, path: string): void {
    if (path === this.path) return;
    this.path = path;
    this.packer.mark({ byte: line.start, line: line.number, level: 1, name: path });
  }
}

/** A diff or patch by file and hunk, the file's path as title. */
export function chunkDiff(bytes: Buffer): Generator<Passage> {
  const packer = new PassagePacker(bytes, { aimBytes: DIFF_AIM, maxBytes: DIFF_MAX, title: namesTitle });
  const outline = new DiffOutline(packer);
  return packLines(bytes, packer, (line) => outline.visit(line));
}

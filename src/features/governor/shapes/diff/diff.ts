import { formatCount } from '#core/units.ts';
import { type Pick, RANK } from '../../picks/pick.ts';
import type { Line } from '../../text/scan-lines.ts';
import { Foreign } from '../common/foreign.ts';
import { onStarts } from '../common/on-starts.ts';
import { countOf } from '../common/share.ts';
import { Tally } from '../common/tally.ts';
import type { Findings, Sample, Shape, ShapeReader } from '../shape.ts';
import { type FileChange, Patch } from './patch.ts';

/** Written by tools: read last, if at all. */
const LOCK =
  /(?:^|\/)(?:[\w.-]+\.lock|package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|go\.sum|[\w.-]+\.lockb)$/;
const GENERATED =
  /(?:^|\/)(?:dist|build|out|vendor|node_modules|generated|__generated__|__snapshots__|target|coverage)\/|\.(?:min\.\w+|map|snap|svg|pb\.go|g\.dart|generated\.\w+)$|_pb2?\.\w+$/;
const FILES_IN_A_NOTE = 8;
const NOTED_FILES = 64;
/** No budget shows more. */
const SHOWN_FILES = 400;
const COMMITS = 60;

/** 0 for what people wrote, 1 for tests, 2 for what tools wrote, 3 for lock files. */
function weightOf(path: string): number {
  if (LOCK.test(path)) return 3;
  if (GENERATED.test(path)) return 2;
  return /(?:^|\/)(?:tests?|__tests__|spec|fixtures)\/|[._](?:test|spec)\.\w+$/.test(path) ? 1 : 0;
}

function statOf({ path, from, kind, added, removed }: FileChange): string {
  const name = kind === 'renamed' ? `${from} → ${path}` : path;
  const counts = kind === 'binary' ? 'binary' : `+${formatCount(added)} −${formatCount(removed)}`;
  return `${name} ${counts}${kind === 'new' || kind === 'deleted' ? ` (${kind})` : ''}`;
}

class DiffReader implements ShapeReader {
  private readonly patch = new Patch();
  private readonly foreign = new Foreign();
  private readonly commits: Line[] = [];
  private commitCount = 0;

  add(line: Line, text: string): void {
    if (!this.patch.add(line, text)) this.foreign.add(line, text);
    else if (/^commit [0-9a-f]{7,}/.test(text)) {
      this.commitCount += 1;
      if (this.commits.length < COMMITS) this.commits.push(line);
    }
  }

  finish(): Findings {
    const { foreign } = this;
    const files = [...this.patch.files].sort((a, b) => weightOf(a.path) - weightOf(b.path));
    return {
      notes: [this.overview(files), ...statNotes(files)],
      picks: [
        ...foreign.picks,
        ...this.commits.map((line, i) => ({ line, rank: RANK.shape - i / COMMITS })),
        ...hunkPicks(files),
      ],
      isData: !foreign.isMixed,
      frame: { head: 0.8, tail: 0.2 },
    };
  }

  private overview(files: readonly FileChange[]): string {
    const sum = (of: 'added' | 'removed'): string =>
      formatCount(files.reduce((all, file) => all + file[of], 0));
    const kinds = new Tally();
    for (const { kind } of files) if (kind !== 'changed') kinds.add(kind);
    const commits = this.commitCount > 1 ? ` in ${countOf(this.commitCount, 'commit')}` : '';
    const count = files.length + this.patch.more;
    const more = kinds.size === 0 ? '' : `; ${kinds.list(6)}`;
    return `diff: ${countOf(count, 'file')}${commits}, +${sum('added')} −${sum('removed')}${more}`;
  }
}

/** The files, people's first, so many to a note; of many, the rest by folder. */
function statNotes(files: readonly FileChange[]): readonly string[] {
  const named = files.slice(0, NOTED_FILES);
  const notes: string[] = [];
  for (let at = 0; at < named.length; at += FILES_IN_A_NOTE)
    notes.push(
      named
        .slice(at, at + FILES_IN_A_NOTE)
        .map(statOf)
        .join(', '),
    );
  if (files.length <= FILES_IN_A_NOTE) return notes;
  const folders = new Tally();
  for (const { path } of files) folders.add(path.includes('/') ? (path.split('/', 2).join('/') ?? '') : '.');
  return files.length > FILES_IN_A_NOTE * 2 ? [`by folder: ${folders.list(8)}`, ...notes] : notes;
}

/** The first hunk of each file, then the second: a change is shown line by line below its head. */
function* hunkPicks(files: readonly FileChange[]): Generator<Pick> {
  for (const [place, file] of files.slice(0, SHOWN_FILES).entries()) {
    const weight = weightOf(file.path);
    const rankOf = (round: number): number =>
      RANK.shape - 2 - weight * 8 - Math.min(7, round) - place / (files.length + 1);
    yield { line: file.header, rank: rankOf(0) };
    for (const [round, { header, changes }] of file.hunks.entries()) {
      yield { line: header, rank: rankOf(round) };
      for (const [i, line] of changes.entries()) yield { line, rank: rankOf(round + Math.floor(i / 12)) };
    }
  }
}

const OPENING = /^(?:diff |Index: |--- \S|commit [0-9a-f]{7,}|From [0-9a-f]{40} |tag |\*\*\* )/;

function recognise({ lines, head }: Sample): boolean {
  const first = lines.find((line) => line.trim() !== '') ?? '';
  if (!OPENING.test(first)) return false;
  return (
    /^diff (?:--git|--cc|--combined|-\S* ?\S* )/m.test(head) ||
    /^--- \S.*\r?\n\+\+\+ \S.*\r?\n@@ -\d/m.test(head)
  );
}

/** What `git diff`, `git show`, `git log -p`, `git format-patch` and `diff -u` write. */
export const diff: Shape = { name: 'diff', recognise, read: () => onStarts(new DiffReader()) };

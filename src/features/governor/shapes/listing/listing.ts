import { formatBytes } from '#core/units.ts';
import { type Pick, RANK } from '../../picks/pick.ts';
import { copyOf } from '../../text/copy-of.ts';
import type { Line } from '../../text/scan-lines.ts';
import { Foreign } from '../common/foreign.ts';
import { onStarts } from '../common/on-starts.ts';
import { countOf, shareOf } from '../common/share.ts';
import { Tally } from '../common/tally.ts';
import { takeSample } from '../sample.ts';
import type { Findings, Shape, ShapeReader } from '../shape.ts';
import { type Entry, type EntryReader, entryReaderOf } from './entries.ts';
import { Folders } from './folders.ts';

const LARGEST = 8;
const ODD = 20;
const ENDINGS = 400;
const TOP = 60;
/** The only files of an ending say something where there are few such, among many files. */
const LONE = 12;
const MANY = 50;
/** Backups, leftovers, dumps, keys, names with blanks or letters beyond ASCII. */
const ODD_NAME =
  /[^\x20-\x7e]| {2}|^ | $|^-|~$|\.(?:bak|orig|rej|old|tmp|swp|swo|part|dmp|core|pem|key|p12|pfx|log|pid|lock)$|^core(?:\.\d+)?$|^\.env|^(?:id_rsa|id_ed25519|nohup\.out|Thumbs\.db|\.DS_Store|hs_err_pid.*)$|\(\d+\)|(?:^|[ _-])copy(?:[ _.-]|$)/i;

/** Most names are of letters with an ending or more. */
const PLAIN_NAME = /^\w[\w-]*(?:\.\w+)+$/;
const ODD_ENDING = new Set(
  'bak orig rej old tmp swp swo part dmp core pem key p12 pfx log pid lock db'.split(' '),
);

function nameOf(path: string): string {
  const slash = path.lastIndexOf('/');
  // Of Windows only where there is none of the others.
  return path.slice((slash < 0 ? path.lastIndexOf('\\') : slash) + 1);
}

/** Without the point; empty when there is none. */
function endingOf(name: string): string {
  const dot = name.lastIndexOf('.');
  const ending = dot <= 0 || dot < name.length - 11 ? '' : name.slice(dot + 1);
  return /^[A-Za-z]\w*$/.test(ending) ? ending : '';
}

const isOdd = (name: string, ending: string): boolean =>
  PLAIN_NAME.test(name) && !ODD_ENDING.has(ending) && !name.includes('copy') ? false : ODD_NAME.test(name);

const isTop = (path: string): boolean => path.indexOf('/', path.startsWith('./') ? 2 : 1) < 0;

class ListingReader implements ShapeReader {
  private readonly read: EntryReader;
  private readonly folders = new Folders();
  private readonly endings = new Tally(ENDINGS);
  private readonly firstOf = new Map<string, Line>();
  private readonly foreign = new Foreign();
  private readonly odd: Line[] = [];
  private readonly top: Line[] = [];
  private largest: { readonly line: Line; readonly size: number }[] = [];
  private heading = '';
  private entries = 0;
  private folderCount = 0;
  private bytes = 0;

  constructor(read: EntryReader) {
    this.read = read;
  }

  add(line: Line, text: string): void {
    if (text === '' || text === '\r') return;
    const entry = this.read(text);
    if (entry === undefined) this.foreign.add(line, text);
    else if (entry.isHeading === true) {
      this.heading = entry.path.replace(/\/$/, '');
      this.folderCount += 1;
    } else if (entry.isSum !== true) this.note(line, entry);
  }

  finish(): Findings {
    const { endings, foreign } = this;
    const folders = this.folderCount > 0 ? `, ${countOf(this.folderCount, 'folder')}` : '';
    const bytes = this.bytes > 0 ? `, ${formatBytes(this.bytes)}` : '';
    const notes = [`listing: ${countOf(this.entries, 'entry', 'entries')}${folders}${bytes}`];
    const byFolder = this.folders.list(14);
    if (byFolder !== '') notes.push(`by folder: ${byFolder}`);
    if (endings.size > 0) notes.push(`by ending: ${endings.list(14)}`);
    return { notes, picks: [...foreign.picks, ...this.picks()], isData: !foreign.isMixed };
  }

  private note(line: Line, entry: Entry): void {
    this.entries += 1;
    const { path, size, isFolder = false } = entry;
    const whole = this.heading === '' ? path : `${this.heading}/${path}`;
    const name = nameOf(path);
    const ending = isFolder ? '' : endingOf(name);
    if (isFolder) {
      // A heading counts it where the listing goes into it.
      if (this.heading === '') this.folderCount += 1;
    } else {
      this.folders.add(whole);
      if (ending !== '') {
        if (this.endings.get(`.${ending}`) === 0 && this.firstOf.size < ENDINGS)
          this.firstOf.set(copyOf(`.${ending}`), line);
        this.endings.add(`.${ending}`);
      }
      if (size !== undefined) this.weigh(line, size, entry.isWhole === true);
    }
    if (this.odd.length < ODD && isOdd(name, ending)) this.odd.push(line);
    if (this.top.length < TOP && isTop(whole)) this.top.push(line);
  }

  private weigh(line: Line, size: number, isWhole: boolean): void {
    if (!isWhole) this.bytes += size;
    const { largest } = this;
    if (largest.length >= LARGEST && size <= (largest.at(-1)?.size ?? 0)) return;
    this.largest = [...largest, { line, size }].sort((a, b) => b.size - a.size).slice(0, LARGEST);
  }

  private *picks(): Generator<Pick> {
    const lone = this.endings.top().filter(([, count]) => count === 1);
    if (this.entries >= MANY && lone.length <= LONE)
      for (const [ending] of lone) {
        const line = this.firstOf.get(ending);
        if (line !== undefined) yield { line, rank: RANK.outlier + 5 };
      }
    for (const [i, { line }] of this.largest.entries()) yield { line, rank: RANK.shape - i };
    for (const [i, line] of this.odd.entries()) yield { line, rank: RANK.outlier + 4 - i / ODD };
    for (const line of this.top) yield { line, rank: RANK.outlier };
  }
}

/** A line of base64: its slashes part no folders. Paths of this length hold a dot, a hyphen or a blank. */
const ENCODED = /^[A-Za-z\d+/]{40,}={0,2}$/;

/** What ls, find, tree, du and `git ls-files` write. */
export const listing: Shape = {
  name: 'listing',
  recognise: ({ lines }) =>
    entryReaderOf(lines) !== undefined && shareOf(lines, (line) => ENCODED.test(line)) < 0.5,
  read: (source) => onStarts(new ListingReader(entryReaderOf(takeSample(source).lines) ?? (() => undefined))),
};

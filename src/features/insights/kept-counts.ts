import { isRecord, parseJson } from '#core/json.ts';
import { MIB } from '#core/units.ts';
import { readSmall } from '#infra/read-small.ts';
import { statPath } from '#infra/stat-path.ts';
import { writePrivate } from '#infra/write-private.ts';
import type { ProjectReport } from './merge-reports.ts';
import type { SessionReport } from './report.ts';

/** Beside a project's store: its counts, so that all projects can be added up without opening all stores. */
export const COUNTS_FILE = 'counts.json';
/** Of another form than this nobody believes what stands in it. */
const FORM = 1;
/** A thousand sessions take 300 KB. */
const MAX_BYTES = 16 * MIB;

interface CountedProject {
  readonly dataDir: string;
  readonly databasePath: string;
}

/** What was counted, and how far spool files were taken in by then. */
export interface KeptCounts {
  readonly report: ProjectReport;
  readonly spool: Readonly<Record<string, number>>;
  /** The session that was shown. Absent: none was. */
  readonly session?: KeptSession;
}

interface KeptSession {
  readonly report: SessionReport;
  /** It was the one used last, which nobody named. */
  readonly isLast: boolean;
  /** Its transcript, and the size up to which that was read; undefined: it has none. */
  readonly transcript: { readonly path: string; readonly bytes: number } | undefined;
}

/** Changes with every write to the store, by whatever process. */
function storeMark({ databasePath }: CountedProject): string {
  return ['', '-wal']
    .map((suffix) => statPath(`${databasePath}${suffix}`))
    .map((stat) => (stat === undefined || stat.size === 0 ? '0' : `${stat.size} ${stat.mtimeMs} ${stat.ino}`))
    .join(', ');
}

const pathOf = ({ dataDir }: CountedProject): string => `${dataDir}/${COUNTS_FILE}`;

/** Counts that are still right; undefined: there are none, or the store was written to since. */
export function readCounts(project: CountedProject): KeptCounts | undefined {
  const text = readSmall(pathOf(project), MAX_BYTES)?.text;
  const value = text === undefined ? undefined : parseJson(text);
  if (!isRecord(value) || value.form !== FORM || value.mark !== storeMark(project)) return undefined;
  if (!isRecord(value.report) || !isRecord(value.spool)) return undefined;
  // Nobody else writes here, and the form is ours.
  const { report, spool, session } = value as unknown as KeptCounts;
  return { report, spool, ...(session === undefined ? {} : { session }) };
}

/** The kept report of this session (undefined: of the one used last), as long as its transcript was not written to since. */
export function keptSession({ session }: KeptCounts, id: string | undefined): SessionReport | undefined {
  if (session === undefined || (id === undefined ? !session.isLast : session.report.sessionId !== id))
    return undefined;
  const { transcript, report } = session;
  const bytes = transcript === undefined ? 0 : statPath(transcript.path)?.size;
  return bytes === (transcript?.bytes ?? 0) ? report : undefined;
}

/** To be called when the store was closed: closing it writes. @throws the file system's error */
export function writeCounts(project: CountedProject, counts: KeptCounts): void {
  const mark = storeMark(project);
  writePrivate(pathOf(project), JSON.stringify({ form: FORM, mark, ...counts }));
}

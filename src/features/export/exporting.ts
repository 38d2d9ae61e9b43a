import { AppError } from '#core/errors.ts';
import type { ForeignFile } from '#core/export/foreign-file.ts';
import { changeFrom, changeTo, type FileChange, type FileFault, isFault } from './change.ts';
import { makeFoldersFor, placeFile, removeFolders } from './place-file.ts';
import { ExportRecords, hashOf } from './record.ts';

/** One export: who it is for and where, and what it consists of. */
export interface ExportPlan {
  /** `<platform> <scope> <folder>`; by it the export is known again. */
  readonly owner: string;
  readonly files: readonly ForeignFile[];
}

/** What an export or its end would change or has changed. With faults nothing is changed. */
export interface ExportOutcome {
  /** Those that differ; the others are as they are to be. */
  readonly changes: readonly FileChange[];
  readonly faults: readonly FileFault[];
  /** What the agent will not like about its files, whether they change or not. */
  readonly warnings: readonly string[];
  /** Copies of files as they were before, by path. */
  readonly copies: Readonly<Record<string, string>>;
}

const isChange = ({ before, after }: FileChange): boolean => before !== after;

function outcomeOf(all: readonly (FileChange | FileFault)[]): ExportOutcome {
  const good = all.filter((each): each is FileChange => !isFault(each));
  return {
    changes: good.filter(isChange),
    faults: all.filter(isFault),
    warnings: good.flatMap(({ path, warning }) => (warning === undefined ? [] : [`${path} ${warning}.`])),
    copies: {},
  };
}

/** What an export would change. Nothing is written. */
export const previewExport = ({ files }: ExportPlan): ExportOutcome => outcomeOf(files.map(changeTo));

/** What stands before us: as it was first, unless somebody changed the file since; then what is left of it without ours. */
function baseOf(file: ForeignFile, change: FileChange, records: ExportRecords): string | undefined {
  const record = records.of(change.path);
  if (record === undefined || change.before === undefined) return change.before;
  const isAsLeft = record.after === hashOf(change.before);
  if (isAsLeft)
    return record.backup === undefined ? undefined : (records.before(change.path) ?? change.before);
  const without = changeFrom(file, records, hashOf);
  return isFault(without) ? change.before : without.after;
}

/** What a file that is ours as a whole holds and we did not write, in any version that is known; undefined: nothing. */
function addedTo(file: ForeignFile | undefined, { path, before }: FileChange, records: ExportRecords) {
  if (file?.kind !== 'own' || before === undefined || before === file.text) return undefined;
  return records.of(path)?.after === hashOf(before) ? undefined : before;
}

/** Carries changes out, all or none. @throws AppError EXPORT_FAILED that names the file that could not be written */
function carryOut(
  changes: readonly FileChange[],
  onMade: (path: string, folders: readonly string[]) => void,
): void {
  const done: FileChange[] = [];
  const made: string[] = [];
  for (const change of changes) {
    try {
      if (change.after !== undefined) {
        const folders = makeFoldersFor(change.target);
        made.push(...folders);
        onMade(change.path, folders);
      }
      placeFile(change, change.after);
      done.push(change);
    } catch (thrown) {
      for (const each of done.toReversed()) placeFile(each, each.before);
      removeFolders(made);
      const reason = thrown instanceof Error ? thrown.message : String(thrown);
      throw new AppError(
        'EXPORT_FAILED',
        `${change.path} cannot be written (${reason}); everything is as it was before.`,
        { cause: thrown },
      );
    }
  }
}

/** Writes an export; with faults, nothing. @throws AppError when a file cannot be written; then everything is as before */
export function writeExport(home: string, plan: ExportPlan): ExportOutcome {
  const outcome = previewExport(plan);
  if (outcome.faults.length > 0) return outcome;
  const records = new ExportRecords(home);
  const folders = new Map<string, readonly string[]>();
  const bases = new Map(
    outcome.changes.map((change) => {
      const file = plan.files.find(({ path }) => path === change.path);
      return [change.path, file === undefined ? change.before : baseOf(file, change, records)];
    }),
  );
  carryOut(outcome.changes, (path, made) => folders.set(path, made));
  const copies: Record<string, string> = {};
  for (const file of plan.files) {
    const { path } = file;
    const change = outcome.changes.find((each) => each.path === path);
    const former = records.of(path);
    const owners = [...new Set([...(former?.owners ?? []), plan.owner])];
    if (change === undefined) {
      // Ours already: written by hand, or by an export whose record is gone. It is edited back, not put back.
      if (former !== undefined) records.set(path, { ...former, owners });
      else records.set(path, { backup: undefined, after: '', owners, folders: [] });
      continue;
    }
    const base = bases.get(path);
    const added = addedTo(file, change, records);
    const aside = added === undefined || added === base ? undefined : records.keepAside(path, added);
    const backup = base === undefined ? undefined : records.keep(path, base);
    records.set(path, {
      backup,
      after: hashOf(change.after ?? ''),
      owners,
      folders: [...(former?.folders ?? []), ...(folders.get(path) ?? [])],
    });
    const copy = aside ?? records.copyOf(path);
    if (copy !== undefined) copies[path] = copy;
  }
  records.save();
  return { ...outcome, copies };
}

/** Of a file that other exports also have something in, only what is this one's alone may go. */
function takenBack(
  file: ForeignFile,
  plan: ExportPlan,
  records: ExportRecords,
): FileChange | FileFault | undefined {
  const others = (records.of(file.path)?.owners ?? []).filter((owner) => owner !== plan.owner);
  // What several agents read is the same text for all of them: it goes with the last.
  if (others.length > 0 && file.kind !== 'json') return undefined;
  return changeFrom(file, records, hashOf);
}

/** What taking an export back would change. Nothing is written. */
export function previewUninstall(home: string, plan: ExportPlan): ExportOutcome {
  const records = new ExportRecords(home);
  return outcomeOf(plan.files.flatMap((file) => takenBack(file, plan, records) ?? []));
}

/** Takes an export back; with faults, nothing. @throws AppError when a file cannot be written; then everything is as before */
export function uninstallExport(home: string, plan: ExportPlan): ExportOutcome {
  const outcome = previewUninstall(home, plan);
  if (outcome.faults.length > 0) return outcome;
  const records = new ExportRecords(home);
  carryOut(outcome.changes, () => undefined);
  const folders: string[] = [];
  const copies: Record<string, string> = {};
  for (const change of outcome.changes) {
    const file = plan.files.find(({ path }) => path === change.path);
    const added = addedTo(file, change, records);
    if (added !== undefined) copies[change.path] = records.keepAside(change.path, added);
  }
  for (const path of new Set([...plan.files.map((file) => file.path), ...records.filesOf(plan.owner)])) {
    const record = records.of(path);
    if (record === undefined) continue;
    const owners = record.owners.filter((owner) => owner !== plan.owner);
    if (owners.length > 0) {
      const change = outcome.changes.find((each) => each.path === path);
      const after = change?.after === undefined ? {} : { after: hashOf(change.after) };
      records.set(path, { ...record, owners, ...after });
      continue;
    }
    records.remove(path);
    folders.push(...record.folders);
  }
  records.inherit(removeFolders(folders));
  records.save();
  return { ...outcome, copies };
}

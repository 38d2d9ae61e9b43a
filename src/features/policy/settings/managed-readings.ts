import type { TextFile } from '#infra/text-file-cache.ts';
import type { RuleSource } from '../policy.ts';
import { parseSettings } from './settings-layer.ts';

/** A way in which an organisation hands settings down; see src/platforms/claude-settings.ts. */
export type ManagedPlace =
  | { readonly kind: 'file'; readonly file: string; readonly dropIns?: string }
  | { readonly kind: 'plist' | 'registry'; readonly file: string; readonly isUsers?: true };

/** What is needed of the machine. */
export interface ManagedPorts {
  /** The same object again as long as the file did not change. */
  readonly read: (path: string) => TextFile;
  /** The same for what only a program of the system can read; its text is JSON. */
  readonly readByTool: (kind: 'plist' | 'registry', name: string) => TextFile;
  /** Names in a folder; empty when there is none; a text says why it cannot be read. */
  readonly list: (folder: string) => readonly string[] | string;
}

/** One file that was looked at. */
export interface Reading {
  readonly source: RuleSource;
  readonly content: TextFile;
}

interface Source {
  readonly readings: readonly Reading[];
  /** Why a part of it could not be looked at; empty when all was. */
  readonly problems: readonly string[];
}

function settingsOf({ content }: Reading): Readonly<Record<string, unknown>> | undefined {
  const settings = content.kind === 'text' ? parseSettings(content.text) : undefined;
  return settings?.ok ? settings.value : undefined;
}

const isSaying = (reading: Reading): boolean => {
  if (reading.content.kind === 'absent') return false;
  const settings = settingsOf(reading);
  return settings === undefined || Object.keys(settings).length > 0;
};

/** What the sources say about themselves: true when all of them hold together, and not the first alone. */
const isMerged = (readings: readonly Reading[]): boolean => {
  const word = readings.map((reading) => settingsOf(reading)?.managedSourcesBehavior);
  return word.find((value) => value !== undefined) === 'merge';
};

function readingsOf(place: ManagedPlace, anchor: string, ports: ManagedPorts): Source {
  const reading = (file: string, content: TextFile): Reading => ({
    source: { file, scope: 'managed', anchor },
    content,
  });
  if (place.kind !== 'file')
    return { readings: [reading(place.file, ports.readByTool(place.kind, place.file))], problems: [] };
  const { file, dropIns } = place;
  const names = dropIns === undefined ? [] : ports.list(dropIns);
  const problems = typeof names === 'string' ? [`${dropIns}: cannot be read (${names})`] : [];
  const parts = typeof names === 'string' ? [] : names.filter((name) => /^[^.].*\.json$/.test(name)).sort();
  const files = [...parts.map((name) => `${dropIns}/${name}`).reverse(), file];
  return { readings: files.map((path) => reading(path, ports.read(path))), problems };
}

/**
 * What an organisation hands down, highest first: the first source that says anything, or all of them where they say so
 * (`managedSourcesBehavior`). What its user can write counts where no other source speaks.
 */
export function managedReadings(
  places: readonly ManagedPlace[],
  anchor: string,
  ports: ManagedPorts,
  problems: string[],
): readonly Reading[] {
  const found: Source[] = [];
  for (const place of places) {
    if (place.kind !== 'file' && place.isUsers === true && found.length > 0) continue;
    const source = readingsOf(place, anchor, ports);
    const saying = source.readings.filter(isSaying);
    if (saying.length > 0 || source.problems.length > 0) found.push({ ...source, readings: saying });
  }
  const isKnown = ({ readings }: Source): boolean => readings.some((one) => settingsOf(one) !== undefined);
  // One that cannot be read may have been the one that counts; the next is asked as well.
  const first = found.findIndex(isKnown);
  const isAll = first === -1 || isMerged(found.flatMap(({ readings }) => readings));
  const used = isAll ? found : found.slice(0, first + 1);
  problems.push(...used.flatMap((source) => source.problems));
  return used.flatMap(({ readings }) => readings);
}

import type { ForeignFile, JsonEntry } from '#core/export/foreign-file.ts';
import { withoutEntries } from '#core/export/json-entries.ts';
import { withoutSection } from '#core/export/text-section.ts';
import { changeTo, isFault } from './change.ts';
import { readForeign } from './read-foreign.ts';

/** How far an export is in the files of an agent. */
export interface Presence {
  /** `absent`: nothing of ours. `stale`: something is missing or of another version. */
  readonly kind: 'absent' | 'current' | 'stale';
  /** Files that are not as they would be written now. */
  readonly stale: readonly string[];
  /** Files that cannot be judged, and why: `<path> <reason>`. */
  readonly unreadable: readonly string[];
  /** Native events for which no hook of ours is there. */
  readonly missingEvents: readonly string[];
}

/** What is asked about: an export, and the hooks that belong to it. */
interface Question {
  readonly files: readonly ForeignFile[];
  readonly platform: string;
  readonly events: readonly string[];
}

const isOurs = (entry: JsonEntry): boolean => entry.kind !== 'default';

function holdsOurs(file: ForeignFile, text: string): boolean {
  if (file.kind === 'own') return true;
  if (file.kind === 'section') return withoutSection(text) !== text;
  const rest = withoutEntries(text, file.entries.filter(isOurs), '');
  return rest.kind === 'text' && rest.text !== text;
}

/** Looks at the files of an export; nothing is written. Never throws. */
export function presenceOf({ files, platform, events }: Question): Presence {
  const stale: string[] = [];
  const unreadable: string[] = [];
  let all = '';
  let isPresent = false;
  for (const file of files) {
    const found = readForeign(file.path);
    if (found.kind === 'fault') {
      unreadable.push(`${file.path} ${found.reason}`);
      continue;
    }
    const change = changeTo(file);
    if (isFault(change)) unreadable.push(`${file.path} ${change.reason}`);
    else if (change.before !== change.after) stale.push(file.path);
    if (found.kind === 'absent') continue;
    all += `${found.text}\n`;
    isPresent ||= holdsOurs(file, found.text);
  }
  const hasHook = (event: string): boolean =>
    new RegExp(`plimsoll[^\\r\\n]* hook ${platform} ${event}(?![\\w-])`).test(all);
  const kind = !isPresent ? 'absent' : stale.length + unreadable.length > 0 ? 'stale' : 'current';
  return { kind, stale, unreadable, missingEvents: events.filter((event) => !hasHook(event)) };
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** What a probe looks for in a text; one of the forms. */
export interface Expectation {
  readonly verbatim?: string;
  readonly verbatimAll?: readonly string[];
  readonly value?: string;
  /** The value that was replaced; null: none was. */
  readonly stale?: string | null;
  readonly superseded?: boolean;
  readonly files?: readonly string[];
  readonly subjects?: readonly string[];
  readonly subject?: string;
  readonly taskIds?: readonly (readonly [id: string, subject: string])[];
  readonly all?: readonly string[];
  readonly marker?: string;
  readonly near?: string;
}

export interface Probe {
  readonly id: string;
  readonly type: string;
  readonly priority: 1 | 2 | 3;
  readonly question: string;
  readonly expect: Expectation;
}

/** What must not be in a text; one of the forms. */
export interface Negative {
  readonly id: string;
  readonly type: string;
  readonly expect: {
    readonly absent?: readonly string[];
    readonly noise?: readonly string[];
    readonly errors?: readonly string[];
    readonly passed?: readonly string[];
    readonly subjects?: readonly string[];
    readonly files?: readonly string[];
  };
}

export interface Checkpoint {
  readonly id: string;
  readonly session: string;
  readonly kind: 'early' | 'final';
  readonly probes: readonly Probe[];
  readonly negatives: readonly Negative[];
  readonly truth: { readonly modified: readonly string[]; readonly optional: readonly string[] };
  readonly foreign: readonly { readonly sameProject: boolean; readonly strings: readonly string[] }[];
}

/** One event, as the agent hands it to a hook. */
export interface WorldEvent {
  readonly t: number;
  /** Key of the session. */
  readonly s: string;
  readonly stdin: Readonly<Record<string, unknown>> & { readonly hook_event_name: string };
  /** What the assistant says before it, which only the transcript has. */
  readonly say?: string;
  /** Files that the step writes. */
  readonly fs?: readonly { readonly path: string; readonly content: string }[];
  readonly trace?: readonly [string, string];
  /** Id of a checkpoint: here the text is given. */
  readonly checkpoint?: string;
}

export interface WorldSession {
  readonly key: string;
  readonly id: string;
  readonly dir: string;
  readonly transcript: string;
  readonly trivial?: boolean;
}

interface WorldProject {
  readonly name: string;
  readonly dir: string;
  readonly rules: readonly string[];
  readonly ruleText: string;
  readonly worktrees: readonly string[];
}

export interface World {
  readonly world: string;
  readonly projects: readonly WorldProject[];
  readonly sessions: readonly WorldSession[];
  /** Every path of the stories, from its project's folder. */
  readonly paths: readonly string[];
  readonly checkpoints: readonly Checkpoint[];
  /** Canaries that must not be kept anywhere. */
  readonly secrets: readonly string[];
  readonly events: readonly WorldEvent[];
}

const DATA = join(import.meta.dirname, 'data');

/** Names of the worlds' files, of those whose name holds `part`. */
export const worldFiles = (part = ''): readonly string[] =>
  readdirSync(DATA)
    .filter((name) => name.endsWith('.jsonl.gz') && name.includes(part))
    .sort();

/** A world with real folders in the places of its marks. */
export function readWorld(file: string, root: string, config: string): World {
  const text = gunzipSync(readFileSync(join(DATA, file)))
    .toString('utf8')
    .replaceAll('@@ROOT@@', root)
    .replaceAll('@@CONFIG@@', config)
    .replaceAll('@@SLUG@@', root.replace(/[^A-Za-z0-9]/g, '-'));
  const [head, ...events] = text.trim().split('\n');
  return {
    ...(JSON.parse(head ?? '{}') as Omit<World, 'events'>),
    events: events.map((line) => JSON.parse(line) as WorldEvent),
  };
}

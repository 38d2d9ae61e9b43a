import type { Random } from './random.ts';
import type { WebServer } from './web-server.ts';

/** Something planted that has to reach the model: all of the texts, or the pattern where a summary says the same. */
export interface Fact {
  readonly id: string;
  readonly texts: readonly string[];
  readonly pattern?: RegExp;
}

/** What a step has in common, whatever it does. */
interface Wanting {
  /** What the model has to see before it goes on. Empty or absent: nothing. */
  readonly need?: readonly Fact[];
  /** Extended regular expression by which a model would look for it. */
  readonly keyword?: string;
  /** Exit code other than 0 that the model has to see. */
  readonly exit?: number;
}

/** One step of a task. */
export type Intent = Wanting &
  (
    | {
        readonly kind: 'shell';
        readonly command: string;
        readonly isBackground?: boolean;
        /** It does something, and is not run twice. */
        readonly isOnce?: boolean;
      }
    | { readonly kind: 'read'; readonly file: string; readonly range?: { offset: number; limit: number } }
    | { readonly kind: 'read-all'; readonly files: readonly string[] }
    | {
        readonly kind: 'edit';
        readonly file: string;
        readonly marker: string;
        readonly from: string;
        readonly to: string;
      }
    | { readonly kind: 'fetch'; readonly url: string; readonly query: string }
    | { readonly kind: 'tool'; readonly tool: string; readonly input: Readonly<Record<string, unknown>> }
    /** A question about what step number `of` of this prompt has shown; its command cannot be run again. */
    | { readonly kind: 'recall'; readonly of: number }
  );

export interface Task {
  /** One per turn of the user. */
  readonly prompts: readonly string[];
  /** The steps of each turn. */
  readonly turns: readonly (readonly Intent[])[];
  /** What a subagent does and reports. */
  readonly subagent?: { readonly steps: readonly Intent[]; readonly report: (isFound: boolean) => string };
  /** What a side request (a page to be summed up) is answered with; undefined: nothing special. */
  readonly side?: (text: string) => string | undefined;
  /** The page that the project's own MCP server shows; absent: it has no server. */
  readonly page?: string;
  /** Edits or effects that must be there afterwards, and how many are. */
  readonly check?: () => { readonly wanted: number; readonly reached: number };
}

export interface TaskPlace {
  readonly random: Random;
  /** The project's folder, absolute. */
  readonly folder: string;
  readonly web: WebServer;
}

export type TaskClass = 'heavy' | 'ordinary' | 'long';

export interface TaskDefinition {
  readonly name: string;
  readonly group: TaskClass;
  readonly build: (place: TaskPlace) => Task;
}

import type { Purging } from '#core/purge.ts';
import type { TallyEntry } from '#core/tally.ts';
import type { Finding } from '#features/doctor/finding.ts';
import type { Jobs } from '#features/execution/jobs.ts';
import type { CodeRunner } from '#features/execution/run-code.ts';
import type { Fetching } from '#features/fetching/fetching.ts';
import type { Digest, DigestOptions } from '#features/governor/digest.ts';
import type { HostOutput } from '#features/insights/shown-by-host.ts';
import type { Knowledge } from '#features/knowledge/knowledge.ts';
import type { SearchThrottle } from '#features/knowledge/search/search-throttle.ts';
import type { NoticeChannel } from '#storage/notices.ts';

/** What the connected agent would have shown by its own tools, in bytes; see docs/stats.md. */
export interface HostShow {
  readonly output: (output: HostOutput) => number;
  /** A result of another MCP server. */
  readonly mcp: (output: HostOutput) => number;
  /** A file, absolute, that is read whole; 0 where nobody knows. Looks at the file. */
  readonly file: (path: string) => number;
  /** A text as a file; 0 as above. */
  readonly text: (text: { readonly bytes: number; readonly lines: number }) => number;
  /** A page that is fetched; 0 as above. */
  readonly page: (bytes: number) => number;
}

/** What it takes to show an output in a budget and to keep the whole of it. */
export interface OutputContext {
  readonly outDir: string;
  readonly knowledge: Pick<Knowledge, 'keepOutput' | 'keepBinary'>;
  readonly digestText: (text: string, options: DigestOptions) => Promise<Digest>;
  readonly digestFile: (file: string, options: DigestOptions) => Promise<Digest>;
}

/** What tools work with; made in main/, opened on first use. All may throw AppErrors of the store. */
export interface ToolContext {
  /** Folder in which code runs and relative paths are meant, absolute. */
  readonly projectRoot: string;
  /** Folder of stored originals, absolute; known without opening a store. */
  readonly outDir: string;
  readonly knowledge: Knowledge;
  readonly runner: CodeRunner;
  readonly fetching: Fetching;
  /** Looks whether every part works. */
  readonly diagnose: () => Promise<readonly Finding[]>;
  /** What is installed and running, and the steps to update it: text for a person, and fields. */
  readonly upgradePlan: () => Promise<Readonly<Record<string, unknown>> & { readonly text: string }>;
  readonly purging: Purging;
  /** Background runs of this server. */
  readonly jobs: Jobs;
  /** Counts the searches of each caller. */
  readonly searchThrottle: SearchThrottle;
  /** Indexes rules files and the agent's own notes; for questions about these. */
  readonly takeInNotes: () => Promise<void>;
  /** Takes in what hooks wrote down; for answers about events. */
  readonly takeInEvents: () => void;
  /** The agent's session, where it says it; undefined: nobody knows. */
  readonly sessionId: string | undefined;
  /** Milliseconds since the epoch. */
  readonly nowMs: () => number;
  /** Digest of a short text, made in this thread. */
  readonly digestText: (text: string, options: DigestOptions) => Promise<Digest>;
  /** Digest of a file of clean text, made in a worker thread. */
  readonly digestFile: (file: string, options: DigestOptions) => Promise<Digest>;
  /** An output is large: a digest of a file will be wanted soon. Throws nothing. */
  readonly expectDigest: () => void;
  /** What the connected agent would have shown by its own means. */
  readonly host: HostShow;
  /** Counts an answer; after it went out, and never in its way. */
  readonly countOutput: (entry: TallyEntry) => void;
  /** What was counted in this project: for people, and for programs. */
  readonly stats: () => Promise<{
    readonly text: string;
    readonly fields: Readonly<Record<string, unknown>>;
  }>;
  /** How full the session's context is, in words; undefined: unknown. */
  readonly contextLoad: () => string | undefined;
  /** What the user has to be told and was not yet. */
  readonly takeNotices: (channel: NoticeChannel) => readonly string[];
}

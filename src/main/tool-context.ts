import { toAppError } from '#core/errors.ts';
import type { Purging } from '#core/purge.ts';
import { MIB } from '#core/units.ts';
import { Jobs } from '#features/execution/jobs.ts';
import type { CodeRunner } from '#features/execution/run-code.ts';
import type { Fetching } from '#features/fetching/fetching.ts';
import type { Digest, DigestOptions } from '#features/governor/digest.ts';
import { readThrottleMode, SearchThrottle } from '#features/knowledge/search/search-throttle.ts';
import type { Environment } from '#infra/home.ts';
import { statPath } from '#infra/stat-path.ts';
import type { ToolContext } from '#mcp/context.ts';
import { keepLog } from '#mcp/runs/keep-run.ts';
import type { PlatformDescriptor } from '#platforms/define.ts';
import type { Accounts } from './accounts.ts';
import { createHostShow } from './host-show.ts';
import { loadDigests } from './load-digests.ts';
import { loadStats } from './load-stats.ts';
import type { Workspace } from './workspace.ts';

/** About a quarter of a second of work. */
const HERE_BYTES = 8 * MIB;

export interface ToolContextOptions {
  readonly env: Environment;
  /** The data directory. */
  readonly home: string;
  readonly projectRoot: string;
  readonly outDir: string;
  readonly runner: CodeRunner;
  readonly fetching: Fetching;
  readonly purging: Purging;
  readonly diagnose: ToolContext['diagnose'];
  readonly platform: () => PlatformDescriptor;
  readonly accounts: Accounts;
  readonly upgradePlan: ToolContext['upgradePlan'];
  /** Aborted when the server ends. */
  readonly shutdown: AbortSignal;
  /** Told of background runs, so that the end can wait for them. */
  readonly track: (ended: Promise<void>) => void;
  readonly takeInNotes: (workspace: Workspace) => Promise<void>;
  /** Opens the stores; may throw, and is asked again by the next call. */
  readonly workspace: () => Workspace;
  readonly onFault: (thrown: unknown) => void;
  readonly contextLoad: ToolContext['contextLoad'];
}

/** What tools work with. The stores are opened by the tool that needs them: code runs even where nothing can be kept. */
export function createToolContext(options: ToolContextOptions): ToolContext {
  const { env, workspace, accounts, platform } = options;

  /** In the worker thread; without stores there is none, and a short wait is worth the answer. @throws what the worker met */
  async function digest(file: string, digestOptions: DigestOptions): Promise<Digest> {
    try {
      return await workspace().digestFile(file, digestOptions);
    } catch (thrown) {
      options.onFault(toAppError(thrown));
      // In this thread a large one would hold up the hooks, and the end of the server.
      if (options.shutdown.aborted || (statPath(file)?.size ?? 0) > HERE_BYTES) throw thrown;
      return (await loadDigests()).ofFile({ kind: 'digest-file', file, ...digestOptions });
    }
  }

  return {
    projectRoot: options.projectRoot,
    outDir: options.outDir,
    runner: options.runner,
    fetching: options.fetching,
    purging: options.purging,
    diagnose: options.diagnose,
    upgradePlan: options.upgradePlan,
    jobs: new Jobs({
      runner: options.runner,
      shutdown: options.shutdown,
      track: options.track,
      keep: (label, { output }) => keepLog(output, label, workspace().knowledge),
      nowMs: Date.now,
    }),
    host: createHostShow(platform, accounts.transcriptPath),
    contextLoad: options.contextLoad,
    searchThrottle: new SearchThrottle(() => readThrottleMode(env), Date.now),
    takeInEvents: () => workspace().ingest(),
    takeInNotes: () => options.takeInNotes(workspace()),
    sessionId: env.CLAUDE_CODE_SESSION_ID,
    nowMs: Date.now,
    get knowledge() {
      return workspace().knowledge;
    },
    digestText: async (text, digestOptions) => (await loadDigests()).ofText(text, digestOptions),
    digestFile: digest,
    expectDigest() {
      try {
        workspace().expectDigest();
      } catch {
        // Whoever wants the digest hears of it.
      }
    },
    countOutput: (entry) => accounts.count(entry),
    stats: async () => {
      const { knowledge, database, ingest } = workspace();
      await knowledge.settle();
      ingest();
      accounts.flush();
      return loadStats().projectStats(database, options.home, accounts.sessionId() || undefined);
    },
    takeNotices: (channel) => workspace().database.takeNotices(channel),
  };
}

import type { TallyEntry } from '#core/tally.ts';
import { redactText } from '#core/text/redact-secrets.ts';
import { digestText } from '#features/governor/digest.ts';
import { digestFile } from '#features/governor/digest-file.ts';
import { LateOriginals } from '#features/knowledge/late/late-originals.ts';
import { moveBinary } from '#features/knowledge/originals/binary-file.ts';
import { ingestSpool } from '#features/sessions/ingest-spool.ts';
import { type Environment, environmentValue } from '#infra/home.ts';
import type { OutputContext, ToolContext } from '#mcp/context.ts';
import type { PlatformDescriptor } from '#platforms/define.ts';
import { openDatabase } from '#storage/database.ts';
import { createFactStore } from '#storage/fact-store.ts';
import { createKnowledgeStore } from '#storage/knowledge-store.ts';
import { DRIVER_ENV, selectDriver } from '#storage/select-driver.ts';
import { createSessionStore } from '#storage/session-store.ts';
import { createSourceStore } from '#storage/source-store.ts';
import { createTallyStore } from '#storage/tally-store.ts';
import { createHostShow } from './host-show.ts';
import { projectOfEvent } from './project-of-event.ts';

interface StoresCall {
  readonly home: string;
  readonly env: Environment;
  readonly folder: string;
  readonly bundleDir: string;
  readonly sessionId: string;
  /** The session's transcript; undefined: not known. */
  readonly transcriptPath: string | undefined;
  /** Counts an answer; false: another hook of ours answered the same call. */
  readonly isFirst: () => boolean;
  readonly platform: PlatformDescriptor;
  readonly fault: (code: 'HOOK_FAILED', message: string) => void;
  readonly nowMs: () => number;
}

type Stores = ReturnType<typeof createStores>;

function createStores({ home, env, folder, bundleDir, nowMs }: StoresCall) {
  const project = projectOfEvent(home, folder);
  const { driver } = selectDriver({ bundleDir, forced: environmentValue(env, DRIVER_ENV) });
  const database = openDatabase({ driver, path: project.databasePath, nowMs });
  const isOurs = (path: string): boolean => projectOfEvent(home, path).dataDir === project.dataDir;
  return { database, outDir: project.outDir, isOurs, sessions: createSessionStore(database) };
}

/**
 * The stores of a project as far as a result is kept and shown, opened with the first that is worth it. What is kept is
 * indexed by whoever searches next: nobody waits for that here.
 */
export function openOutputStores(call: StoresCall) {
  const { home, sessionId, nowMs, platform, fault } = call;
  let opened: Stores | undefined;
  let outputs: LateOriginals | undefined;
  const counts: { readonly atMs: number; readonly entry: TallyEntry }[] = [];
  const open = (): Stores => {
    opened ??= createStores(call);
    return opened;
  };

  const keepOutput: OutputContext['knowledge']['keepOutput'] = (label, output, bytes, isApart = false) => {
    const { database, outDir } = open();
    outputs ??= new LateOriginals(
      { store: createKnowledgeStore(database), sources: createSourceStore(database), outDir },
      { onTaken: () => undefined, onFault: (thrown) => fault('HOOK_FAILED', String(thrown)), nowMs },
    );
    const request = { kind: 'output', output, bytes, isApart, sessionId, nowMs: nowMs() } as const;
    return outputs.keep({ ...request, label: redactText(label).text });
  };

  return {
    context: (): OutputContext & Pick<ToolContext, 'expectDigest' | 'countOutput' | 'host'> => ({
      outDir: open().outDir,
      knowledge: {
        keepOutput,
        keepBinary(label, description, file) {
          const kept = keepOutput(label, { kind: 'text', text: description }, Buffer.byteLength(description));
          return { ...kept, path: moveBinary(open().outDir, kept.id, file) };
        },
      },
      digestText: async (text, options) => digestText(text, options),
      digestFile: async (file, options) => digestFile({ kind: 'digest-file', file, ...options }),
      expectDigest: () => undefined,
      countOutput: (entry) => {
        if (call.isFirst()) counts.push({ atMs: nowMs(), entry });
      },
      host: createHostShow(
        () => platform,
        () => call.transcriptPath,
      ),
    }),

    /** What the user asked for last in this session; empty: nobody knows. @throws AppError of the store */
    lastRequest(): string {
      const { database, isOurs, sessions } = open();
      ingestSpool({ home, store: sessions, isOurs });
      const prompts = createFactStore(database)
        .ofSessions([sessionId])
        .filter(({ kind }) => kind === 'prompt');
      return prompts.at(-1)?.text ?? '';
    },

    /** After the answer went out: counts it. */
    settle(): void {
      if (counts.length > 0) createTallyStore(open().database).add(sessionId, counts);
    },
  };
}

import { isAbsolute } from 'node:path';
import { redactText } from '#core/text/redact-secrets.ts';
import { digestText } from '#features/governor/digest.ts';
import { digestFile } from '#features/governor/digest-file.ts';
import { LateOriginals } from '#features/knowledge/late/late-originals.ts';
import { moveBinary } from '#features/knowledge/originals/binary-file.ts';
import { ingestSpool } from '#features/sessions/ingest-spool.ts';
import { type Environment, environmentValue } from '#infra/home.ts';
import { resolveProject } from '#infra/project.ts';
import type { OutputContext, ToolContext } from '#mcp/context.ts';
import type { PlatformDescriptor } from '#platforms/define.ts';
import { openDatabase } from '#storage/database.ts';
import { createFactStore } from '#storage/fact-store.ts';
import { createKnowledgeStore } from '#storage/knowledge-store.ts';
import { DRIVER_ENV, selectDriver } from '#storage/select-driver.ts';
import { createSessionStore } from '#storage/session-store.ts';
import { createSourceStore } from '#storage/source-store.ts';

interface StoresCall {
  readonly home: string;
  readonly env: Environment;
  readonly folder: string;
  readonly bundleDir: string;
  readonly sessionId: string;
  /** Counts an answer; false: another hook of ours answered the same call. */
  readonly isFirst: () => boolean;
  readonly platform: PlatformDescriptor;
  readonly fault: (code: 'HOOK_FAILED', message: string) => void;
  readonly nowMs: () => number;
}

type Stores = ReturnType<typeof createStores>;

function createStores({ home, env, folder, bundleDir, nowMs }: StoresCall) {
  const projectOf = (path: string) => resolveProject(home, isAbsolute(path) ? path : home);
  const project = projectOf(folder);
  const { driver } = selectDriver({ bundleDir, forced: environmentValue(env, DRIVER_ENV) });
  const database = openDatabase({ driver, path: project.databasePath, nowMs });
  const isOurs = (path: string): boolean => projectOf(path).dataDir === project.dataDir;
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
  const counts: (() => void)[] = [];
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
    context: (): OutputContext & Pick<ToolContext, 'expectDigest' | 'countOutput' | 'shellCap'> => ({
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
      countOutput: (record) => {
        if (call.isFirst())
          counts.push(() => open().sessions.addOutput({ ...record, sessionId, atMs: nowMs() }));
      },
      shellCap: () => platform.shellCap,
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
      for (const count of counts) count();
    },
  };
}

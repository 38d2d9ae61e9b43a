import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { AppError } from '#core/errors.ts';
import { KIB, SECOND_MS } from '#core/units.ts';
import { createFetching, type Fetching } from '#features/fetching/fetching.ts';
import type { ConvertJob, ConvertResult, JudgeUrl } from '#features/fetching/page-port.ts';
import type { Environment } from '#infra/home.ts';
import type { HopOutcome } from '#infra/http/hop.ts';
import { createLimiter } from '#infra/limiter.ts';
import { createScratch } from '#infra/scratch.ts';
import { readAllowedHosts } from '#infra/user-config.ts';
import { createWorkerClient } from '#infra/worker-client.ts';
import { bundleDirectory } from './bundle-directory.ts';
import type { Workspace } from './workspace.ts';

/** For a page; what takes longer is no document. */
const CONVERT_TIMEOUT_MS = 10 * SECOND_MS;
/** Beyond it a page is given up; 10 MB of HTML take a third of it. A page is one large garbage of nodes and pieces of text. */
const CONVERT_MEMORY = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 512 };
/** More at a time would only take each other's processor. */
const CONVERTERS = 2;
/** The text of a larger body is indexed by the store's thread, which can start while there is no text yet. */
const LARGE_BYTES = 512 * KIB;
/** A hop ends by itself before this; the thread is given up when it does not. */
const HOP_LIMIT_MS = 45 * SECOND_MS;

export interface FetchingOptions {
  readonly home: string;
  readonly env: Environment;
  readonly workspace: () => Workspace;
  readonly judge: JudgeUrl;
}

const bundle = (name: string): URL => pathToFileURL(join(bundleDirectory(), name));

/** Makes text of pages, each alone in its thread, so that one that has to be ended takes no other with it. */
function createConverter() {
  const idle = Array.from({ length: CONVERTERS }, () =>
    createWorkerClient(bundle('convert.mjs'), undefined, CONVERT_MEMORY),
  );
  const inTurn = createLimiter(CONVERTERS);
  return {
    /** Starts the thread of the next page, if none is at work. */
    expect(): void {
      if (idle.length === CONVERTERS) idle.at(-1)?.expect();
    },
    convert: (job: ConvertJob): Promise<ConvertResult> =>
      inTurn(new AbortController().signal, async () => {
        const client = idle.pop();
        if (client === undefined) throw new AppError('INTERNAL', 'no converter is free');
        try {
          return (await client.run(job, { timeoutMs: CONVERT_TIMEOUT_MS })) as ConvertResult;
        } finally {
          idle.push(client);
        }
      }),
  };
}

/** Fetching with its threads, which are there while there is something to fetch. */
export function createFetchingOf({ home, env, workspace, judge }: FetchingOptions): Fetching {
  const network = createWorkerClient(bundle('fetch.mjs'), undefined);
  const converter = createConverter();
  return createFetching({
    hop: async (request, signal) =>
      (await network.run(request, { timeoutMs: HOP_LIMIT_MS, signal })) as HopOutcome,
    judge,
    expectBody: converter.expect,
    convert: (job) => {
      if (job.bytes.length >= LARGE_BYTES) workspace().expectWork();
      return converter.convert(job);
    },
    keep: (page) => workspace().knowledge.keepPage(page),
    kept: (id) => workspace().knowledge.keptText(id),
    get pages() {
      return workspace().pages;
    },
    scratch: () => {
      const folder = createScratch(home);
      return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
    },
    allowedHosts: () => readAllowedHosts(env, home),
    nowMs: Date.now,
    wait: async (ms, signal) => {
      await sleep(ms, undefined, { signal }).catch(() => undefined);
    },
  });
}

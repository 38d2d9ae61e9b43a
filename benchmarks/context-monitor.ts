import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPeer } from '../tests/e2e/harness/mcp-peer.ts';
import { interleave } from './measure/interleave.ts';
import { callTool } from './measure/start-server.ts';
import { median } from './measure/statistics.ts';
import type { Question } from './question.ts';

const ROUNDS = 200;
/** What the server does after its answer must not slow the other arms down. */
const PAUSE_MS = 5;
const MUST_CACHED_MS = 1;
const MUST_TRANSCRIPT_MS = 8;
const TRANSCRIPT_BYTES = 50 * 1024 * 1024;
/** A look from the end goes so far at most. */
const LOOK_BYTES = 4 * 1024 * 1024;

const line = (bytes: number): string => {
  const start = '{"type":"user","isSidechain":false,"message":{"content":"';
  return `${start}${'x'.repeat(bytes - start.length - 5)}"}}\n`;
};

const usage = (): string =>
  `${JSON.stringify({
    type: 'assistant',
    version: '2.1.332',
    timestamp: new Date().toISOString(),
    message: { model: 'claude-haiku-4-5', usage: { input_tokens: 84_000 } },
  })}\n`;

export const contextMonitor: Question = {
  name: 'context-monitor',
  text: 'What does the look at the context add to a hook call?',
  floor: 'the same `hook_event` call of a second server whose user switched the note off',
  meaning:
    'Difference of medians of the round trip at the client, both servers warm, below the threshold. `kept`: the status line’s numbers are fresh. `transcript`: a transcript of 50 MB, whose last reply is found at its end. `far back`: the same with nothing in reach, so that 4 MB are looked through, which happens at most every 30 s.',
  async measure({ product, isQuick }) {
    const start = async (note: 'on' | 'off') => {
      const folder = product.newFolder();
      const base = product.environment(folder);
      const env: Readonly<Record<string, string>> = { ...base, PLIMSOLL_CONTEXT_NOTE: note };
      const peer = await startPeer(process.execPath, [join(product.distDir, 'server.mjs')], {
        cwd: folder,
        env,
      });
      return { peer, folder, context: join(env.PLIMSOLL_HOME ?? '', 'context') };
    };
    const [on, off] = [await start('on'), await start('off')];
    mkdirSync(on.context, { recursive: true });
    const near = join(on.folder, 'near.jsonl');
    const far = join(on.folder, 'far.jsonl');
    const body = line(20_000).repeat(Math.ceil(TRANSCRIPT_BYTES / 20_000));
    writeFileSync(near, body + usage() + line(20_000).repeat(3));
    writeFileSync(far, body + usage() + line(20_000).repeat(Math.ceil(LOOK_BYTES / 20_000) + 2));
    const call = async ({ peer, folder }: typeof on, session: string, path: string): Promise<number> => {
      const startMs = performance.now();
      const text = await callTool(peer, 'hook_event', {
        event: 'PostToolUse',
        session_id: session,
        transcript_path: path,
        cwd: folder,
        tool_name: 'Bash',
        tool_input: '{"command":"true"}',
        tool_response: '{"stdout":"","stderr":"","interrupted":false}',
      });
      const ms = performance.now() - startMs;
      if (text !== '{}') throw new Error(`hook_event answered: ${text}`);
      return ms;
    };
    const kept = (): void => {
      const load = {
        sessionId: 'kept',
        model: 'claude-haiku-4-5',
        usedTokens: 84_000,
        windowTokens: 200_000,
      };
      writeFileSync(join(on.context, 'kept.json'), JSON.stringify({ ...load, atMs: Date.now() }));
    };
    const taken = await interleave(
      {
        off: () => call(off, 'off', near),
        kept: () => {
          kept();
          return call(on, 'kept', near);
        },
        transcript: () => call(on, 'near', near),
        farBack: () => {
          rmSync(join(on.context, 'far.state'), { force: true });
          return call(on, 'far', far);
        },
      },
      { count: isQuick ? ROUNDS / 5 : ROUNDS, warmUp: ROUNDS / 10, pauseMs: PAUSE_MS },
    );
    await on.peer.end();
    await off.peer.end();
    const floor = median(taken.off);
    return [
      { name: 'hook_event, note off', value: floor, unit: 'ms' },
      { name: 'added, kept', value: median(taken.kept) - floor, unit: 'ms', must: MUST_CACHED_MS },
      {
        name: 'added, transcript',
        value: median(taken.transcript) - floor,
        unit: 'ms',
        must: MUST_TRANSCRIPT_MS,
      },
      { name: 'added, far back', value: median(taken.farBack) - floor, unit: 'ms', must: MUST_TRANSCRIPT_MS },
    ];
  },
};

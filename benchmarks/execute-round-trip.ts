import { startBashFloor } from './measure/bash-floor.ts';
import { interleave } from './measure/interleave.ts';
import { ratioFigures } from './measure/ratio-figures.ts';
import { callTool, startServer } from './measure/start-server.ts';
import type { Question } from './question.ts';

const RATIO_LIMIT = 2;
/** What the server does after its answer (count it, remove the scratch folder) must not slow the floor down. */
const PAUSE_MS = 10;
const ROUNDS = { count: 200, warmUp: 20, pauseMs: PAUSE_MS };
const QUICK_ROUNDS = { count: 40, warmUp: 5, pauseMs: PAUSE_MS };

export const executeRoundTrip: Question = {
  name: 'execute-round-trip',
  text: 'How much slower is a command through `ctx_execute` than by itself?',
  floor: "`bash -c 'echo hi'`, spawned by a bare Node process of its own, from spawn to close",
  meaning:
    'Round trip of `ctx_execute` with `echo hi` over a warm MCP connection, measured at the client: both ways over the pipe, checks, scratch folder, spawn and answer. The count of the answer is written after it went out.',
  async measure({ product, isQuick }) {
    const folder = product.newFolder();
    const peer = await startServer(product, folder);
    const floor = startBashFloor(product.environment(folder));
    const execute = async (): Promise<number> => {
      const startMs = performance.now();
      const text = await callTool(peer, 'ctx_execute', { language: 'shell', code: 'echo hi' });
      const ms = performance.now() - startMs;
      if (!text.endsWith('hi')) throw new Error(`ctx_execute answered: ${text}`);
      return ms;
    };
    const rounds = isQuick ? QUICK_ROUNDS : ROUNDS;
    const taken = await interleave({ bash: () => floor.run(), execute }, rounds);
    floor.close();
    await peer.end();
    return ratioFigures({
      label: 'ctx_execute',
      valuesMs: taken.execute,
      floorsMs: taken.bash,
      must: RATIO_LIMIT,
    });
  },
};

import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPeer } from '../tests/e2e/harness/mcp-peer.ts';
import { interleave } from './measure/interleave.ts';
import { startSpawnFloor } from './measure/spawn-floor.ts';
import { callTool } from './measure/start-server.ts';
import { median } from './measure/statistics.ts';
import type { Question } from './question.ts';

/** What the server does after its answer must not slow the other arms down. */
const PAUSE_MS = 10;
const ROUNDS = 200;
/** Milliseconds. */
const MUST_ADD = 5;

export const confinement: Question = {
  name: 'confinement',
  text: 'What does the sandbox add to a command?',
  floor:
    'the same `ctx_execute` of a second server whose user switched no sandbox on; `bash -c` of a bare Node process beside it',
  meaning:
    'Difference of medians of the round trip at the client, both servers warm, each with a home and a git repository of its own. It holds the namespaces and mounts, the shell that sets limits, the folders that keep absent names absent, and the look for changed hooks.',
  async measure({ product, isQuick }) {
    if (process.platform !== 'linux' || spawnSync('bwrap', ['--version']).status !== 0) {
      console.warn('confinement: bubblewrap is missing');
      return [];
    }
    const start = async (isConfined: boolean) => {
      const [home, project] = [product.newFolder(), product.newFolder()];
      spawnSync('git', ['init', '-q', project]);
      mkdirSync(join(home, '.claude'));
      const sandbox = { enabled: isConfined };
      writeFileSync(join(home, '.claude/settings.json'), JSON.stringify({ sandbox }));
      const peer = await startPeer(process.execPath, [join(product.distDir, 'server.mjs')], {
        cwd: project,
        env: product.environment(home),
      });
      const run = async (): Promise<number> => {
        const startMs = performance.now();
        const text = await callTool(peer, 'ctx_execute', { language: 'shell', code: 'echo hi' });
        const ms = performance.now() - startMs;
        if (!text.endsWith('hi')) throw new Error(`ctx_execute answered: ${text}`);
        return ms;
      };
      return { peer, run, home };
    };
    const [plain, confined] = [await start(false), await start(true)];
    const bare = startSpawnFloor(['bash', '-c', 'echo hi'], product.environment(plain.home));
    const count = isQuick ? ROUNDS / 5 : ROUNDS;
    const taken = await interleave(
      { bare: () => bare.run(), plain: plain.run, confined: confined.run },
      { count, warmUp: count / 10, pauseMs: PAUSE_MS },
    );
    bare.close();
    await plain.peer.end();
    await confined.peer.end();
    return [
      { name: 'bash -c, bare', value: median(taken.bare), unit: 'ms' },
      { name: 'ctx_execute', value: median(taken.plain), unit: 'ms' },
      { name: 'ctx_execute, confined', value: median(taken.confined), unit: 'ms' },
      { name: 'added', value: median(taken.confined) - median(taken.plain), unit: 'ms', must: MUST_ADD },
    ];
  },
};

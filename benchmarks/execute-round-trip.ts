import { interleave } from './measure/interleave.ts';
import { ratioFigures } from './measure/ratio-figures.ts';
import { startSpawnFloor } from './measure/spawn-floor.ts';
import { callTool, startServer } from './measure/start-server.ts';
import type { Figure, Question } from './question.ts';

/** What the server does after its answer (count it, remove the scratch folder) must not slow the floor down. */
const PAUSE_MS = 10;

interface Arm {
  readonly language: string;
  readonly code: string;
  readonly command: readonly [program: string, ...args: string[]];
  /** Largest accepted ratio. */
  readonly must: number;
  readonly rounds: number;
}

const ARMS: readonly Arm[] = [
  { language: 'shell', code: 'echo hi', command: ['bash', '-c', 'echo hi'], must: 2, rounds: 200 },
  {
    language: 'javascript',
    code: "console.log('hi')",
    command: [process.execPath, '-e', "console.log('hi')"],
    must: 1.25,
    rounds: 60,
  },
  {
    language: 'python',
    code: "print('hi')",
    command: ['python3', '-c', "print('hi')"],
    must: 1.15,
    rounds: 60,
  },
];

export const executeRoundTrip: Question = {
  name: 'execute-round-trip',
  text: 'How much slower is a command through `ctx_execute` than by itself?',
  floor:
    '`bash -c`, `node -e` and `python3 -c` with a program that prints `hi`, spawned by a bare Node process of its own, from spawn to close',
  meaning:
    'Round trip of `ctx_execute` with the same program over a warm MCP connection, measured at the client: both ways over the pipe, checks, scratch folder, spawn and answer. The count of the answer is written after it went out.',
  async measure({ product, isQuick }) {
    const folder = product.newFolder();
    const peer = await startServer(product, folder);
    const figures: Figure[] = [];
    for (const { language, code, command, must, rounds } of ARMS) {
      const floor = startSpawnFloor(command, product.environment(folder));
      const execute = async (): Promise<number> => {
        const startMs = performance.now();
        const text = await callTool(peer, 'ctx_execute', { language, code });
        const ms = performance.now() - startMs;
        if (!text.endsWith('hi')) throw new Error(`ctx_execute answered: ${text}`);
        return ms;
      };
      const count = isQuick ? Math.ceil(rounds / 5) : rounds;
      const taken = await interleave(
        { floor: () => floor.run(), execute },
        { count, warmUp: Math.ceil(count / 10), pauseMs: PAUSE_MS },
      );
      floor.close();
      const label = `ctx_execute ${language}`;
      figures.push(...ratioFigures({ label, valuesMs: taken.execute, floorsMs: taken.floor, must }));
    }
    await peer.end();
    return figures;
  },
};

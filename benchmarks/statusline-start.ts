import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { interleave } from './measure/interleave.ts';
import { ratioFigures } from './measure/ratio-figures.ts';
import { prepareStdin } from './measure/stdin-kinds.ts';
import { timeProcess } from './measure/time-process.ts';
import type { Question } from './question.ts';

const ROUNDS = { count: 60, warmUp: 3 };
const QUICK_ROUNDS = { count: 12, warmUp: 2 };
const MUST = 1.3;

export const statuslineStart: Question = {
  name: 'statusline-start',
  text: 'What does the status line cost after each message?',
  floor: 'bare `node -e 0`, spawned the same way and given the same stdin',
  meaning:
    'Time from spawn to exit of `statusline.cjs`: it reads the status JSON and the settings, keeps the load for the hooks and prints the line. No former status line is chained to it.',
  async measure({ product, isQuick }) {
    const folder = product.newFolder();
    const text = JSON.stringify({
      session_id: 'bench',
      model: { id: 'claude-haiku-4-5', display_name: 'Haiku 4.5' },
      workspace: { current_dir: folder, project_dir: folder },
      context_window: { context_window_size: 200_000, current_usage: { input_tokens: 84_000 } },
    });
    const stdin = prepareStdin('socket', folder, text);
    if (stdin === undefined) return [];
    const env = product.environment(folder);
    const common = { cwd: folder, env, stdin, text };
    const taken = await interleave(
      {
        bare: () => timeProcess({ ...common, args: ['-e', '0'], isRight: (stdout) => stdout === '' }),
        line: () =>
          timeProcess({
            ...common,
            args: [join(product.distDir, 'statusline.cjs')],
            isRight: (stdout) => stdout.includes('42 %'),
          }),
      },
      isQuick ? QUICK_ROUNDS : ROUNDS,
    );
    // One that kept nothing would be no status line.
    readFileSync(join(env.PLIMSOLL_HOME ?? '', 'context', 'bench.json'));
    return ratioFigures({ label: 'statusline.cjs', valuesMs: taken.line, floorsMs: taken.bare, must: MUST });
  },
};

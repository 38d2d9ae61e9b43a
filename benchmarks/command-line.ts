import { cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { interleave } from './measure/interleave.ts';
import { ratioFigures } from './measure/ratio-figures.ts';
import { median } from './measure/statistics.ts';
import { prepareStdin } from './measure/stdin-kinds.ts';
import { timeProcess } from './measure/time-process.ts';
import type { Question } from './question.ts';

const ROUNDS = { count: 40, warmUp: 3 };
const QUICK_ROUNDS = { count: 10, warmUp: 1 };
const DOCTOR_ROUNDS = { count: 7, warmUp: 1 };
const START_MUST = 2;
const DOCTOR_MUST_MS = 2_000;

export const commandLine: Question = {
  name: 'command-line',
  text: 'How long does a person wait for the command line?',
  floor: 'bare `node -e 0`, spawned the same way; doctor: none',
  meaning:
    'Time from spawn to exit of `cli.mjs`: the general help, the numbers of one project with a few texts in it, and `doctor`, which starts the server, every hook and the status line and tries a store.',
  async measure({ product, isQuick }) {
    const folder = product.newFolder();
    const env = product.environment(folder);
    const stdin = prepareStdin('socket', folder, '');
    if (stdin === undefined) return [];
    cpSync(join(import.meta.dirname, '..', 'hooks'), join(dirname(product.distDir), 'hooks'), {
      recursive: true,
    });
    const cli = join(product.distDir, 'cli.mjs');
    const run = (args: readonly string[], isRight: (stdout: string) => boolean) => (): number =>
      timeProcess({ cwd: folder, env, stdin, text: '', args, isRight });
    run([cli, 'index', '.'], () => true)();
    const taken = await interleave(
      {
        bare: run(['-e', '0'], (stdout) => stdout === ''),
        help: run([cli, '--help'], (stdout) => stdout.includes('usage: plimsoll')),
        stats: run([cli, 'stats', '--project'], (stdout) => stdout.includes('plimsoll, this project')),
      },
      isQuick ? QUICK_ROUNDS : ROUNDS,
    );
    const { doctor } = await interleave(
      { doctor: run([cli, 'doctor'], (stdout) => stdout.includes('hook SessionStart: runs')) },
      DOCTOR_ROUNDS,
    );
    const [floorsMs, must] = [taken.bare, START_MUST];
    return [
      ...ratioFigures({ label: '--help', valuesMs: taken.help, floorsMs, must }),
      ...ratioFigures({ label: 'stats --project', valuesMs: taken.stats, floorsMs, must }),
      { name: 'doctor, median', value: median(doctor), unit: 'ms', must: DOCTOR_MUST_MS },
      { name: 'doctor, longest', value: Math.max(...doctor), unit: 'ms' },
    ];
  },
};

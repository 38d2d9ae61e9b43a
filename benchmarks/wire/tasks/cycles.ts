import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SUBAGENT_TASK } from '../../../tests/e2e/harness/scripted-model.ts';
import { printer, write } from '../project-files.ts';
import type { TaskDefinition } from '../task.ts';
import { FAILURE_KEYWORD, failureFact, makeFailure, sourceFile, testRun } from '../texts.ts';

/** Tasks of several steps that belong together. */
export const cycleTasks: readonly TaskDefinition[] = [
  {
    name: 'agent-sync',
    group: 'heavy',
    build({ random, folder }) {
      const failure = makeFailure(random);
      const { name, expected, received, file, line } = failure;
      const command = printer(folder, 'test', { stdout: testRun(random, 24_000, failure) });
      const filler = Array.from({ length: 260 }, () => `- ${random.words(18)}`).join('\n');
      const at = Math.floor(filler.length * 0.6);
      const finding = `FINDING: ${name}; expected ${expected}, received ${received}; ${file}:${line}`;
      const need = [failureFact(failure)];
      const input = {
        description: 'Research failing test',
        prompt: `${SUBAGENT_TASK} Run sh scripts/test.sh and report in depth which test fails and why.`,
        subagent_type: 'general-purpose',
        run_in_background: false,
      };
      return {
        prompts: ['Let an agent research the failing test and report.'],
        turns: [[{ kind: 'tool', tool: 'Agent', input, keyword: 'FINDING', need }]],
        subagent: {
          steps: [{ kind: 'shell', command, keyword: FAILURE_KEYWORD, need }],
          report: (isFound) =>
            `# Report\n${filler.slice(0, at)}\n${isFound ? finding : 'I could not find the failing test.'}\n${filler.slice(at)}`,
        },
      };
    },
  },
  {
    name: 'fix-test-cycle',
    group: 'heavy',
    build({ random, folder }) {
      const file = join(folder, 'src', 'tax.js');
      write(file, sourceFile(random, 60, [{ at: 30, text: '  const rate = 7; // RATE' }]));
      const wanted = readFileSync(file, 'utf8').replace('rate = 7;', 'rate = 10;');
      const test = (n: number) => {
        const failure = makeFailure(random);
        const command = printer(folder, `test${n}`, { stdout: testRun(random, 27_000, failure), exit: 1 });
        const need = [failureFact(failure, `failure${n}`)];
        return { kind: 'shell', command, keyword: FAILURE_KEYWORD, need, exit: 1 } as const;
      };
      const edit = (from: number, to: number) =>
        ({ kind: 'edit', file, marker: '// RATE', from: `rate = ${from};`, to: `rate = ${to};` }) as const;
      const look = (offset: number) => ({ kind: 'read', file, range: { offset, limit: 20 } }) as const;
      const green = printer(folder, 'test3', { stdout: testRun(random, 27_000) });
      return {
        prompts: ['Fix src/tax.js until the tests pass (run scripts/testN.sh after each edit).'],
        turns: [
          [
            test(0),
            edit(7, 8),
            test(1),
            look(20),
            edit(8, 9),
            test(2),
            look(21),
            edit(9, 10),
            { kind: 'shell', command: green },
          ],
        ],
        check: () => ({ wanted: 1, reached: readFileSync(file, 'utf8') === wanted ? 1 : 0 }),
      };
    },
  },
  {
    name: 'recall-run-exit0',
    group: 'heavy',
    build({ random, folder }) {
      const seed = random.hex(8);
      const slow = `PERF src/${random.identifier()}.test.js took ${random.int(99_999, 10_000)} ms with seed ${seed}`;
      const first = testRun(random, 60_000).split('\n');
      first.splice(Math.floor(first.length * 0.6), 0, slow);
      write(join(folder, '.texts', 'first'), first.join('\n'));
      write(join(folder, '.texts', 'second'), testRun(random, 60_000));
      write(
        join(folder, 'scripts', 'flaky.sh'),
        '#!/bin/sh\nd="$(dirname "$0")/../.texts"\nif [ -f "$d/ran" ]; then cat "$d/second"; else touch "$d/ran"; cat "$d/first"; fi\n',
      );
      const run = { kind: 'shell', command: 'sh scripts/flaky.sh' } as const;
      const need = [{ id: 'seed', texts: [seed] }];
      return {
        prompts: [
          'Run the flaky tests (sh scripts/flaky.sh) twice. Then: which seed did the slow PERF case of the FIRST run have?',
        ],
        turns: [[run, run, { kind: 'recall', of: 0, keyword: 'PERF', need }]],
      };
    },
  },
];

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commitAll, printer, write } from '../project-files.ts';
import type { Intent, TaskDefinition } from '../task.ts';
import { buildLog, FAILURE_KEYWORD, failureFact, makeFailure, sourceFile, testRun } from '../texts.ts';

/** Sessions of many turns: whatever came once is sent again with every request after it. */
export const longTasks: readonly TaskDefinition[] = [
  {
    name: 'long-40-small',
    group: 'long',
    build({ random, folder }) {
      const wanted = new Map<string, string>();
      const turns = Array.from({ length: 8 }, (_, n): readonly Intent[] => {
        const file = join(folder, 'src', `unit${n}.js`);
        const text = sourceFile(random, 45, [{ at: 20, text: `  const n${n} = 1; // N${n}` }]);
        write(file, text);
        wanted.set(file, text.replace(`n${n} = 1;`, `n${n} = 2;`));
        const stdout = testRun(random, 700);
        const command = printer(folder, `unit${n}`, { stdout });
        const summary = /Tests:.*total/.exec(stdout)?.[0] ?? '';
        return [
          { kind: 'shell', command: 'ls src' },
          { kind: 'read', file, need: [{ id: `line${n}`, texts: [`const n${n} = 1; // N${n}`] }] },
          { kind: 'edit', file, marker: `// N${n}`, from: '= 1;', to: '= 2;' },
          { kind: 'shell', command, need: [{ id: `tests${n}`, texts: [summary] }] },
        ];
      });
      commitAll(folder);
      return {
        prompts: turns.map((_, n) => `Set n${n} to 2 in src/unit${n}.js and run scripts/unit${n}.sh.`),
        turns,
        check: () => ({
          wanted: wanted.size,
          reached: [...wanted].filter(([file, text]) => readFileSync(file, 'utf8') === text).length,
        }),
      };
    },
  },
  {
    name: 'long-30-heavy',
    group: 'long',
    build({ random, folder }) {
      const turns = Array.from({ length: 10 }, (_, n): readonly Intent[] => {
        const failure = makeFailure(random);
        const lost = `ERROR ${random.hex(8)} shard lost`;
        const warning = `warning: circular chunk ${random.identifier()} -> ${random.identifier()} (${random.hex(6)})`;
        const log = Array.from({ length: 260 }, (_line, at) =>
          at === 140 ? lost : `INFO ${random.words(9)}`,
        );
        const commands = {
          test: printer(folder, `test${n}`, { stdout: testRun(random, random.int(27_000, 18_000), failure) }),
          log: printer(folder, `log${n}`, { stdout: `${log.join('\n')}\n` }),
          build: printer(folder, `build${n}`, {
            stdout: buildLog(random, random.int(26_000, 12_000), warning),
          }),
        };
        const shell = (command: string, keyword: string, need: Intent['need']): Intent => ({
          kind: 'shell',
          command,
          keyword,
          need: need ?? [],
        });
        return [
          shell(commands.test, FAILURE_KEYWORD, [failureFact(failure, `failure${n}`)]),
          shell(commands.log, 'ERROR', [{ id: `log${n}`, texts: [lost] }]),
          shell(commands.build, '[Ww]arning', [{ id: `warning${n}`, texts: [warning] }]),
        ];
      });
      return {
        prompts: turns.map(
          (_, n) =>
            `Run scripts/test${n}.sh, look at scripts/log${n}.sh, build with scripts/build${n}.sh; report what failed, was lost, or warned.`,
        ),
        turns,
      };
    },
  },
];

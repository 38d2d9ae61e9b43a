import { join } from 'node:path';
import { importCommits, printer, write } from '../project-files.ts';
import type { TaskDefinition, TaskPlace } from '../task.ts';
import { buildLog, FAILURE_KEYWORD, failureFact, makeFailure, testRun } from '../texts.ts';

const tests =
  (bytes: number, exit: number) =>
  ({ random, folder }: TaskPlace) => {
    const failure = makeFailure(random);
    const command = printer(folder, 'test', { stdout: testRun(random, bytes, failure), exit });
    return {
      prompts: [
        'Run the tests (sh scripts/test.sh) and tell me which one fails, with expected and received values and the line.',
      ],
      turns: [
        [{ kind: 'shell', command, keyword: FAILURE_KEYWORD, need: [failureFact(failure)], exit } as const],
      ],
    };
  };

/** Commands that print more than anybody wants to read. */
export const commandTasks: readonly TaskDefinition[] = [
  { name: 'test-200k-exit0', group: 'heavy', build: tests(200_000, 0) },
  { name: 'test-28k-exit1', group: 'heavy', build: tests(27_000, 1) },
  {
    name: 'git-log-150',
    group: 'heavy',
    build({ random, folder }) {
      const raised = `retry limit from 3 to ${random.int(90, 10)}`;
      importCommits(folder, 150, (n) =>
        n === 60
          ? `ops: raise ${raised}\n\nAsked for by the ${random.identifier()} team.\n`
          : `${random.pick(['fix', 'feat', 'chore', 'docs'])}: ${random.words(6)}\n\n${random.words(10)}\n`,
      );
      const need = [{ id: 'commit', texts: [raised] }];
      return {
        prompts: ['Look at the git log: which commit raised the retry limit, and to what?'],
        turns: [[{ kind: 'shell', command: 'git log -150', keyword: 'retry limit', need }]],
      };
    },
  },
  {
    name: 'tsc-errors',
    group: 'heavy',
    build({ random, folder }) {
      const error = `src/pay/${random.identifier()}.ts(${random.int(900, 10)},9): error TS2345: Argument of type 'Ledger<${random.hex(5)}>' is not assignable to parameter of type 'RefundId'.`;
      const lines = Array.from({ length: 130 }, (_, n) =>
        n === 77
          ? error
          : `src/${random.words(1)}/${random.identifier()}.ts(${random.int(900, 1)},${random.int(60, 1)}): error TS${random.pick([2322, 2339, 7006, 2551])}: ${random.words(9)} '${random.identifier()}'.`,
      );
      const command = printer(folder, 'tsc', { stdout: `${lines.join('\n')}\nFound 130 errors.\n`, exit: 2 });
      const need = [{ id: 'place', texts: [error] }];
      return {
        prompts: ['Type-check (sh scripts/tsc.sh): where is the RefundId error?'],
        turns: [[{ kind: 'shell', command, keyword: 'RefundId|TS2345', need, exit: 2 }]],
      };
    },
  },
  {
    name: 'build-26k-warning',
    group: 'heavy',
    build({ random, folder }) {
      const warning = `warning: circular chunk ${random.identifier()} -> ${random.identifier()} (${random.hex(6)})`;
      const command = printer(folder, 'build', { stdout: buildLog(random, 26_000, warning) });
      const need = [{ id: 'warning', texts: [warning] }];
      return {
        prompts: ['Build it (sh scripts/build.sh). Any warning?'],
        turns: [[{ kind: 'shell', command, keyword: '[Ww]arning', need }]],
      };
    },
  },
  {
    name: 'stderr-40k',
    group: 'heavy',
    build({ random, folder }) {
      const refused = `E! [ledger] shard ${random.int(99)} refused: checksum ${random.hex(8)}`;
      const lines = Array.from({ length: 480 }, (_, n) =>
        n === 300 ? refused : `W! [${random.words(1)}] ${random.words(10)}`,
      );
      const texts = { stdout: 'migration done\n', stderr: `${lines.join('\n')}\n` };
      const command = printer(folder, 'migrate', texts);
      const need = [{ id: 'refused', texts: [refused] }];
      return {
        prompts: ['Run the migration (sh scripts/migrate.sh). Anything refused?'],
        turns: [[{ kind: 'shell', command, keyword: 'E! |refused', need }]],
      };
    },
  },
  {
    name: 'find-tree-29k',
    group: 'heavy',
    build({ random, folder }) {
      const golden = `fixtures/${random.identifier()}-${random.hex(6)}.golden`;
      const lines: string[] = [];
      for (let size = 0; size < 28_500; size += (lines.at(-1) ?? '').length + 1)
        lines.push(
          `./${random.words(1)}/${random.words(1)}/${random.identifier()}${random.int(999)}.${random.pick(['js', 'ts', 'md'])}`,
        );
      lines.splice(Math.floor(lines.length * 0.7), 0, `./${golden}`);
      const command = printer(folder, 'tree', { stdout: `${lines.join('\n')}\n` });
      const need = [{ id: 'path', texts: [golden] }];
      return {
        prompts: ['List the files (sh scripts/tree.sh): where is the .golden file?'],
        turns: [[{ kind: 'shell', command, keyword: '\\.golden', need }]],
      };
    },
  },
  {
    name: 'loop-logs-27k',
    group: 'heavy',
    build({ random, folder }) {
      const declined = `charge ${random.hex(8)} declined`;
      for (const service of ['auth', 'cart', 'pay']) {
        const lines = Array.from({ length: 130 }, () => `INFO ${service} ${random.words(8)}`);
        if (service === 'pay') lines.splice(70, 0, `ERROR pay ${declined} twice`);
        write(join(folder, service, 'svc.log'), `${lines.join('\n')}\n`);
      }
      const command = 'for d in auth cart pay; do echo "== $d"; cat $d/svc.log; done';
      const need = [{ id: 'charge', texts: [declined] }];
      return {
        prompts: ['Look through the logs of auth, cart and pay (*/svc.log): what failed?'],
        turns: [[{ kind: 'shell', command, keyword: 'ERROR', need }]],
      };
    },
  },
];

import { expect, it } from 'vitest';
import { parseProcesses } from '#infra/process/own-processes.ts';

it('of a listing only our bundles are told, and of their arguments nothing', () => {
  const text = [
    '    PID    PPID     ELAPSED   RSS COMMAND',
    '    101       1       00:07 75448 node /x/plimsoll/dist/server.mjs --token hollyhock',
    '    102     101  2-03:04:05  1024 /usr/bin/node dist/cli.mjs doctor',
    '    103       1    01:00:00   512 vim /x/plimsoll/src/server.mjs',
    '    104       1       00:01   512 node C:\\x\\dist\\hook.cjs claude-code Stop',
    'not a line',
    '',
  ].join('\n');
  expect(parseProcesses(text)).toEqual([
    { pid: 101, parent: 1, ageSeconds: 7, rssKib: 75_448, bundle: '/x/plimsoll/dist/server.mjs' },
    { pid: 102, parent: 101, ageSeconds: 183_845, rssKib: 1_024, bundle: 'dist/cli.mjs' },
    { pid: 104, parent: 1, ageSeconds: 1, rssKib: 512, bundle: 'C:\\x\\dist\\hook.cjs' },
  ]);
});

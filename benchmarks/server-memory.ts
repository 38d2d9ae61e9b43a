import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { McpPeer } from '../tests/e2e/harness/mcp-peer.ts';
import { type ProcessStatus, processStatus } from './measure/process-status.ts';
import type { Product } from './measure/product.ts';
import { callTool, startServer } from './measure/start-server.ts';
import { median } from './measure/statistics.ts';
import type { Figure, Question } from './question.ts';

const RESIDENT_LIMIT_MB = 70;
/** The idle worker thread has ended by then (it rests for 2 s). */
const REST_MS = 5_000;
const FILE_BYTES = 2 * 1024 * 1024;
const SESSIONS = 3;

interface Session {
  readonly started: ProcessStatus;
  readonly used: ProcessStatus;
  readonly indexed: ProcessStatus;
}

const event = (folder: string) => ({
  event: 'PostToolUse',
  session_id: 'bench',
  cwd: folder,
  tool_name: 'Bash',
  tool_use_id: 'toolu_bench',
  tool_input: '{"command":"true"}',
  tool_response: '{"stdout":"","stderr":""}',
});

function statusOf(peer: McpPeer): ProcessStatus {
  const status = processStatus(peer.pid);
  if (status === undefined) throw new Error('this system has no /proc');
  return status;
}

/** Words that repeat as in prose: few of them often, each line with one of its own. */
function sampleText(bytes: number): string {
  const lines: string[] = [];
  for (let size = 0, line = 0; size < bytes; line += 1) {
    const text = `Line ${line}: request ${(line * 7919) % 10_007} took ${line % 311} ms in handler${line % 97}, retried ${line % 5} times.`;
    lines.push(text);
    size += text.length + 1;
  }
  return lines.join('\n');
}

async function runSession(product: Product): Promise<Session> {
  const folder = product.newFolder();
  const file = join(folder, 'large.log');
  writeFileSync(file, sampleText(FILE_BYTES));
  const peer = await startServer(product, folder);
  await peer.request('tools/list');
  const started = statusOf(peer);
  await callTool(peer, 'ctx_search', { queries: ['handler'] });
  await callTool(peer, 'hook_event', event(folder));
  await sleep(REST_MS);
  const used = statusOf(peer);
  await callTool(peer, 'ctx_index', { path: file });
  await callTool(peer, 'ctx_search', { queries: ['handler12'] });
  await sleep(REST_MS);
  const indexed = statusOf(peer);
  await peer.end();
  if (indexed.threads > used.threads) throw new Error('the worker thread has not ended');
  return { started, used, indexed };
}

export const serverMemory: Question = {
  name: 'server-memory',
  text: 'How much memory does an idle server hold?',
  floor: 'none: VmRSS as Linux gives it, of the one server process; other systems are not measured',
  meaning:
    'Resident memory 5 s after the first search and the first recorded event, database open and worker thread ended. Some 40 MB of it are pages of the node binary, which all Node processes share; what is the server’s own is the anonymous part.',
  async measure({ product, isQuick }) {
    if (process.platform !== 'linux') {
      console.error('server-memory: only Linux has /proc; nothing measured');
      return [];
    }
    const sessions: Session[] = [];
    for (let run = 0; run < (isQuick ? 1 : SESSIONS); run += 1) sessions.push(await runSession(product));
    const figure = (name: string, pick: (session: Session) => number): Figure => ({
      name,
      value: median(sessions.map(pick)),
      unit: 'MB',
    });
    return [
      figure('after tools/list', ({ started }) => started.residentMb),
      {
        ...figure('5 s after first search and record', ({ used }) => used.residentMb),
        must: RESIDENT_LIMIT_MB,
      },
      figure('of it anonymous', ({ used }) => used.anonymousMb),
      figure('5 s after a 2 MB file was indexed', ({ indexed }) => indexed.residentMb),
      figure('of that anonymous', ({ indexed }) => indexed.anonymousMb),
    ];
  },
};

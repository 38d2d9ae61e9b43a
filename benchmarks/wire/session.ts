import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '../../tests/e2e/harness/clients.ts';
import { addPageServer } from '../../tests/e2e/harness/project-server.ts';
import { runSession, type Session } from '../../tests/e2e/harness/run-session.ts';
import { makeSandbox, type Sandbox } from '../../tests/e2e/harness/sandbox.ts';
import type { ModelRequest, Step } from '../../tests/e2e/harness/scripted-model.ts';
import type { Reply } from '../../tests/e2e/harness/scripted-reply.ts';
import { type Measured, measure } from './measure.ts';
import { seeded } from './random.ts';
import { Reader } from './reader.ts';
import { isSeen, sightOf } from './sight.ts';
import type { Task, TaskDefinition } from './task.ts';
import { startWebServer } from './web-server.ts';

/** More requests than any task makes. */
const MAX_REQUESTS = 500;
const TIMEOUT_MS = 400_000;

export interface Arm {
  readonly client: Client;
  /** Folder of the plugin; undefined: the bare client. */
  readonly plugin: string | undefined;
}

interface ScriptedTask {
  readonly steps: readonly Step[];
  readonly main: Reader;
}

/** The model of one session: the main conversation, its subagent, and side requests. */
function script(task: Task): ScriptedTask {
  const main = new Reader(task.turns);
  const sub = new Reader([task.subagent?.steps ?? []]);
  let turns = 0;
  const answerMain = (request: ModelRequest): readonly Reply[] => {
    if (request.newResults.length === 0 && task.prompts.some((prompt) => request.newText.includes(prompt))) {
      if (turns > 0) main.nextTurn();
      turns += 1;
    }
    return main.next(request) ?? [{ text: 'ANSWER: done.' }];
  };
  const answerSub = (request: ModelRequest): readonly Reply[] => {
    const calls = sub.next(request);
    if (calls !== undefined) return calls;
    const sight = sightOf(request.body).text;
    const facts = (task.subagent?.steps ?? []).flatMap(({ need = [] }) => need);
    return [{ text: task.subagent?.report(facts.every((fact) => isSeen(fact, sight))) ?? 'done' }];
  };
  const answer = (request: ModelRequest): readonly Reply[] => {
    if (request.kind === 'main') return answerMain(request);
    if (request.kind === 'subagent') return answerSub(request);
    return [{ text: task.side?.(request.newText) ?? '{"title":"made up"}' }];
  };
  const step: Step = { when: () => true, reply: answer };
  return { steps: Array.from({ length: MAX_REQUESTS }, () => ({ ...step })), main };
}

function writeSettings(sandbox: Sandbox): void {
  const file = join(sandbox.config, 'settings.json');
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : {};
  mkdirSync(sandbox.config, { recursive: true });
  writeFileSync(file, JSON.stringify({ ...known, skipWebFetchPreflight: true }));
}

/** Runs one task in a sandbox of its own. @throws Error when the session ended otherwise than with an answer */
export async function runTask(
  { name, group, build }: TaskDefinition,
  { client, plugin }: Arm,
  seed: number,
): Promise<Measured> {
  const sandbox = makeSandbox();
  const web = await startWebServer(sandbox.root);
  try {
    const task = build({ random: seeded(seed, name), folder: sandbox.project, web });
    writeSettings(sandbox);
    if (task.page !== undefined) addPageServer(sandbox, task.page);
    const { steps, main } = script(task);
    const session: Session = await runSession({
      client,
      sandbox,
      steps,
      prompts: task.prompts,
      timeoutMs: TIMEOUT_MS,
      args: plugin === undefined ? [] : ['--plugin-dir', plugin],
      env: web.certificate === undefined ? {} : { NODE_EXTRA_CA_CERTS: web.certificate },
    });
    if (session.exitCode !== 0) throw new Error(`${name}: the client ended so: ${session.stderr}`);
    return measure({ name, group, seed, task, reader: main, session });
  } finally {
    await web.close();
    sandbox.dispose();
  }
}

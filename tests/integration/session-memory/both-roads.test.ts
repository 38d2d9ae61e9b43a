import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '#storage/database.ts';
import { createResumeStore } from '#storage/resume-store.ts';
import {
  type AgentSession,
  agentSession,
  filesWith,
  stoppedClock,
} from '../../helpers/product/agent-session.ts';
import { startServer } from '../../helpers/product/line-client.ts';
import { makePlace, type Place, storePath } from '../../helpers/product/places.ts';
import { testDriver } from '../../helpers/store/fixtures.ts';

const NOW_MS = Date.UTC(2026, 4, 1, 12, 30);
const CANARY = 'sk-ant-api03-QmFzZTY0Q2FuYXJ5VGhhdElzTm90UmVhbAxyz0123456789';

/** What one session brings: all kinds of events, small talk and a secret among them. */
async function work({ tell }: AgentSession, project: string): Promise<readonly string[]> {
  const said: string[] = [];
  const keep = async (event: string, fields?: Readonly<Record<string, unknown>>) => {
    said.push(`${event}: ${await tell(event, fields)}`);
  };
  const call = (id: string, tool: string, input: object, response: object) =>
    keep('PostToolUse', { tool_name: tool, tool_use_id: id, tool_input: input, tool_response: response });
  const file = join(project, 'src/parser.ts');
  await keep('SessionStart', { source: 'startup' });
  await keep('UserPromptSubmit', {
    prompt: `Port the parser to the new grammar. The key is ${CANARY}, do not print it.`,
  });
  await keep('PreToolUse', { tool_name: 'Edit', tool_use_id: 't1', tool_input: { file_path: file } });
  await call('t1', 'Edit', { file_path: file, old_string: 'a', new_string: 'b' }, { filePath: file });
  await call(
    't2',
    'TaskCreate',
    { subject: 'Port the lexer' },
    { task: { id: '4', subject: 'Port the lexer' } },
  );
  await keep('PostToolUseFailure', {
    tool_name: 'Bash',
    tool_use_id: 't3',
    tool_input: { command: 'npm test' },
    error: 'Exit code 1\nFAIL tests/parser.test.ts\nTypeError: token is undefined',
  });
  await call(
    't4',
    'Bash',
    { command: 'git checkout -b port/parser' },
    { stdout: '', stderr: "Switched to a new branch 'port/parser'" },
  );
  await keep('SubagentStart', { agent_id: 'a1', agent_type: 'Explore' });
  await keep('SubagentStop', {
    agent_id: 'a1',
    agent_type: 'Explore',
    last_assistant_message: 'Found 12 callers.',
  });
  await keep('Stop', {
    last_assistant_message: 'I chose a table driven lexer because it needs no backtracking.',
  });
  await keep('UserPromptSubmit', { prompt: 'No, use port 4000 instead of 3000. Never touch vendor/.' });
  await keep('InstructionsLoaded', { file_path: join(project, 'CLAUDE.md') });
  await keep('PreCompact', { trigger: 'manual', custom_instructions: 'keep the grammar' });
  await keep('SessionStart', { source: 'compact' });
  await keep('PostCompact', { trigger: 'manual' });
  await keep('UserPromptSubmit', { prompt: 'Go on.' });
  await call(
    't5',
    'Read',
    { file_path: file },
    { type: 'text', file: { filePath: file, content: 'x', numLines: 1 } },
  );
  await keep('Stop', { last_assistant_message: 'Done.' });
  return said;
}

function snapshots(place: Place): readonly (string | undefined)[] {
  const database = openDatabase({ driver: testDriver(), path: storePath(place) });
  try {
    return ['s-1'].map((id) => createResumeStore(database).latest(id)?.xml);
  } finally {
    database.close();
  }
}

/** Texts without the folders of the place, which differ. */
const placeless = (place: Place, texts: readonly (string | undefined)[]): readonly string[] =>
  texts.map((text) => (text ?? '').replaceAll(place.project, '<project>'));

test('the server and processes alone say the same, byte for byte', async () => {
  const roads: (readonly string[])[] = [];
  for (const isServer of [true, false]) {
    const place = makePlace();
    mkdirSync(join(place.project, '.git'));
    writeFileSync(join(place.project, 'CLAUDE.md'), 'Use tabs.');
    const env = stoppedClock(place, NOW_MS);
    const server = isServer ? await startServer(place, { env }) : undefined;
    const session = agentSession(place, { env, ...(server === undefined ? {} : { server: () => server }) });
    const said = await work(session, place.project);
    await server?.end();
    roads.push(placeless(place, [...said, ...snapshots(place)]));
    expect(filesWith(place.root, CANARY)).toEqual([]);
  }
  const [byServer, byProcess] = roads;
  expect(byProcess).toEqual(byServer);
  const guide =
    byServer?.find(
      (text) =>
        text.startsWith('SessionStart: ') &&
        text.includes('Record of what was said and done in this session'),
    ) ?? '';
  for (const part of [
    'Port the parser',
    'port 4000',
    'src/parser.ts',
    'Port the lexer',
    'port/parser',
    'npm test',
  ])
    expect(guide).toContain(part);
  expect(
    byServer?.filter((text) => text.includes('Record of what was said and done in this session')),
  ).toHaveLength(1);
  expect(byServer?.at(-1)).toMatch(/^<session_snapshot /);
}, 60_000);

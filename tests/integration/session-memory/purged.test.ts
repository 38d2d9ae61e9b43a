import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type AgentSession,
  agentSession,
  filesWith,
  promptLine,
  saidLine,
  writeTranscript,
} from '../../helpers/product/agent-session.ts';
import { runCli } from '../../helpers/product/command-line.ts';
import { type LineClient, startServer } from '../../helpers/product/line-client.ts';
import { makePlace, type Place } from '../../helpers/product/places.ts';

/** Words that occur nowhere but in what is purged. */
const GONE = 'zwielichtmuschel';
const AFTER = 'Now translate the handbook.';

const DECIDED = `I chose ${GONE} because its files are small.`;

/** A conversation that hooks and transcript both tell, compacted once; the transcript stays the host's. */
async function converse(session: AgentSession): Promise<void> {
  const { tell } = session;
  writeTranscript(session, [promptLine(`Port the ${GONE} reports.`), saidLine(DECIDED)]);
  await tell('UserPromptSubmit', { prompt: `Port the ${GONE} reports.` });
  await tell('PostToolUse', {
    tool_name: 'Edit',
    tool_use_id: `edit-${session.id}`,
    tool_input: { file_path: `/p/${GONE}.ts`, old_string: 'a', new_string: 'b' },
    tool_response: { filePath: `/p/${GONE}.ts` },
  });
  await tell('Stop', { last_assistant_message: DECIDED });
  await tell('PreCompact', { trigger: 'auto' });
  expect(await tell('SessionStart', { source: 'compact' })).toContain(GONE);
}

/** What the session is told and remembered by, once it went on. */
async function goOn(session: AgentSession): Promise<string> {
  const { tell } = session;
  const said: string[] = [];
  writeTranscript(session, [promptLine(AFTER)]);
  said.push(await tell('UserPromptSubmit', { prompt: AFTER }));
  writeTranscript(session, [saidLine('I chose the glossary first because the terms recur.')]);
  said.push(await tell('Stop', { last_assistant_message: 'Done.' }));
  said.push(await tell('PreCompact', { trigger: 'auto' }));
  said.push(await tell('SessionStart', { source: 'compact' }));
  return said.join('\n');
}

const left = (place: Place): readonly string[] => filesWith(place.data, GONE);

for (const road of ['a server', 'processes'] as const)
  for (const scope of [['--session', 's-1'], ['--project'], ['--all']])
    test(`by ${road}, after purge ${scope[0]} nothing comes back from the transcript`, async () => {
      const place = makePlace();
      let server: LineClient | undefined = road === 'a server' ? await startServer(place) : undefined;
      const running = (): LineClient => {
        if (server === undefined) throw new Error('no server');
        return server;
      };
      const session = agentSession(place, server === undefined ? {} : { server: running });
      await converse(session);
      expect((await runCli(place, 'purge', ...scope, '--yes')).stdout).toContain('Nothing of it is left');
      expect(left(place)).toEqual([]);
      if (server !== undefined) {
        await server.end();
        server = await startServer(place);
      }
      const said = await goOn(session);
      expect(said).not.toContain(GONE);
      expect(said).toContain(AFTER);
      expect(said).toContain('glossary');
      await session.tell('SessionEnd', { reason: 'other' });
      expect(await session.tell('SessionStart', { source: 'resume' })).not.toContain(GONE);
      expect(left(place)).toEqual([]);
    }, 60_000);

test('a session that goes on from a purged one keeps its own work only, and forgets its name', async () => {
  const place = makePlace();
  const first = agentSession(place, { id: 's-gone' });
  await converse(first);
  const second = agentSession(place, { id: 's-next' });
  expect(await second.tell('SessionStart', { source: 'resume' })).toContain(GONE);
  await second.tell('UserPromptSubmit', { prompt: AFTER });
  await second.tell('PreCompact', { trigger: 'auto' });
  await runCli(place, 'purge', '--session', 's-gone', '--yes');
  expect(left(place)).toEqual([]);
  const guide = await second.tell('SessionStart', { source: 'compact' });
  expect(guide).toContain(AFTER);
  expect(guide).not.toMatch(/zwielichtmuschel|s-gone/);
  // A fork carries the lines of the session that it was copied from.
  const fork = agentSession(place, { id: 's-fork' });
  writeTranscript(fork, [
    { ...promptLine(`Port the ${GONE} reports.`), sessionId: 's-gone', timestamp: '2026-01-01T00:00:00Z' },
  ]);
  expect(await fork.tell('SessionStart', { source: 'resume' })).not.toContain(GONE);
  expect(left(place)).toEqual([]);
}, 60_000);

test('between the two events of a compaction by process, a purge takes the note of the guide too', async () => {
  for (const scope of [['--session', 's-gone'], ['--project']]) {
    const place = makePlace();
    const { tell } = agentSession(place, { id: 's-gone' });
    await tell('UserPromptSubmit', { prompt: `Port the ${GONE} reports.` });
    await tell('PreCompact', { trigger: 'auto' });
    expect(readdirSync(join(place.data, 'spool')).join()).toContain('s-gone');
    await runCli(place, 'purge', ...scope, '--yes');
    expect(readdirSync(join(place.data, 'spool')).join()).not.toContain('s-gone');
    expect(filesWith(place.data, 's-gone')).toEqual([]);
  }
}, 60_000);

test('a purged session that is resumed is not taken for another one of its folder', async () => {
  const place = makePlace();
  const [gone, other] = ['s-gone', 's-other'].map((id) => agentSession(place, { id }));
  await gone?.tell('UserPromptSubmit', { prompt: `Port the ${GONE} reports.` });
  await other?.tell('UserPromptSubmit', { prompt: 'Write the release notes.' });
  await runCli(place, 'purge', '--session', 's-gone', '--yes');
  expect(await gone?.tell('SessionStart', { source: 'resume' })).not.toContain('release notes');
}, 60_000);

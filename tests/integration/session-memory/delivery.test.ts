import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  agentSession,
  boundaryLine,
  promptLine,
  saidLine,
  writeTranscript,
} from '../../helpers/product/agent-session.ts';
import { type LineClient, startServer } from '../../helpers/product/line-client.ts';
import { makePlace, type Place } from '../../helpers/product/places.ts';

const GUIDE = 'Record of what was said and done in this session';
const GOAL = 'Move the reports to the new pipeline, one folder at a time.';
const edit = (id: string, file: string) => ({
  tool_name: 'Edit',
  tool_use_id: id,
  tool_input: { file_path: file, old_string: 'a', new_string: 'b' },
  tool_response: { filePath: file },
});

/** A server that a test may kill and start again. */
async function restartable(place: Place) {
  let server = await startServer(place);
  return {
    current: (): LineClient => server,
    async kill(): Promise<void> {
      server.child.kill('SIGKILL');
      await server.exited;
      server = await startServer(place);
    },
  };
}

describe('after a compaction', () => {
  test('the guide comes with the start, and with no other event', async () => {
    const place = makePlace();
    const server = await startServer(place);
    const { tell } = agentSession(place, { server: () => server });
    await tell('UserPromptSubmit', { prompt: GOAL });
    await tell('PostToolUse', edit('t1', '/p/a.ts'));
    for (const trigger of ['manual', 'auto']) {
      // The event can come early, and twice.
      const [first, second] = [await tell('PreCompact', { trigger }), await tell('PreCompact', { trigger })];
      expect(first).toContain(GOAL);
      expect(second).toBe(first);
      expect(Buffer.byteLength(first)).toBeLessThanOrEqual(1_024);
      expect(await tell('SessionStart', { source: 'compact' })).toContain(GUIDE);
      for (const [event, fields] of [
        ['PostCompact', { trigger }],
        ['UserPromptSubmit', { prompt: 'Go on.' }],
        ['PostToolUse', edit(`t-${trigger}`, '/p/b.ts')],
        ['Stop', { last_assistant_message: 'Done.' }],
        ['UserPromptSubmit', { prompt: 'And now the rest.' }],
      ] as const)
        expect(await tell(event, fields), event).not.toContain(GUIDE);
    }
  });

  test('a start that the server missed is made up for with the next prompt, once', async () => {
    const place = makePlace();
    const server = await restartable(place);
    const session = agentSession(place, { server: server.current });
    writeTranscript(session, [promptLine(GOAL), saidLine('Starting.')]);
    await session.tell('UserPromptSubmit', { prompt: GOAL });
    await session.tell('PreCompact', { trigger: 'auto' });
    await server.kill();
    writeTranscript(session, [boundaryLine()]);
    expect(await session.tell('UserPromptSubmit', { prompt: 'Go on.' })).toContain(GUIDE);
    expect(await session.tell('PostToolUse', edit('t1', '/p/a.ts'))).not.toContain(GUIDE);
    expect(await session.tell('UserPromptSubmit', { prompt: 'More.' })).not.toContain(GUIDE);
  });

  test('where the transcript does not tell, the end of the compaction does', async () => {
    const place = makePlace();
    const server = await startServer(place);
    const { tell } = agentSession(place, { server: () => server });
    await tell('UserPromptSubmit', { prompt: GOAL });
    await tell('PreCompact', { trigger: 'auto' });
    await tell('PostCompact', { trigger: 'auto' });
    expect(await tell('PostToolUse', edit('t1', '/p/a.ts'))).toContain(GUIDE);
    expect(await tell('PostToolUse', edit('t2', '/p/a.ts'))).not.toContain(GUIDE);
  });

  test('a guide that the host did not take is given once more', async () => {
    const place = makePlace();
    const server = await startServer(place);
    const session = agentSession(place, { server: () => server });
    writeTranscript(session, [promptLine(GOAL)]);
    await session.tell('UserPromptSubmit', { prompt: GOAL });
    await session.tell('PreCompact', { trigger: 'auto' });
    expect(await session.tell('SessionStart', { source: 'compact' })).toContain(GUIDE);
    const attachment = (hookEvent: string, content: string) => ({
      type: 'attachment',
      attachment: { type: 'hook_additional_context', content: [content], hookEvent },
    });
    writeTranscript(session, [
      boundaryLine(),
      { type: 'attachment', attachment: { type: 'hook_cancelled', hookEvent: 'SessionStart' } },
      attachment('PostToolUse', 'of another plugin'),
    ]);
    expect(await session.tell('PostToolUse', edit('t1', '/p/a.ts'))).toContain(GUIDE);
    writeTranscript(session, [attachment('PostToolUse', 'of another plugin')]);
    expect(await session.tell('PostToolUse', edit('t2', '/p/a.ts'))).not.toContain(GUIDE);
  });

  test('a guide that the transcript has is not given again, whatever else hooks said', async () => {
    const place = makePlace();
    const server = await startServer(place);
    const session = agentSession(place, { server: () => server });
    writeTranscript(session, [promptLine(GOAL)]);
    await session.tell('UserPromptSubmit', { prompt: GOAL });
    await session.tell('PreCompact', { trigger: 'auto' });
    const guide = await session.tell('SessionStart', { source: 'compact' });
    const said = (hookEvent: string, content: string) => ({
      type: 'attachment',
      attachment: { type: 'hook_additional_context', content: [content], hookEvent },
    });
    writeTranscript(session, [
      boundaryLine(),
      said('SessionStart', guide),
      said('PostToolUse', 'of another plugin'),
    ]);
    expect(await session.tell('PostToolUse', edit('t1', '/p/a.ts'))).not.toContain(GUIDE);
    expect(await session.tell('UserPromptSubmit', { prompt: 'Go on.' })).not.toContain(GUIDE);
  });

  test('without a compaction, nothing is given: it was broken off', async () => {
    const place = makePlace();
    const server = await startServer(place);
    const session = agentSession(place, { server: () => server });
    writeTranscript(session, [promptLine(GOAL)]);
    await session.tell('UserPromptSubmit', { prompt: GOAL });
    await session.tell('PreCompact', { trigger: 'manual' });
    writeTranscript(session, [promptLine('Go on.'), saidLine('Going on.')]);
    expect(await session.tell('UserPromptSubmit', { prompt: 'Go on.' })).not.toContain(GUIDE);
    expect(await session.tell('PostToolUse', edit('t1', '/p/a.ts'))).not.toContain(GUIDE);
  });

  test('a subagent is told nothing of it', async () => {
    const place = makePlace();
    const server = await startServer(place);
    const { tell } = agentSession(place, { server: () => server });
    await tell('UserPromptSubmit', { prompt: GOAL });
    await tell('PreCompact', { trigger: 'auto' });
    await tell('PostCompact', { trigger: 'auto' });
    expect(await tell('PostToolUse', { ...edit('t1', '/p/a.ts'), agent_id: 'a1' })).not.toContain(GUIDE);
    expect(await tell('PostToolUse', edit('t2', '/p/a.ts'))).toContain(GUIDE);
  });
});

describe('a start by process', () => {
  test('resumed under its own id, and under a new one, a session finds its work', async () => {
    const place = makePlace();
    const first = agentSession(place);
    await first.tell('SessionStart', { source: 'startup' });
    await first.tell('UserPromptSubmit', { prompt: GOAL });
    await first.tell('SessionEnd', { reason: 'other' });
    expect(await first.tell('SessionStart', { source: 'resume' })).toContain(GOAL);
    const second = agentSession(place, { id: 's-2' });
    expect(await second.tell('SessionStart', { source: 'resume' })).toContain(GOAL);
    await second.tell('UserPromptSubmit', { prompt: 'Next: the invoices.' });
    await second.tell('PreCompact', { trigger: 'auto' });
    const guide = await second.tell('SessionStart', { source: 'compact' });
    expect(guide).toContain(GOAL);
    expect(guide).toContain('Next: the invoices.');
  });

  test('a project with rules files finds the work of the session before just as well', async () => {
    const place = makePlace();
    mkdirSync(join(place.project, '.git'));
    writeFileSync(join(place.project, 'CLAUDE.md'), 'Use tabs.');
    const first = agentSession(place);
    await first.tell('UserPromptSubmit', { prompt: GOAL });
    await first.tell('SessionEnd', { reason: 'other' });
    const second = agentSession(place, { id: 's-2' });
    const rules = { file_path: join(place.project, 'CLAUDE.md'), load_reason: 'session_start' };
    await second.tell('InstructionsLoaded', rules);
    await second.tell('CwdChanged', { old_cwd: place.root, new_cwd: place.project });
    expect(await second.tell('SessionStart', { source: 'resume' })).toContain(GOAL);
  });

  test('a fork is told apart by its transcript from other sessions of the same folder', async () => {
    const place = makePlace();
    for (const [id, prompt] of [
      ['s-old', 'Fix the exporter.'],
      ['s-other', 'Write the release notes.'],
    ] as const)
      await agentSession(place, { id }).tell('UserPromptSubmit', { prompt });
    const fork = agentSession(place, { id: 's-fork' });
    writeTranscript(fork, [{ ...promptLine('Fix the exporter.'), sessionId: 's-old' }]);
    for (const id of ['s-old', 's-other'])
      await agentSession(place, { id }).tell('SessionEnd', { reason: 'other' });
    const guide = await fork.tell('SessionStart', { source: 'resume' });
    expect(guide).toContain('Fix the exporter.');
    expect(guide).not.toContain('release notes');
  });

  test('sessions of one project stay apart, and so do projects', async () => {
    const place = makePlace();
    const other = join(place.root, 'other');
    for (const folder of [place.project, other]) mkdirSync(join(folder, '.git'), { recursive: true });
    const say = (id: string, cwd: string, prompt: string) =>
      agentSession(place, { id, cwd, env: { CLAUDE_PROJECT_DIR: cwd } }).tell('UserPromptSubmit', { prompt });
    await say('s-1', place.project, GOAL);
    await say('s-2', place.project, 'Translate the handbook.');
    await say('s-3', other, 'Paint the fence.');
    const { tell } = agentSession(place);
    await tell('PreCompact', { trigger: 'auto' });
    const guide = await tell('SessionStart', { source: 'compact' });
    expect(guide).toContain(GOAL);
    expect(guide).not.toMatch(/handbook|fence/);
  });

  test('a cleared session begins anew, a new one learns what was left, and trivial ones cost nothing to speak of', async () => {
    const place = makePlace();
    const first = agentSession(place);
    expect(Buffer.byteLength(await first.tell('SessionStart', { source: 'startup' }))).toBeLessThanOrEqual(
      300,
    );
    await first.tell('UserPromptSubmit', { prompt: GOAL });
    await first.tell('PostToolUse', {
      tool_name: 'TaskCreate',
      tool_use_id: 't1',
      tool_input: { subject: 'Move the invoices' },
      tool_response: { task: { id: '1', subject: 'Move the invoices' } },
    });
    await first.tell('SessionEnd', { reason: 'clear' });
    const cleared = await agentSession(place, { id: 's-2' }).tell('SessionStart', { source: 'clear' });
    expect(cleared).toContain('/ctx-purge');
    expect(cleared).not.toContain(GOAL);
    const started = await agentSession(place, { id: 's-3' }).tell('SessionStart', { source: 'startup' });
    expect(started).toMatch(/\n\nLeft here .*: 1 open task;/);
    for (const text of [cleared, started]) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(300);
  });

  test('a guide that was being given when its process was killed comes with the next prompt', async () => {
    const place = makePlace();
    const { tell } = agentSession(place);
    await tell('UserPromptSubmit', { prompt: GOAL });
    await tell('PreCompact', { trigger: 'auto' });
    // The store cannot be opened: as for a process that did not get so far.
    await agentSession(place, { env: { PLIMSOLL_SQLITE_DRIVER: 'nonsense' } }).tell('SessionStart', {
      source: 'compact',
    });
    expect(await tell('UserPromptSubmit', { prompt: 'Go on.' })).toContain(GUIDE);
    expect(await tell('UserPromptSubmit', { prompt: 'More.' })).not.toContain(GUIDE);
  });
});

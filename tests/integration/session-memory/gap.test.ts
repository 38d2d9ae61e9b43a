import { describe, expect, test } from 'vitest';
import {
  agentSession,
  callLine,
  promptLine,
  resultLine,
  saidLine,
  writeTranscript,
} from '../../helpers/product/agent-session.ts';
import { readStats } from '../../helpers/product/command-line.ts';
import { type LineClient, startServer } from '../../helpers/product/line-client.ts';
import { makePlace } from '../../helpers/product/places.ts';

const edit = (id: string, file: string) => ({
  tool_name: 'Edit',
  tool_use_id: id,
  tool_input: { file_path: file, old_string: 'a', new_string: 'b' },
  tool_response: { filePath: file },
});
const editLines = (id: string, file: string) => [
  callLine(id, 'Edit', { file_path: file, old_string: 'a', new_string: 'b' }),
  resultLine(id, 'The file was updated.', { filePath: file }),
];

/** Texts of remembered facts of a kind, newest first. */
async function facts(server: LineClient, kind: string): Promise<readonly string[]> {
  const { data } = await server.call('ctx_search', { source: `event:${kind}`, sort: 'timeline', limit: 20 });
  return (data.hits as readonly { readonly text: string }[]).map(({ text }) => text);
}

describe('what happened while the server was away', () => {
  test('is taken from the transcript with the next event, in its order, and once', async () => {
    const place = makePlace();
    let server = await startServer(place);
    const session = agentSession(place, { server: () => server });
    writeTranscript(session, [promptLine('Port the parser.'), ...editLines('t1', '/p/one.ts')]);
    await session.tell('UserPromptSubmit', { prompt: 'Port the parser.' });
    await session.tell('PostToolUse', edit('t1', '/p/one.ts'));
    server.child.kill('SIGKILL');
    await server.exited;
    writeTranscript(session, [
      ...editLines('t2', '/p/two.ts'),
      saidLine('I chose recursive descent because the grammar is small.'),
      promptLine('Stop, I said tabs and not spaces.'),
      ...editLines('t3', '/p/three.ts'),
    ]);
    server = await startServer(place);
    await session.tell('PostToolUse', edit('t3', '/p/three.ts'));
    await session.tell('PostToolUse', edit('t4', '/p/four.ts'));
    writeTranscript(session, editLines('t4', '/p/four.ts'));
    // The host writes lines of before a second time when it compacts.
    writeTranscript(session, [promptLine('Port the parser.'), ...editLines('t2', '/p/two.ts')]);
    for (let times = 0; times < 2; times += 1) await session.tell('PreCompact', { trigger: 'auto' });
    const files = (await facts(server, 'file')).map((path) => path.split('/').at(-1));
    expect(files).toEqual(['four.ts', 'three.ts', 'two.ts', 'one.ts']);
    expect(await facts(server, 'prompt')).toEqual(['Stop, I said tabs and not spaces.', 'Port the parser.']);
    expect(await facts(server, 'decision')).toEqual([
      'I chose recursive descent because the grammar is small.',
    ]);
    const guide = await session.tell('SessionStart', { source: 'compact' });
    for (const part of ['two', 'tabs and not spaces', 'recursive descent']) expect(guide).toContain(part);
  });

  test('a broken or foreign transcript is passed over', async () => {
    const place = makePlace();
    const server = await startServer(place);
    const session = agentSession(place, { server: () => server });
    writeTranscript(session, [
      { type: 'assistant' },
      { type: 'user', message: 5 },
      { type: 'user', message: { content: [null, 7, { type: 'tool_result' }] } },
      { type: 'user', isMeta: true, message: { content: 'Caveat: not a prompt.' } },
      { type: 'user', message: { content: '<command-name>/compact</command-name>' } },
      { type: 'user', isSidechain: true, message: { content: 'Of a subagent.' } },
      promptLine('Port the parser.'),
    ]);
    await session.tell('UserPromptSubmit', { prompt: 'Port the parser.' });
    await session.tell('PreCompact', { trigger: 'auto' });
    expect(await facts(server, 'prompt')).toEqual(['Port the parser.']);
    const elsewhere = { trigger: 'auto', transcript_path: place.project };
    expect(await session.tell('PreCompact', elsewhere)).toContain('Port the parser.');
    expect(
      await session.tell('PreCompact', { trigger: 'auto', transcript_path: '/nowhere/x.jsonl' }),
    ).toContain('Port');
  });
});

test('an event that comes to two servers and by a process is there once', async () => {
  const place = makePlace();
  const servers = [await startServer(place), await startServer(place)];
  const sessions = servers.map((server) => agentSession(place, { server: () => server }));
  await Promise.all(sessions.map(({ tell }) => tell('PostToolUse', edit('t1', '/p/a.ts'))));
  await agentSession(place).tell('PostToolUse', edit('t1', '/p/a.ts'));
  for (const server of servers) expect(await facts(server, 'file')).toHaveLength(1);
  expect((await readStats(place)).events).toBe(1);
});

describe('what a failed call said', () => {
  const error = `Exit code 1\n${Array.from({ length: 60 }, (_, n) => `case ${n}: zebra-${n} expected`).join('\n')}`;
  const failure = { tool_name: 'Bash', tool_use_id: 't1', tool_input: { command: 'npm run stripes' }, error };

  test('is stored once, found by its words, and adds nothing to the context', async () => {
    const place = makePlace();
    const server = await startServer(place);
    const { tell } = agentSession(place, { server: () => server });
    for (let times = 0; times < 2; times += 1) expect(await tell('PostToolUseFailure', failure)).toBe('');
    const { data } = await server.call('ctx_search', { queries: ['zebra-41'], kind: 'output' });
    const [{ id, source }] = data.hits as readonly [{ readonly id: string; readonly source: string }];
    expect(source).toContain('npm run stripes');
    expect((await server.call('ctx_read', { id })).text).toContain('case 59: zebra-59 expected');
    expect((await readStats(place)).sources).toBe(1);
  });

  test('what is short is remembered with the event alone', async () => {
    const place = makePlace();
    const server = await startServer(place);
    await agentSession(place, { server: () => server }).tell('PostToolUseFailure', {
      ...failure,
      error: 'Exit code 1',
    });
    expect((await readStats(place)).sources).toBe(0);
  });
});

describe('the search over what is remembered', () => {
  test('answers beside passages, by kind, and says whose it is', async () => {
    const place = makePlace();
    const server = await startServer(place, { env: { CLAUDE_CODE_SESSION_ID: 's-1' } });
    const [own, other] = ['s-1', 's-2'].map((id) => agentSession(place, { id, server: () => server }));
    await own?.tell('UserPromptSubmit', { prompt: 'Never push to the release branch.' });
    await other?.tell('UserPromptSubmit', { prompt: 'The release branch is cut on Fridays.' });
    await other?.tell('Stop', {
      last_assistant_message: 'I chose the ring buffer because memory stays flat.',
    });
    await server.call('ctx_index', { content: 'The release notes.', source: 'notes' });

    const all = await server.call('ctx_search', { queries: ['release branch'], limit: 5 });
    expect(all.text).toMatch(/^event:prompt, this session, \d{4}-\d\d-\d\d \d\d:\d\d UTC, /m);
    expect(all.text).toMatch(/^event:prompt, session s-2, /m);
    expect(all.text).toMatch(/^#1 notes/m);
    const sources = async (args: object): Promise<readonly string[]> =>
      ((await server.call('ctx_search', args)).data.hits as readonly { source: string }[]).map(
        ({ source }) => source,
      );
    expect(await sources({ queries: ['release branch'], kind: 'doc' })).toEqual(['notes']);
    expect(await sources({ queries: ['why the ring buffer?'], source: 'event:decision' })).toEqual([
      'event:decision',
    ]);
    expect(await sources({ queries: ['ring buffer'], kind: 'event', sort: 'timeline' })).toContain(
      'event:decision',
    );
    expect(new Set(await sources({ source: 'event:*', limit: 20 }))).toContain('event:constraint');
    expect(await sources({ queries: ['release'], source: 'session s-2' })).toEqual(['event:prompt']);
  });

  test('finds compound words and other alphabets, the exact one first', async () => {
    const place = makePlace();
    const server = await startServer(place);
    const { tell } = agentSession(place, { server: () => server });
    for (const prompt of [
      'Set option776 for the importer.',
      'Set option777 for the importer.',
      'Şimdi raporu yeniden yaz.',
      '不要修改 siftMarkerGuard 这个接口',
    ])
      await tell('UserPromptSubmit', { prompt });
    const first = async (question: string): Promise<string | undefined> => {
      const { data } = await server.call('ctx_search', { queries: [question], source: 'event:prompt' });
      return (data.hits as readonly { readonly text: string }[])[0]?.text;
    };
    expect(await first('which option777?')).toBe('Set option777 for the importer.');
    expect(await first('şimdi rapor')).toBe('Şimdi raporu yeniden yaz.');
    expect(await first('哪个接口不要修改？')).toContain('siftMarkerGuard');
    expect(await first('sift marker guard')).toContain('siftMarkerGuard');
  });

  test('says what became of a task since', async () => {
    const place = makePlace();
    const server = await startServer(place);
    const { tell } = agentSession(place, { server: () => server });
    await tell('PostToolUse', {
      tool_name: 'TaskCreate',
      tool_use_id: 't1',
      tool_input: { subject: 'Move the invoices' },
      tool_response: { task: { id: '7', subject: 'Move the invoices' } },
    });
    await tell('PostToolUse', {
      tool_name: 'TaskUpdate',
      tool_use_id: 't2',
      tool_input: { taskId: '7', status: 'completed' },
      tool_response: { success: true, taskId: '7', updatedFields: ['status'] },
    });
    const { text } = await server.call('ctx_search', { queries: ['invoices'], kind: 'event' });
    expect(text).toMatch(/^event:task .*later: completed/m);
  });

  test('another project is not found', async () => {
    const place = makePlace();
    const server = await startServer(place);
    await agentSession(place, { id: 's-9', cwd: place.root, env: { CLAUDE_PROJECT_DIR: place.root } }).tell(
      'UserPromptSubmit',
      { prompt: 'Paint the zebra fence.' },
    );
    const { data } = await server.call('ctx_search', { queries: ['zebra fence'] });
    expect(data.hits).toEqual([]);
  });
});

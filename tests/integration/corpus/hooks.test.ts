import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { shipped } from '../../helpers/product/bundles.ts';
import { readStats } from '../../helpers/product/command-line.ts';
import { hookAfter, reply, transcript, writeLines } from '../../helpers/product/context.ts';
import { askHook, bashResult } from '../../helpers/product/hook-answers.ts';
import {
  documentOf,
  HOOK_LIMIT_MS,
  hookPayload,
  inPieces,
  runHook,
} from '../../helpers/product/hook-runner.ts';
import { type LineClient, startServer } from '../../helpers/product/line-client.ts';
import { loggedCodes, makePlace, namesIn, type Place, storePath } from '../../helpers/product/places.ts';
import { testDriver } from '../../helpers/store/fixtures.ts';

const EVENTS = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PreCompact',
  'SubagentStop',
  'Stop',
  'SessionEnd',
] as const;

/** Measures a duration: a machine that was busy with something else gets further tries. */
const TIMED = { retry: 2 };

const toolCall = (id: string, more: object = {}) => ({
  tool_name: 'Bash',
  tool_use_id: id,
  tool_input: { command: 'ls' },
  tool_response: { stdout: 'a\nb' },
  ...more,
});

/** Rows of the only project's store, read with our own driver after everybody closed it. */
function rows(place: Place, sql: string) {
  const connection = testDriver().open(storePath(place), { readOnly: true });
  try {
    return connection.prepare(sql).all();
  } finally {
    connection.close();
  }
}

/** Sends the event through the server's hook tool. */
const throughServer = async (server: LineClient, event: string, fields: object): Promise<string> =>
  (await server.call('hook_event', { event, session_id: 's-1', ...fields })).text;

test('hooks-006 two subagents: their events are kept apart by agent, on both doors', async () => {
  const place = makePlace();
  const server = await startServer(place);
  for (const [agent, calls] of [
    ['a1', 2],
    ['a2', 3],
    [undefined, 1],
  ] as const) {
    for (let n = 0; n < calls; n += 1) {
      const fields = { ...toolCall(`${agent}-${n}`), ...(agent === undefined ? {} : { agent_id: agent }) };
      await runHook(place, { input: hookPayload(place, fields) });
      await throughServer(server, 'PostToolUse', {
        ...fields,
        tool_use_id: `server-${agent}-${n}`,
        cwd: place.project,
      });
    }
  }
  expect(await readStats(place)).toMatchObject({ events: 12 });
  await server.end();
  const counted = rows(
    place,
    'SELECT agent_id AS agent, count(*) AS n FROM events GROUP BY agent_id ORDER BY agent_id',
  );
  expect(counted.map(({ agent, n }) => [agent, n])).toEqual([
    [null, 2],
    ['a1', 4],
    ['a2', 6],
  ]);
});

test('hooks-010 no event is answered with a changed input or result', async () => {
  const place = makePlace();
  const server = await startServer(place);
  for (const event of EVENTS) {
    const fields = toolCall('t-1', { prompt: 'hello', cwd: place.project });
    const { stdout } = await runHook(place, {
      args: ['claude-code', event],
      input: hookPayload(place, fields),
    });
    for (const answer of [stdout, await throughServer(server, event, fields)])
      expect([event, answer]).toEqual([
        event,
        expect.not.stringMatching(/updatedInput|updatedToolOutput|updatedMCP/),
      ]);
  }
});

test(
  'hooks-011 500 PreToolUse events are answered within a few milliseconds each, also those that are judged',
  TIMED,
  async () => {
    const server = await startServer(makePlace());
    const execute = 'mcp__plugin_plimsoll_ctx__ctx_execute';
    const input = JSON.stringify({ language: 'shell', code: 'git status && npm test | tail -3' });
    for (const fields of [{ tool_name: 'Glob' }, { tool_name: execute, tool_input: input }]) {
      const times: number[] = [];
      for (let n = 0; n < 500; n += 1) {
        const startMs = performance.now();
        await throughServer(server, 'PreToolUse', toolCall(`t-${n}`, fields));
        times.push(performance.now() - startMs);
      }
      times.sort((a, b) => a - b);
      expect(times[250]).toBeLessThan(25);
    }
    const { hooks } = JSON.parse(readFileSync(shipped('hooks/hooks.json'), 'utf8')) as {
      hooks: Record<string, { matcher?: string; hooks: { type: string }[] }[]>;
    };
    const matchers = (hooks.PreToolUse ?? []).map(({ matcher = '' }) => new RegExp(matcher));
    const own = ['execute', 'index', 'search', 'read', 'stats'].map(
      (name) => `mcp__plugin_plimsoll_ctx__ctx_${name}`,
    );
    for (const tool of own) expect(matchers.filter((matcher) => matcher.test(tool))).toHaveLength(1);
    expect(matchers.filter((matcher) => matcher.test('Glob'))).toHaveLength(0);
    // No process is started for what happens many times in a session.
    const types = (event: string): string[] =>
      (hooks[event] ?? []).flatMap((entry) => entry.hooks.map(({ type }) => type));
    for (const event of ['PreToolUse', 'PostToolUse', 'UserPromptSubmit'])
      expect(new Set(types(event))).toEqual(new Set(['mcp_tool']));
  },
);

test('hooks-012 what has to arrive does not travel as context after a call', async () => {
  const place = makePlace();
  const server = await startServer(place);
  const response = bashResult('word after word\n'.repeat(2_000));
  const governed = await askHook(server, place, { event: 'PostToolUse', tool: 'Bash', input: {}, response });
  // The way back to the whole is in the result itself.
  expect(JSON.stringify(governed?.updatedToolOutput)).toMatch(/\[#1: /);
  expect(governed?.additionalContext).toBeUndefined();
  for (const event of EVENTS.filter((name) => name !== 'SessionStart')) {
    const small = { event, tool: 'Bash', input: {}, response: bashResult('a'), more: { prompt: 'x' } };
    expect([event, await askHook(server, place, { ...small, id: event })]).toEqual([event, undefined]);
  }
  // What the model has to know stands in the text of the session's start, which comes again after each compaction.
  for (const source of ['startup', 'clear', 'compact']) {
    const input = hookPayload(place, { source });
    const { stdout } = await runHook(place, { args: ['claude-code', 'SessionStart'], input });
    expect(stdout).toContain('ctx_read');
  }
});

test('hooks-016 two registrations report the same tool call: it counts once, whichever door they use', async () => {
  const place = makePlace();
  const server = await startServer(place);
  const fields = toolCall('toolu_1', { cwd: place.project });
  await Promise.all([1, 2, 3].map(() => runHook(place, { input: hookPayload(place, fields) })));
  await throughServer(server, 'PostToolUse', fields);
  await throughServer(server, 'PostToolUse', fields);
  expect(await readStats(place)).toMatchObject({ events: 1 });
  await throughServer(server, 'PreToolUse', fields);
  expect(await readStats(place)).toMatchObject({ events: 2 });
});

test('hooks-017 a list, null and other documents that are no object: success and silence', async () => {
  const place = makePlace();
  for (const input of ['[]', 'null', '[null]', 'true', '0', '""', '[{"session_id":"s"}]'])
    expect([input, await runHook(place, { input })]).toEqual([
      input,
      expect.objectContaining({ exitCode: 0, stdout: '', stderr: '' }),
    ]);
  expect(loggedCodes(place, 'hook')).toEqual(Array(7).fill('HOOK_INPUT_INVALID'));
});

test('hooks-018 every event answers with nothing or exactly one JSON document', async () => {
  const place = makePlace();
  const server = await startServer(place);
  const fields = toolCall('t-1', {
    prompt: 'x',
    source: 'startup',
    trigger: 'manual',
    reason: 'clear',
    cwd: place.project,
  });
  for (const event of EVENTS) {
    const end = await runHook(place, { args: ['claude-code', event], input: hookPayload(place, fields) });
    expect([event, end.exitCode, end.stderr]).toEqual([event, 0, '']);
    expect(() => documentOf(end.stdout)).not.toThrow();
    expect(JSON.parse(await throughServer(server, event, fields))).toBeTypeOf('object');
  }
});

test('hooks-019 a backslash and an n inside a text stay two characters; other escapes are not read twice', async () => {
  const place = makePlace();
  const prompt = 'a\\nb\\u0041\\\\"';
  const input = hookPayload(place, { prompt });
  expect(input).toContain('a\\\\nb');
  await runHook(place, { args: ['claude-code', 'UserPromptSubmit'], input });
  await readStats(place);
  // The text itself is not kept; its length tells whether an escape was read twice.
  expect(rows(place, 'SELECT bytes FROM events').map(({ bytes }) => bytes)).toEqual([
    Buffer.byteLength(prompt),
  ]);
});

describe.each([
  'socket',
  ...(process.platform === 'win32' ? [] : (['fifo', 'nonblocking-fifo'] as const)),
] as const)('stdin is a %s', (kind) => {
  const args = ['claude-code', 'UserPromptSubmit'];
  const prompt = 'Grüße 🚢 aus dem Maschinenraum';

  test('hooks-020 a payload in three pieces 100 ms apart, cut inside a character, is read correctly', async () => {
    const place = makePlace();
    const bytes = Buffer.from(hookPayload(place, { prompt }));
    const [first, second] = [bytes.indexOf(0xc3) + 1, bytes.indexOf(0xf0) + 3];
    const pieces = [bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second)];
    expect(await runHook(place, { kind, args, input: inPieces(pieces, 100) })).toMatchObject({
      exitCode: 0,
      stderr: '',
    });
    await readStats(place);
    expect(rows(place, 'SELECT bytes FROM events')).toEqual([{ bytes: Buffer.byteLength(prompt) }]);
  });

  test('hooks-021 a payload that is written 300 ms after the start is read completely', async () => {
    const place = makePlace();
    const tool_response = 'x'.repeat(300_000);
    const input = inPieces([hookPayload(place, toolCall('t-1', { tool_response }))], 300);
    expect(await runHook(place, { kind, input })).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
    expect(loggedCodes(place, 'hook')).toEqual([]);
    await readStats(place);
    expect(rows(place, 'SELECT bytes FROM events')).toEqual([{ bytes: 300_000 }]);
  });

  test('hooks-025 nothing comes and stdin stays open: success within the limit', TIMED, async () => {
    const place = makePlace();
    const end = await runHook(place, { kind, input: async () => undefined });
    expect(end).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
    expect(end.durationMs).toBeLessThan(HOOK_LIMIT_MS);
  });
});

test('hooks-022 switches that make programs talkative leave stdout alone', async () => {
  const place = makePlace();
  const env = {
    DEBUG: '*',
    NODE_DEBUG: 'fs,net,module,stream',
    PLIMSOLL_DEBUG: '1',
    PLIMSOLL_LOG_LEVEL: 'debug',
    VERBOSE: '1',
  };
  const input = hookPayload(place, { source: 'startup' });
  const args = ['claude-code', 'SessionStart'];
  const [quiet, talkative] = [
    await runHook(place, { args, input }),
    await runHook(place, { args, input, env }),
  ];
  expect(talkative).toMatchObject({ exitCode: 0, stdout: quiet.stdout });
  const server = await startServer(place, { env });
  await server.call('ctx_execute', { language: 'shell', code: 'echo hi' });
  expect(server.noise).toEqual([]);
});

test('hooks-023 a text for the model travels in the envelope of its event, never as plain text', async () => {
  const place = makePlace();
  const input = hookPayload(place, { source: 'startup' });
  const { stdout } = await runHook(place, { args: ['claude-code', 'SessionStart'], input });
  expect(documentOf(stdout)).toEqual({
    hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: expect.stringMatching(/\S/) },
  });
});

test('hooks-023 so does what PostToolUse adds', async () => {
  const place = makePlace();
  writeLines(place, [reply(185_000)]);
  const { stdout } = await hookAfter(place);
  expect(documentOf(stdout)).toEqual({
    suppressOutput: true,
    hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: expect.stringMatching(/\S/) },
  });
});

test('hooks-015 what two features add to one event is one document', async () => {
  const place = makePlace();
  const server = await startServer(place);
  writeLines(place, [reply(185_000)]);
  const file = { filePath: join(place.project, 'a.ts'), content: 'y\n'.repeat(20_000), numLines: 1 };
  const answer = await throughServer(server, 'PostToolUse', {
    cwd: place.project,
    transcript_path: transcript(place),
    tool_name: 'Read',
    tool_use_id: 't-1',
    tool_input: JSON.stringify({ file_path: file.filePath }),
    tool_response: JSON.stringify({ type: 'text', file: { ...file, startLine: 1, totalLines: 1 } }),
  });
  const document = documentOf(answer) as { hookSpecificOutput: { additionalContext: string } };
  const [advice, note, ...more] = document.hookSpecificOutput.additionalContext.split('\n\n');
  expect([advice, note, more]).toEqual([
    expect.stringContaining('ctx_execute_file'),
    expect.stringContaining('Context at about 92 %'),
    [],
  ]);
});

test('hooks-024 the shipped manifests are strict JSON, and every file they name is shipped', () => {
  const manifests = [
    'hooks/hooks.json',
    '.mcp.json',
    '.claude-plugin/plugin.json',
    '.claude-plugin/marketplace.json',
    'plugin.json',
  ];
  const texts = manifests.map((path) => readFileSync(shipped(path), 'utf8'));
  for (const text of texts) expect(JSON.parse(text)).toBeTypeOf('object');
  const named = texts.flatMap((text) =>
    [...text.matchAll(/\$\{CLAUDE_PLUGIN_ROOT\}\/([\w./-]+)/g)].map(([, path = '']) => path),
  );
  expect(new Set(named)).toEqual(new Set(['dist/hook.cjs', 'dist/server.mjs']));
  const { files } = JSON.parse(readFileSync(shipped('package.json'), 'utf8')) as { files: string[] };
  for (const path of [...named, ...manifests]) {
    expect(namesIn(shipped('.'), ...path.split('/').slice(0, -1))).toContain(path.split('/').at(-1));
    expect(
      files.some((entry) => path === entry || path.startsWith(`${entry}/`)),
      path,
    ).toBe(true);
  }
});

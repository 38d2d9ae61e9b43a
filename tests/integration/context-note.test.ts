import { spawn } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { claudeCode } from '#platforms/claude-code.ts';
import { DIST } from '../helpers/product/bundles.ts';
import {
  addedContext,
  boundary,
  contextAfter,
  hookAfter,
  keptLoad,
  reply,
  SESSION,
  status,
  statusLine,
  transcript,
  writeKept,
  writeLines,
} from '../helpers/product/context.ts';
import { startServer } from '../helpers/product/line-client.ts';
import { loggedCodes, makePlace, namesIn, type Place } from '../helpers/product/places.ts';

const NOTE = 'of the point where this session compacts.';

describe('which events', () => {
  test.each([
    ['PostToolUse', {}],
    ['PostToolUse', { tool_name: claudeCode.toolName('ctx_execute'), tool_response: [] }],
    ['PostToolUse', { tool_name: 'mcp__other__tool', tool_response: [] }],
    ['PostToolUseFailure', { error: 'Exit code 1' }],
    ['UserPromptSubmit', { tool_name: undefined, prompt: 'go on' }],
  ])('%s with %j brings the note', async (event, fields) => {
    const place = makePlace();
    writeLines(place, [reply(185_000)]);
    const { stdout } = await hookAfter(place, { event, fields });
    expect(JSON.parse(stdout)).toEqual({
      suppressOutput: true,
      hookSpecificOutput: { hookEventName: event, additionalContext: expect.stringContaining(NOTE) },
    });
  });

  test('a subagent’s events bring none, and take none away', async () => {
    const place = makePlace();
    writeLines(place, [reply(185_000)]);
    expect(await contextAfter(place, { fields: { agent_id: 'a1' } })).toBeUndefined();
    expect(await contextAfter(place)).toContain(NOTE);
  });

  test('a subagent’s lines in the transcript do not count', async () => {
    const place = makePlace();
    writeLines(place, [reply(30_000), reply(190_000, { isSidechain: true })]);
    expect(await contextAfter(place)).toBeUndefined();
  });
});

describe('once per approach', () => {
  test('again after the load has fallen, and only then', async () => {
    const place = makePlace();
    const notes: boolean[] = [];
    for (const tokens of [170_000, 181_000, 182_000, 190_000, 20_000, 100_000, 183_000, 184_000]) {
      writeLines(place, [reply(tokens)]);
      notes.push((await contextAfter(place)) !== undefined);
    }
    expect(notes).toEqual([false, true, false, false, false, false, true, false]);
  });

  test('of hooks that run side by side one says it', async () => {
    const place = makePlace();
    writeLines(place, [reply(185_000)]);
    const notes = await Promise.all(Array.from({ length: 8 }, () => contextAfter(place)));
    expect(notes.filter((note) => note !== undefined)).toHaveLength(1);
  });

  test('two sessions have a note each', async () => {
    const place = makePlace();
    for (const session of ['s-1', 's-2']) {
      writeLines(place, [reply(185_000)], session);
      expect(await contextAfter(place, { session })).toContain(NOTE);
    }
    expect(await contextAfter(place, { session: 's-1' })).toBeUndefined();
  });
});

/** A hook that is killed after so many milliseconds; what it said until then. */
function killedHook(place: Place, afterMs: number): Promise<string> {
  const child = spawn(process.execPath, [join(DIST, 'hook.cjs'), 'claude-code', 'PostToolUse'], {
    cwd: place.project,
    env: place.env,
  });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stdin.on('error', () => undefined);
  child.stdin.end(
    JSON.stringify({ session_id: SESSION, cwd: place.project, transcript_path: transcript(place) }),
  );
  const timer = setTimeout(() => child.kill('SIGKILL'), afterMs);
  return new Promise((resolve) =>
    child.on('close', () => {
      clearTimeout(timer);
      resolve(stdout);
    }),
  );
}

/** A claim without a flag holds so long. */
const CLAIM_MS = 5_000;

test('processes that are killed at any time: one note in all', async () => {
  const place = makePlace();
  for (let approach = 0; approach < 6; approach += 1) {
    writeLines(place, [reply(20_000)]);
    await contextAfter(place);
    writeLines(place, [reply(185_000 + approach)]);
    let notes = 0;
    const hear = (stdout: string): void => {
      if (stdout === '') return;
      notes += 1;
      // The client takes over what a hook said, however that ended.
      const content = [addedContext({ stdout })];
      const attachment = { type: 'hook_additional_context', content };
      writeLines(place, [{ type: 'attachment', timestamp: new Date().toISOString(), attachment }]);
    };
    for (let run = 0; run < 12; run += 1) hear(await killedHook(place, 25 + ((run * 7 + approach) % 40)));
    hear((await hookAfter(place)).stdout);
    // Who was killed between making the claim and writing its number into it is waited for: nobody knows that it died.
    if (notes === 0) {
      await sleep(CLAIM_MS + 200);
      hear((await hookAfter(place)).stdout);
    }
    expect({ approach, notes }).toEqual({ approach, notes: 1 });
  }
}, 120_000);

test('what a process said that died before its flag is not said again', async () => {
  const place = makePlace();
  writeLines(place, [reply(185_000)]);
  const folder = join(place.data, 'context');
  mkdirSync(folder, { recursive: true });
  const dead = { atMs: Date.now() - 500, pid: 2 ** 22 + 5 };
  writeFileSync(join(folder, `${SESSION}.claim-0`), JSON.stringify(dead));
  const content = [
    `Context at about 92 % ${NOTE} Work can continue normally; session state is being recorded.`,
  ];
  const attachment = { type: 'hook_additional_context', content };
  writeLines(place, [{ type: 'attachment', timestamp: new Date().toISOString(), attachment }]);
  expect(await contextAfter(place)).toBeUndefined();
});

describe('a file of the status line that is no such file', () => {
  const kept = keptLoad(195_000);
  const whole = JSON.stringify(kept);

  test.each<[string, (place: Place) => void]>([
    ['no JSON', (place) => void writeKept(place, 'xx')],
    ['empty', (place) => void writeKept(place, '')],
    ['cut short', (place) => void writeKept(place, whole.slice(0, whole.length - 9))],
    ['a list', (place) => void writeKept(place, '[1]')],
    ['numbers as texts', (place) => void writeKept(place, { ...kept, usedTokens: '195000' })],
    ['not a number', (place) => void writeKept(place, whole.replace('195000', '1e999'))],
    ['negative', (place) => void writeKept(place, { ...kept, usedTokens: -5 })],
    ['without a time', (place) => void writeKept(place, { ...kept, atMs: undefined })],
    ['dated in the future', (place) => void writeKept(place, { ...kept, atMs: Date.now() + 3_600_000 })],
    ['of yesterday', (place) => void writeKept(place, { ...kept, atMs: Date.now() - 86_400_000 })],
    ['too large', (place) => void writeKept(place, `${whole}${' '.repeat(100_000)}`)],
    [
      'a link',
      (place) => {
        const file = writeKept(place, kept);
        rmSync(file);
        writeFileSync(join(place.root, 'elsewhere.json'), whole);
        symlinkSync(join(place.root, 'elsewhere.json'), file);
      },
    ],
    [
      'a folder',
      (place) => {
        const file = writeKept(place, kept);
        rmSync(file);
        mkdirSync(file);
      },
    ],
  ])('%s: no note, no word on the terminal', async (_name, prepare) => {
    const place = makePlace();
    prepare(place);
    const { stdout, stderr, exitCode } = await hookAfter(place);
    expect({ stdout, stderr, exitCode }).toEqual({ stdout: '', stderr: '', exitCode: 0 });
  });

  test.skipIf(process.getuid?.() !== 0)('another user’s: no note', async () => {
    const place = makePlace();
    chownSync(writeKept(place, keptLoad(195_000)), 12_345, 12_345);
    expect(await contextAfter(place)).toBeUndefined();
  });
});

describe('the transcript', () => {
  test('a line that is still being written does not hide the one before it', async () => {
    const place = makePlace();
    writeLines(place, [reply(185_000)]);
    appendFileSync(transcript(place), JSON.stringify(reply(186_000)).slice(0, 150));
    expect(await contextAfter(place)).toContain('92 %');
  });

  test('a reply is found behind megabytes of other lines, and not farther than it is worth', async () => {
    const place = makePlace();
    const long = { type: 'user', text: 'x'.repeat(700_000) };
    writeLines(place, [reply(185_000), long, long, long]);
    expect(await contextAfter(place)).toContain('92 %');
    const other = makePlace();
    writeLines(other, [reply(185_000), ...Array.from({ length: 8 }, () => long)]);
    expect(await contextAfter(other)).toBeUndefined();
  });

  test('one that is cut or gone says nothing', async () => {
    const place = makePlace();
    writeLines(place, [reply(185_000)]);
    truncateSync(transcript(place), 40);
    expect(await contextAfter(place)).toBeUndefined();
    rmSync(transcript(place));
    expect(await contextAfter(place)).toBeUndefined();
    expect(loggedCodes(place, 'hook')).toEqual([]);
  });

  test('a failed call, which has no usage, leaves the number as it was', async () => {
    const place = makePlace();
    const failed = { model: '<synthetic>', usage: { input_tokens: 0, output_tokens: 0 } };
    writeLines(place, [reply(185_000), { type: 'assistant', message: failed }]);
    expect(await contextAfter(place)).toContain('92 %');
  });
});

describe('what was seen', () => {
  const session = 's-2';
  const compaction = (place: Place, tokens: number) => async (lines: () => readonly object[]) => {
    writeLines(place, [reply(tokens)]);
    await contextAfter(place, { event: 'PreCompact', fields: { trigger: 'auto' } });
    writeLines(place, lines());
  };

  test('a compaction that came early moves the point, for this model and window', async () => {
    const place = makePlace();
    await compaction(place, 150_000)(() => [boundary(152_000)]);
    await contextAfter(place);
    writeLines(place, [reply(137_500)], session);
    expect(await contextAfter(place, { session })).toContain('about 90 %');
    writeLines(place, [reply(150_000, { model: 'claude-sonnet-4-5' })], 's-3');
    expect(await contextAfter(place, { session: 's-3' })).toBeUndefined();
  });

  test('so it does where the agent tells of the end of the compaction', async () => {
    const place = makePlace();
    await compaction(place, 150_000)(() => []);
    await contextAfter(place, { event: 'SessionStart', fields: { source: 'compact' } });
    writeLines(place, [reply(136_000)], session);
    expect(await contextAfter(place, { session })).toContain('about 90 %');
  });

  test('one that only began moves nothing, nor one that was asked for', async () => {
    const place = makePlace();
    await compaction(place, 120_000)(() => []);
    await contextAfter(place, { event: 'PreCompact', fields: { trigger: 'manual' } });
    writeLines(place, [reply(130_000)], session);
    expect(await contextAfter(place, { session })).toBeUndefined();
  });
});

describe('settings', () => {
  test('a project can switch it off for itself, and nothing else about it', async () => {
    const place = makePlace();
    const file = join(place.project, '.plimsoll.json');
    writeLines(place, [reply(185_000)]);
    writeFileSync(file, '{"context":{"note":"off"}}');
    expect(await contextAfter(place)).toBeUndefined();
    writeFileSync(file, '{"context":{"note":"on","warnPercent":99}}');
    expect(await contextAfter(place)).toContain(NOTE);
  });

  test('switched off it says nothing', async () => {
    const place = makePlace();
    writeLines(place, [reply(185_000)]);
    expect(await contextAfter(place, { env: { PLIMSOLL_CONTEXT_NOTE: 'off' } })).toBeUndefined();
  });

  test('by the file, and by a variable before it', async () => {
    const place = makePlace();
    mkdirSync(place.data, { recursive: true });
    writeFileSync(join(place.data, 'config.json'), JSON.stringify({ context: { warnPercent: 50 } }));
    writeLines(place, [reply(104_000)]);
    expect(await contextAfter(place, { env: { PLIMSOLL_CONTEXT_WARN_PERCENT: '60' } })).toBeUndefined();
    expect(await contextAfter(place)).toContain('52 %');
  });

  test('files that begin with a mark, as editors of Windows write them, are read', async () => {
    const place = makePlace();
    mkdirSync(place.data, { recursive: true });
    const marked = (value: object): string => `\uFEFF${JSON.stringify(value)}`;
    writeFileSync(join(place.data, 'config.json'), marked({ context: { warnPercent: 50 } }));
    writeFileSync(
      join(place.env.CLAUDE_CONFIG_DIR ?? '', 'settings.json'),
      marked({ autoCompactWindow: 150_000 }),
    );
    writeLines(place, [reply(60_000)]);
    // 117,000 tokens are 100 %.
    expect(await contextAfter(place)).toContain('51 %');
    expect((await statusLine(place, status(60_000))).stdout).toContain('51 %, 57k left');
  });

  test('a wrong one is logged, and the agent goes on', async () => {
    const place = makePlace();
    writeLines(place, [reply(185_000)]);
    const env = { PLIMSOLL_CONTEXT_WARN_PERCENT: 'soon' };
    expect((await hookAfter(place, { env })).stderr).toBe('');
    expect(loggedCodes(place, 'hook')).toEqual(['HOOK_FAILED']);
  });
});

describe('through the running server', () => {
  test('in the same document as a digest, once, and not to the process road again', async () => {
    const place = makePlace();
    const server = await startServer(place);
    writeLines(place, [reply(185_000)]);
    const response = {
      stdout: 'line of output\n'.repeat(4_000),
      stderr: '',
      interrupted: false,
      isImage: false,
    };
    const call = async (id: string) =>
      JSON.parse(
        (
          await server.call('hook_event', {
            event: 'PostToolUse',
            session_id: SESSION,
            cwd: place.project,
            transcript_path: transcript(place),
            tool_name: 'Bash',
            tool_use_id: id,
            tool_input: JSON.stringify({ command: 'make' }),
            tool_response: JSON.stringify(response),
          })
        ).text,
      ) as { suppressOutput?: boolean; hookSpecificOutput?: Record<string, unknown> };
    const first = await call('t1');
    expect(first.suppressOutput).toBe(true);
    expect(first.hookSpecificOutput).toMatchObject({
      updatedToolOutput: expect.anything(),
      additionalContext: expect.stringContaining(NOTE),
    });
    const second = await call('t2');
    expect(second.hookSpecificOutput).not.toHaveProperty('additionalContext');
    expect(await contextAfter(place)).toBeUndefined();
    const names = namesIn(place.data, 'context').map((name) => name.replace(`${SESSION}.`, ''));
    expect(names.filter((name) => name !== 'kept')).toEqual(['told']);
  });

  test('a server that is killed after its answer has said it', async () => {
    const place = makePlace();
    writeLines(place, [reply(185_000)]);
    const server = await startServer(place);
    const { text } = await server.call('hook_event', {
      event: 'UserPromptSubmit',
      session_id: SESSION,
      cwd: place.project,
      transcript_path: transcript(place),
      prompt: 'go on',
    });
    expect(text).toContain(NOTE);
    await sleep(50);
    await server.kill();
    expect(await contextAfter(place)).toBeUndefined();
    const names = readdirSync(join(place.data, 'context'));
    expect(names.filter((name) => !name.startsWith(`${SESSION}.kept`))).toEqual([`${SESSION}.told`]);
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { HookEvent } from '#core/hook-event.ts';
import type { JsonRecord } from '#core/json.ts';
import { contextFiles } from '#infra/context-files.ts';
import { createContextWatch } from '../../../../src/main/context-watch.ts';
import { contextFixture } from '../../../helpers/context-fixtures.ts';

const root = mkdtempSync(join(tmpdir(), 'plimsoll-said-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let places = 0;

/** One session of an agent: what the model is told after an event with this input. */
function session(platform: string) {
  places += 1;
  const folder = join(root, String(places));
  mkdirSync(folder);
  const home = join(folder, 'data');
  const problems: string[] = [];
  const watch = createContextWatch({
    env: { HOME: folder },
    home,
    continuedStarts: () => ['resume'],
    problem: (message) => problems.push(message),
  });
  const on = (name: HookEvent['name'], input: JsonRecord = {}, fields: Partial<HookEvent> = {}) => {
    const due = watch.note({ platform, name, sessionId: 's', cwd: folder, ...fields }, input);
    due?.told();
    return due?.text;
  };
  return { folder, on, files: contextFiles(home, 's'), problems };
}

const usage = (tokens: number | null, contextWindow = 200_000) => ({ usage: { tokens, contextWindow } });

describe('Pi says it with each event', () => {
  it('once per approach, at the point where it compacts', () => {
    const { on } = session('pi');
    // 183,616 of 200,000; 90 % are 165,254.
    const notes = [100_000, 165_000, 166_000, 170_000, 40_000, 170_000].map((tokens) =>
      on('post_tool', usage(tokens)),
    );
    expect(notes.map((note) => note !== undefined)).toEqual([false, false, true, false, false, true]);
    expect(notes[2]).toContain('Context at 90 % of the point where this session compacts.');
  });

  it('by the settings of the user and the project', () => {
    const { on, folder } = session('pi');
    mkdirSync(join(folder, '.pi', 'agent'), { recursive: true });
    const settings = { compaction: { enabled: true, reserveTokens: 100_000 } };
    writeFileSync(join(folder, '.pi', 'agent', 'settings.json'), JSON.stringify(settings));
    expect(on('post_tool', usage(91_000))).toContain('Context at 91 %');
  });

  it('null, after a compaction, is unknown; so is everything from before it', () => {
    const { on } = session('pi');
    expect(on('post_tool', usage(170_000))).toBeDefined();
    expect(on('post_compact', contextFixture('pi/session_compact'))).toBeUndefined();
    expect(on('user_prompt', usage(null))).toBeUndefined();
    expect(on('user_prompt')).toBeUndefined();
    expect(on('post_tool', usage(171_000))).toBeDefined();
  });

  it('a compaction that it began by itself at another load moves the point', () => {
    const { on } = session('pi');
    on('post_tool', usage(150_000));
    on('pre_compact', usage(150_000), { detail: 'threshold' });
    on('post_compact');
    expect(on('post_tool', usage(134_000))).toBeUndefined();
    expect(on('post_tool', usage(136_000))).toContain('Context at 90 %');
  });

  it('a subagent’s number is its own', () => {
    const { on } = session('pi');
    expect(on('post_tool', usage(190_000), { agentId: 'a' })).toBeUndefined();
    expect(on('post_tool')).toBeUndefined();
  });
});

describe('Qwen Code says it at the end of a turn', () => {
  const stop = (input_tokens: number) => ({ context_limit: 200_000, input_tokens });

  it('and the next prompt brings the note', () => {
    const { on } = session('qwen-code');
    expect(on('stop', stop(185_000))).toBeUndefined();
    expect(on('user_prompt')).toContain('Context at 92 %');
    expect(on('post_tool')).toBeUndefined();
  });

  it('unless more than a minute has passed: then it is unknown', () => {
    const { on, files } = session('qwen-code');
    on('stop', stop(185_000));
    files.write('json', { ...files.read('json')?.value, atMs: Date.now() - 61_000 });
    const transcriptPath = join(root, 'qwen.jsonl');
    // Lines that nothing is known of, even if they look like those of another agent.
    const line = {
      type: 'assistant',
      message: { model: 'claude-haiku-4-5', usage: { input_tokens: 190_000 } },
    };
    writeFileSync(transcriptPath, `${JSON.stringify(line)}\n`);
    expect(on('user_prompt', {}, { transcriptPath })).toBeUndefined();
    expect(on('user_prompt')).toBeUndefined();
  });
});

describe('OpenCode says window and tokens apart', () => {
  const params = (context: number) => ({ in: { agent: 'build', model: 'm', limit: { context } } });
  const message = (input: number) => ({
    in: { info: { role: 'assistant', modelID: 'm', tokens: { input } } },
  });

  it('together they give the load, in either order', () => {
    const first = session('opencode');
    first.on('stop', params(128_000));
    expect(first.on('post_tool', message(120_000))).toContain('Context at 93 %');
    const second = session('kilo');
    expect(second.on('post_tool', message(120_000))).toBeUndefined();
    expect(second.on('post_tool', params(128_000))).toContain('Context at 93 %');
  });

  it('a window that is said again makes a number no younger', () => {
    const { on, files } = session('opencode');
    on('stop', message(120_000));
    files.write('json', { ...files.read('json')?.value, atMs: Date.now() - 61_000 });
    expect(on('post_tool', params(128_000))).toBeUndefined();
  });

  it('a session that is damaged or another’s is begun anew', () => {
    const { on, files } = session('opencode');
    on('stop', params(128_000));
    files.write('json', { ...files.read('json')?.value, sessionId: 'other' });
    expect(on('post_tool', message(120_000))).toBeUndefined();
    expect(files.read('json')?.value).toMatchObject({ sessionId: 's', usedTokens: 120_000 });
  });
});

it('a number from before a compaction does not come back when the clock was set back and forwards', () => {
  const { on, files } = session('claude-code');
  const load = { sessionId: 's', model: 'claude-haiku-4-5', windowTokens: 200_000, usedTokens: 190_000 };
  // The clock was ahead when it was measured, and is right again when the context is emptied.
  files.write('json', { ...load, atMs: Date.now() + 20_000 });
  on('session_start', {}, { detail: 'compact' });
  expect(files.read('json')?.value.usedTokens).toBeUndefined();
});

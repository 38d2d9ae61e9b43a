import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { otherAgent, spooled } from '../../helpers/product/other-agent.ts';
import { makePlace, type Place } from '../../helpers/product/places.ts';

const PROMPT = { prompt: 'Port the parser to the new grammar and never touch config.yaml' };

describe('Cursor', () => {
  const command = (id: string) => ({ tool_name: 'Shell', tool_use_id: id, tool_output: '{"output":"ok"}' });

  test('the first call after a compaction brings what must not be forgotten, once', async () => {
    const place = makePlace();
    const agent = otherAgent('cursor', place);
    await agent.tell('sessionStart');
    await agent.tell('beforeSubmitPrompt', PROMPT);
    expect(await agent.tell('postToolUse', command('a'))).toEqual({});
    await agent.tell('preCompact');
    // A prompt carries nothing to the model there; it must not use the guide up.
    expect(await agent.tell('beforeSubmitPrompt', { prompt: 'go on' })).toEqual({});
    const { context = '' } = await agent.tell('postToolUse', command('b'));
    expect(context).toContain('never touch config.yaml');
    expect(context).toContain('kept across compaction');
    expect(context.length).toBeLessThanOrEqual(8_000);
    expect(await agent.tell('postToolUse', command('c'))).toEqual({});
  });
});

describe('Kiro', () => {
  test.each([
    ['with its event behind it', true],
    ['of a version that tells of none', false],
  ])('after a compaction %s the model is told once what must not be forgotten', async (_how, hasEvent) => {
    const place = makePlace();
    const agent = otherAgent('kiro', place);
    await agent.tell('SessionStart');
    await agent.tell('UserPromptSubmit', PROMPT);
    // More than its answers may hold.
    for (let i = 0; i < 30; i += 1)
      await agent.tell('UserPromptSubmit', {
        prompt: `${i}: always use the ${'long '.repeat(30)}name number ${i}`,
      });
    await agent.tell('PreCompact');
    const first = hasEvent
      ? await agent.tell('PostCompact')
      : await agent.tell('UserPromptSubmit', { prompt: 'go on' });
    expect(first.context).toContain('never touch config.yaml');
    expect(first.context?.length).toBeLessThanOrEqual(2_800);
    const next = await agent.tell('UserPromptSubmit', { prompt: 'and on' });
    expect(next.context).toBe('plimsoll has nothing to add.');
  });
});

describe('Gemini CLI', () => {
  const SETTINGS = '{\n  // as the user likes it\n  "model": { "compressionThreshold": 0.1, },\n}\n';
  const chat = (place: Place): string => join(place.root, 'chat.jsonl');
  const reply = (input: number, at: string) =>
    `${JSON.stringify({ id: at, timestamp: at, type: 'gemini', content: '', tokens: { input, output: 20 }, model: 'gemini-2.5-flash' })}\n`;
  const call = (timestamp: string) => ({
    tool_name: 'write_file',
    timestamp,
    tool_response: { llmContent: 'written' },
  });

  function place(): Place {
    const made = makePlace();
    mkdirSync(join(made.home, '.gemini'));
    writeFileSync(join(made.home, '.gemini', 'settings.json'), SETTINGS);
    writeFileSync(chat(made), reply(50_000, new Date(Date.now() - 60_000).toISOString()));
    return made;
  }

  const ticks = (made: Place): number => spooled(made).filter(({ name }) => name === 'pre_compact').length;

  test('the event before every request counts only near the point that the user has set', async () => {
    const made = place();
    const agent = otherAgent('gemini-cli', made);
    for (let i = 0; i < 3; i += 1) expect(await agent.tell('PreCompress')).toEqual({});
    expect(ticks(made)).toBe(0);
    appendFileSync(chat(made), reply(105_000, new Date().toISOString()));
    await agent.tell('PreCompress');
    expect(ticks(made)).toBe(1);
  });

  test('one that the user asks for counts always', async () => {
    const made = place();
    await otherAgent('gemini-cli', made).tell('PreCompress', { trigger: 'manual' });
    expect(ticks(made)).toBe(1);
  });

  test('the model is told once that the context is nearly full, and after a compression what it must not forget', async () => {
    const made = place();
    const agent = otherAgent('gemini-cli', made);
    await agent.tell('SessionStart');
    await agent.tell('BeforeAgent', PROMPT);
    appendFileSync(chat(made), reply(105_000, new Date().toISOString()));
    const { context: note } = await agent.tell('AfterTool', call('2026-11-30T10:00:01Z'));
    expect(note).toMatch(/^Context at about 100 % of the point where this session compacts\./);
    expect(await agent.tell('AfterTool', call('2026-11-30T10:00:02Z'))).toEqual({});
    await agent.tell('PreCompress');
    const at = new Date().toISOString();
    const summary = [
      { id: 's', timestamp: at, type: 'user', content: [{ text: '<state_snapshot>x</state_snapshot>' }] },
      {
        id: 'g',
        timestamp: at,
        type: 'gemini',
        content: [{ text: 'Got it. Thanks for the additional context!' }],
      },
    ];
    appendFileSync(chat(made), `${JSON.stringify({ $set: { messages: summary, lastUpdated: at } })}\n`);
    appendFileSync(chat(made), reply(2_000, new Date().toISOString()));
    const { context: guide } = await agent.tell('AfterTool', call('2026-11-30T10:00:03Z'));
    expect(guide).toContain('never touch config.yaml');
    expect(guide).toContain('kept across compaction');
    expect(await agent.tell('AfterTool', call('2026-11-30T10:00:04Z'))).toEqual({});
  });

  test('a compaction that was announced and did not come brings nothing', async () => {
    const made = place();
    const agent = otherAgent('gemini-cli', made);
    await agent.tell('BeforeAgent', PROMPT);
    appendFileSync(chat(made), reply(105_000, new Date().toISOString()));
    await agent.tell('PreCompress');
    appendFileSync(chat(made), reply(40_000, new Date().toISOString()));
    expect(await agent.tell('AfterTool', call('2026-11-30T10:00:05Z'))).toEqual({});
  });
});

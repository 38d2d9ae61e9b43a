import { describe, expect, it } from 'vitest';
import type { SessionEvent } from '#core/session-event.ts';
import type { SessionFact } from '#core/session-fact.ts';
import { Advice } from '#features/routing/advice.ts';
import type { HookPorts } from '#hooks/pipeline.ts';
import { answerHookTool, type LiveHookPorts } from '#hooks/tool-door.ts';
import { claudeCode } from '#platforms/claude-code.ts';
import { livePorts } from '../../helpers/live-ports.ts';

function door(over: Partial<LiveHookPorts> = {}) {
  const faults: string[] = [];
  const ports: HookPorts = {
    record: () => undefined,
    fault: (code, message) => void faults.push(`${code}: ${message}`),
    nowMs: () => 7,
    folder: () => '/here',
  };
  const live = livePorts(ports, over);
  const ask = async (args: object): Promise<Readonly<Record<string, unknown>>> => {
    const answer = await answerHookTool(claudeCode, { session_id: 's', cwd: '/p', ...args }, live);
    const { hookSpecificOutput = {} } = JSON.parse(answer) as {
      hookSpecificOutput?: Record<string, unknown>;
    };
    return hookSpecificOutput;
  };
  return { ask, faults };
}

const response = { stdout: 'x\n'.repeat(20_000), stderr: '', interrupted: false, isImage: false };
const bash = { event: 'PostToolUse', tool_name: 'Bash', tool_use_id: 't', tool_response: response };
const file = { filePath: '/p/a.ts', content: 'y\n'.repeat(20_000), numLines: 1, startLine: 1, totalLines: 1 };
const read = { event: 'PostToolUse', tool_name: 'Read', tool_response: { type: 'text', file } };
const curl = (command: string) => ({ event: 'PreToolUse', tool_name: 'Bash', tool_input: { command } });

describe('a large result', () => {
  it('is replaced by what the governor gives, in the form of the tool', async () => {
    const { ask } = door({ govern: async ({ output }) => `${output.text.length} characters` });
    expect(await ask(bash)).toEqual({
      hookEventName: 'PostToolUse',
      updatedToolOutput: { ...response, stdout: '40000 characters' },
    });
  });

  it('the governor is told what the user asked for last', async () => {
    const asked: string[] = [];
    const { ask } = door({
      govern: async ({ request }) => {
        asked.push(request);
        return undefined;
      },
    });
    await ask({ event: 'UserPromptSubmit', prompt: 'find the leak' });
    await ask(bash);
    expect(asked).toEqual(['find the leak']);
  });

  it('stays where the governor fails, and the fault is reported', async () => {
    const { ask, faults } = door({
      govern: () => Promise.reject(new Error('disk full')),
    });
    expect(await ask(bash)).toEqual({});
    expect(faults).toEqual([expect.stringContaining('disk full')]);
  });
});

describe('advice', () => {
  const routing = () => ({ mode: 'govern', advice, isGoverning: true }) as const;
  const advice = new Advice();

  it('is given once, and again after a compaction; never to a subagent', async () => {
    const { ask } = door({ routing });
    expect(await ask({ ...read, agent_id: 'a1' })).toEqual({});
    expect(await ask(read)).toMatchObject({ additionalContext: expect.stringContaining('ctx_execute_file') });
    expect(await ask(read)).toEqual({});
    await ask({ event: 'PreCompact', trigger: 'auto' });
    expect(await ask(read)).toHaveProperty('additionalContext');
  });
});

describe('redirect', () => {
  const routing = (mode: 'govern' | 'redirect' | 'off') => () =>
    ({ mode, advice: undefined, isGoverning: true }) as const;

  it('refuses what would flood the context, with the call filled in', async () => {
    const { ask } = door({ routing: routing('redirect') });
    expect(await ask(curl('curl -s https://docs.python.org/3/'))).toEqual({
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason:
        'Not run: curl would print the page. The same, with only what matters shown: mcp__plugin_plimsoll_ctx__ctx_fetch_and_index(url: "https://docs.python.org/3/")',
    });
    const page = {
      event: 'PreToolUse',
      tool_name: 'WebFetch',
      tool_input: { url: 'https://docs.python.org/3/' },
    };
    expect(await ask(page)).toMatchObject({ permissionDecision: 'deny' });
    expect(await ask(curl('git status'))).toEqual({});
  });

  it.each(['govern', 'off'] as const)('%s: nothing is refused', async (mode) => {
    const { ask } = door({ routing: routing(mode) });
    expect(await ask(curl('curl -s https://docs.python.org/3/'))).toEqual({});
  });
});

it('a wrong setting takes nothing away', async () => {
  const { ask, faults } = door({
    routing: () => {
      throw new Error('PLIMSOLL_ROUTING_MODE is "x"');
    },
  });
  expect(await ask(curl('curl https://docs.python.org/'))).toEqual({});
  expect(faults).toHaveLength(1);
});

describe('a prompt', () => {
  it('is told on, and no other event is', async () => {
    let prompts = 0;
    const { ask } = door({
      onPrompt: () => {
        prompts += 1;
      },
    });
    await ask(bash);
    await ask(curl('ls'));
    expect(prompts).toBe(0);
    await ask({ event: 'UserPromptSubmit', prompt: 'go on' });
    expect(prompts).toBe(1);
  });
});

describe('a typed command', () => {
  const typed = async (prompt: string, over: Partial<LiveHookPorts> = {}) => {
    const recorded: SessionEvent[] = [];
    const noticed: string[] = [];
    const live = livePorts(
      {
        record: (event) => void recorded.push(event),
        fault: (code, message) => void noticed.push(`${code}: ${message}`),
        nowMs: () => 7,
        folder: () => '/here',
        facts: () => [{ kind: 'prompt', text: prompt } as SessionFact],
        contextNote: () => 'nearly full',
      },
      over,
    );
    const args = { event: 'UserPromptSubmit', session_id: 's', cwd: '/p', prompt };
    return { answer: JSON.parse(await answerHookTool(claudeCode, args, live)), recorded, noticed };
  };

  it('is answered in place of the model, written down, and not remembered', async () => {
    const { answer, recorded } = await typed('ctx stats', { reply: async ({ tool }) => `of ${tool}` });
    expect(answer).toEqual({
      decision: 'block',
      reason: 'of ctx_stats',
      hookSpecificOutput: { hookEventName: 'UserPromptSubmit', suppressOriginalPrompt: true },
    });
    expect(recorded).toMatchObject([{ name: 'user_prompt', bytes: 9 }]);
    expect(recorded[0]).not.toHaveProperty('facts');
  });

  it('that fails says so in its answer', async () => {
    const { answer } = await typed('ctx doctor', { reply: () => Promise.reject(new Error('no store')) });
    expect(answer).toMatchObject({ decision: 'block', reason: expect.stringContaining('no store') });
  });

  it('is not what only begins so: that is remembered and goes to the model', async () => {
    const { answer, recorded } = await typed('ctx stats is broken, fix it');
    expect(answer).not.toHaveProperty('decision');
    expect(answer.hookSpecificOutput.additionalContext).toContain('nearly full');
    expect(recorded[0]?.facts).toHaveLength(1);
  });
});

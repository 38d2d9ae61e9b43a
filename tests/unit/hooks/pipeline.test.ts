import { expect, it } from 'vitest';
import type { HookAnswer, HookDecision } from '#core/hook-decision.ts';
import { TOOL_NAMES } from '#core/tool-names.ts';
import { type HookPorts, rendered, runHook } from '#hooks/pipeline.ts';
import { ROUTING_TEXT } from '#hooks/routing-text.ts';
import { answerHookTool } from '#hooks/tool-door.ts';
import { claudeCode } from '#platforms/claude-code.ts';
import type { PlatformDescriptor } from '#platforms/define.ts';
import { livePorts } from '../../helpers/live-ports.ts';

function ports(over: Partial<HookPorts> = {}) {
  const faults: string[] = [];
  const events: unknown[] = [];
  const made: HookPorts = {
    record: (event) => void events.push(event),
    fault: (code, message) => void faults.push(`${code}: ${message}`),
    nowMs: () => 7,
    folder: () => '/here',
    ...over,
  };
  return { faults, events, made };
}
const start = (source: string) => ({ session_id: 's', cwd: '/p', source });

it.each([
  ['startup', true],
  ['clear', true],
  ['compact', true],
  ['resume', false],
])('a session that starts by %s is told about our tools: %s', async (source, isTold) => {
  const { made, events, faults } = ports();
  const answer = String(await runHook(claudeCode, 'SessionStart', start(source), made));
  expect(answer.includes('ctx_execute')).toBe(isTold);
  expect(events).toEqual([
    { platform: 'claude-code', sessionId: 's', name: 'session_start', cwd: '/p', atMs: 7, detail: source },
  ]);
  expect(faults).toEqual([]);
});

it('a record that cannot be written takes no answer away', async () => {
  const { made, faults } = ports({
    record: () => {
      throw new Error('disk full');
    },
  });
  expect(await runHook(claudeCode, 'SessionStart', start('startup'), made)).not.toBe('');
  expect(faults).toEqual([expect.stringMatching(/^HOOK_FAILED: .*disk full/)]);
});

it('counts bytes of a result or prompt and keeps neither', async () => {
  const { made, events } = ports();
  await runHook(claudeCode, 'UserPromptSubmit', { session_id: 's', prompt: 'geheim é' }, made);
  await runHook(
    claudeCode,
    'PostToolUse',
    { session_id: 's', tool_name: 'Bash', tool_response: { stdout: 'geheim €' } },
    made,
  );
  expect(events).toEqual([
    expect.objectContaining({ bytes: 9 }),
    expect.objectContaining({ bytes: 10, toolName: 'Bash' }),
  ]);
  expect(JSON.stringify(events)).not.toContain('geheim');
});

it('an event stays small, whatever an agent sends, and long ids stay different', async () => {
  const { made, events } = ports();
  const call = async (end: string) => {
    const long = '\u{1F6A2}'.repeat(2_000_000) + end;
    const input = { session_id: long, agent_id: long, tool_name: long, tool_use_id: long, source: long };
    await runHook(claudeCode, 'PostToolUse', { ...input, cwd: `/${long}` }, made);
  };
  for (const end of ['a', 'b']) await call(end);
  for (const event of events) expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThan(8_000);
  const ids = (events as readonly { sessionId: string; toolUseId: string }[]).map((e) => e.sessionId);
  expect(new Set(ids).size).toBe(2);
});

it.each([
  [undefined, '/here'],
  ['', '/here'],
  ['relative/folder', '/here'],
  [`/${'x'.repeat(5_000)}`, '/here'],
  ['/there', '/there'],
  ['C:\\there', 'C:\\there'],
])('an event in the folder %j happened in %s', async (cwd, folder) => {
  const { made, events } = ports();
  await runHook(claudeCode, 'Stop', { session_id: 's', cwd }, made);
  expect(events).toEqual([expect.objectContaining({ cwd: folder })]);
});

it.each([[undefined], [null], ['x'], [{}], [{ event: 5 }], [{ event: 'Stop' }]])(
  'the hook tool answers %j with a document that says nothing',
  async (args) => {
    const { made, faults } = ports();
    expect(await answerHookTool(claudeCode, args, livePorts(made))).toBe('{}');
    expect(faults).toHaveLength(1);
  },
);

it('the routing text names tools of ours, is plain, and short', () => {
  const named = ROUTING_TEXT.match(/ctx_\w+/g) ?? [];
  expect(named).toEqual(['ctx_execute', 'ctx_search', 'ctx_index', 'ctx_read']);
  expect(named.filter((name) => !(TOOL_NAMES as readonly string[]).includes(name))).toEqual([]);
  expect(Buffer.byteLength(ROUTING_TEXT)).toBeLessThanOrEqual(160);
  expect(ROUTING_TEXT).not.toMatch(/\b(?:MUST|NEVER|ALWAYS|IMPORTANT|CRITICAL|WARNING)\b|!/);
  expect(ROUTING_TEXT).not.toContain('\n');
});

const before = (toolName: string, fields: Record<string, unknown> = {}) => ({
  session_id: 's',
  cwd: '/p',
  tool_name: toolName,
  tool_use_id: 't',
  permission_mode: 'plan',
  ...fields,
});
const OWN = claudeCode.toolName('ctx_execute');
const decision = (answer: unknown): unknown =>
  answer === ''
    ? undefined
    : (JSON.parse(String(answer)) as { hookSpecificOutput: Record<string, unknown> }).hookSpecificOutput
        .permissionDecision;

it.each(['allow', 'ask', 'deny'] as const)('passes a verdict on: %s', async (verdict) => {
  const seen: unknown[] = [];
  const { made } = ports({
    permit: (event) => {
      seen.push(event.permissionMode);
      return { verdict, reason: 'why' };
    },
  });
  const answer = await runHook(claudeCode, 'PreToolUse', before(OWN), made);
  expect(JSON.parse(String(answer))).toEqual({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: verdict,
      permissionDecisionReason: 'why',
    },
  });
  expect(seen).toEqual(['plan']);
});

it('says nothing about permission where nothing is to be said, nor after a call', async () => {
  const silent = ports({ permit: () => undefined }).made;
  expect(await runHook(claudeCode, 'PreToolUse', before(OWN), silent)).toBe('');
  const loud = ports({ permit: () => ({ verdict: 'deny', reason: 'why' }) }).made;
  expect(await runHook(claudeCode, 'PostToolUse', before(OWN), loud)).toBe('');
});

it.each([
  [OWN, 'ask'],
  ['Bash', undefined],
  ['Read', undefined],
])('when a call cannot be judged, the user is asked about it if it is ours: %s %s', async (tool, verdict) => {
  const { made, faults } = ports({
    permit: () => {
      throw new Error('no rules today');
    },
  });
  expect(decision(await runHook(claudeCode, 'PreToolUse', before(tool), made))).toBe(verdict);
  expect(faults).toEqual([expect.stringMatching(/^HOOK_FAILED: .*no rules today/)]);
});

const saying = (answer: HookAnswer): PlatformDescriptor => ({
  ...claudeCode,
  codec: { ...claudeCode.codec, render: () => answer },
});
const DENIED = { permission: { verdict: 'deny', reason: 'not here: é' } } as const;

it.each<[string, HookDecision, HookAnswer, number[]]>([
  ['an added text', { context: 'é'.repeat(9) }, '{"context":"ééééééééé"}', [18]],
  ['a refusal', DENIED, '{"reason":"not here: é"}', [12]],
  ['a refusal by exit code', DENIED, { exitCode: 2, stderr: 'not here: é' }, [12]],
  ['both', { ...DENIED, context: 'more' }, { exitCode: 2, stderr: 'not here: é\n\nmore' }, [16]],
  ['a text of which the agent is given a part', { context: 'x'.repeat(500) }, 'x'.repeat(40), [40]],
  ['a text that has no place in the answer', { context: 'x' }, '', []],
  ['a question to the user', { permission: { verdict: 'ask', reason: 'may it?' } }, '{"ask":1}', []],
  ['another result', { output: 'short' }, '{"output":"short"}', []],
])('counts what an answer puts into the context: %s', (_what, decision, answer, counted) => {
  const bytes: number[] = [];
  const { made } = ports({ added: (_event, added) => void bytes.push(added) });
  const event = { platform: 'claude-code', name: 'pre_tool', sessionId: 's', cwd: '/p' } as const;
  expect(rendered(event, decision, saying(answer), made)).toBe(answer);
  expect(bytes).toEqual(counted);
});

it('a count that fails takes no answer away, and nothing is said where the user wants it so', async () => {
  const { made, faults } = ports({
    added: () => {
      throw new Error('disk full');
    },
  });
  expect(await runHook(claudeCode, 'SessionStart', start('startup'), made)).toContain('ctx_execute');
  expect(faults).toEqual(['HOOK_FAILED: session_start was not counted: disk full']);
  const silent = ports({ isRouting: () => false });
  expect(await runHook(claudeCode, 'SessionStart', start('startup'), silent.made)).toBe('');
  expect(silent.events).toHaveLength(1);
});

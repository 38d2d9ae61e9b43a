import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { HookAnswer, HookDecision } from '#core/hook-decision.ts';
import { HOOK_EVENTS } from '#core/hook-event.ts';
import type { SessionEvent } from '#core/session-event.ts';
import { TOOL_NAMES } from '#core/tool-names.ts';
import { type HookPorts, runHook } from '#hooks/pipeline.ts';
import { answerHookTool } from '#hooks/tool-door.ts';
import { findPlatform, findPlatformByClient, PLATFORMS } from '#platforms/index.ts';
import {
  type AbsentField,
  hookFixtures,
  toolArguments,
  withUnknownFields,
} from '../helpers/hook-fixtures.ts';
import type { HostOutcome } from '../helpers/hosts/host.ts';
import { endOf, HOSTS } from '../helpers/hosts/index.ts';
import { livePorts } from '../helpers/live-ports.ts';

const ROOT = join(import.meta.dirname, '..', '..');

interface ToolHook {
  readonly type: string;
  readonly input?: Readonly<Record<string, string>>;
}
interface HooksFile {
  readonly hooks: Readonly<Record<string, readonly { readonly hooks: readonly ToolHook[] }[]>>;
}

/** Hook files that are shipped, by platform. */
const HOOKS_FILES: Readonly<Record<string, string>> = { 'claude-code': 'hooks/hooks.json' };

/** Ports that keep what they are told. */
function recorder(): HookPorts & { readonly events: SessionEvent[]; readonly faults: string[] } {
  const events: SessionEvent[] = [];
  const faults: string[] = [];
  return {
    events,
    faults,
    record: (event) => void events.push(event),
    fault: (code, message) => void faults.push(`${code} ${message}`),
    folder: () => '/here',
    nowMs: () => 1_000,
  };
}

/** The arguments template of an event that reaches the server; undefined for one that starts a process. */
function templateOf(platform: string, event: string): Readonly<Record<string, string>> | undefined {
  const file = HOOKS_FILES[platform];
  if (file === undefined) return undefined;
  const { hooks } = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as HooksFile;
  return hooks[event]?.flatMap((group) => group.hooks).find((hook) => hook.type === 'mcp_tool')?.input;
}

it('platforms have ids and client names of their own', () => {
  const ids = PLATFORMS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const clients = PLATFORMS.flatMap(({ clientNames }) => clientNames);
  expect(new Set(clients).size).toBe(clients.length);
  for (const platform of PLATFORMS) {
    expect(findPlatform(platform.id)).toBe(platform);
    for (const name of platform.clientNames) expect(findPlatformByClient(name)).toBe(platform);
  }
  expect([findPlatform('none'), findPlatform(''), findPlatformByClient('none')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

describe.each(PLATFORMS.map((platform) => [platform.id, platform] as const))('%s', (id, platform) => {
  const events = Object.entries(platform.events);

  it('has an id that is a file name', () => {
    expect(id).toMatch(/^[a-z][a-z0-9-]*$/);
  });

  it('declares each canonical event once at most, and none that is unknown', () => {
    const names = Object.values(platform.events);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(HOOK_EVENTS).toContain(name);
  });

  it('gives every tool a name of its own that the model can call', () => {
    const names = TOOL_NAMES.map((tool) => platform.toolName(tool));
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_:@/-]{1,64}$/);
    for (const tool of platform.unlistedTools) expect(TOOL_NAMES).toContain(tool);
  });

  it('caps its shell at a preview smaller than what it shows whole', () => {
    expect(platform.shellCap.previewBytes).toBeLessThan(platform.shellCap.wholeChars);
  });

  it.each(events)('%s has a recorded input', (event) => {
    expect(hookFixtures(id, event).length).toBeGreaterThan(0);
  });

  const cases = events.flatMap(([event, name]) =>
    hookFixtures(id, event).map(({ file, input }) => [file, event, name, input] as const),
  );

  /** What must hold for an event, whichever door it came through. */
  function checkRecord(
    record: SessionEvent | undefined,
    name: string,
    input: Readonly<Record<string, unknown>>,
  ): void {
    expect(record).toMatchObject({ platform: id, name, atMs: 1_000 });
    const session = input.session_id ?? input.conversation_id;
    expect(record?.sessionId).toEqual(session ?? expect.stringMatching(/^folder-[0-9a-f]{8}$/));
    expect(record?.cwd).toBe(input.cwd ?? (input.workspace_roots as readonly string[])[0]);
    expect(record?.toolName).toBe(input.tool_name);
    expect(record?.agentId).toBe(input.agent_id);
    const callId = input.tool_use_id as string | undefined;
    // Where an agent sends no ids, a codec may make one up; none holds a line break.
    if (callId !== undefined) expect(record?.toolUseId).toBe(callId.replace(/\s/g, '_'));
    expect(record?.toolUseId ?? '').not.toMatch(/\s/);
    // No content: names, ids and sizes only.
    expect(JSON.stringify(record).length).toBeLessThan(500);
  }

  /** The agent itself would take it as it is meant: nothing is dropped, shown to the user or taken for a block. */
  function checkAnswer(answer: HookAnswer, event: string, toolName?: unknown): HostOutcome {
    const host = HOSTS[id];
    if (host === undefined) throw new Error(`no host plays ${id}: see tests/helpers/hosts`);
    return host(endOf(answer), { event, toolName: toolName as string | undefined });
  }

  it.each(cases)('%s through a process', async (_file, event, name, input) => {
    const ports = recorder();
    const answer = await runHook(platform, event, input, ports);
    expect(ports.faults).toEqual([]);
    expect(ports.events).toHaveLength(1);
    checkRecord(ports.events[0], name, input);
    checkAnswer(answer, event, input.tool_name);
  });

  it.each(cases)('%s with fields of a later version', async (_file, event, name, input) => {
    const ports = recorder();
    await runHook(platform, event, withUnknownFields(input), ports);
    expect(ports.faults).toEqual([]);
    checkRecord(ports.events[0], name, input);
  });

  const doors = cases
    .filter(([, event]) => templateOf(id, event) !== undefined)
    .flatMap(([file, ...rest]) =>
      (['placeholder', 'empty'] as const).map((absent): readonly [string, AbsentField, ...typeof rest] => [
        file,
        absent,
        ...rest,
      ]),
    );

  it.each(doors)(
    '%s through the running server, absent fields as %s',
    async (_file, absent, event, _name, input) => {
      const [direct, byTool] = [recorder(), recorder()];
      await runHook(platform, event, input, direct);
      const args = toolArguments(templateOf(id, event) ?? {}, input, absent);
      const answer = await answerHookTool(platform, args, livePorts(byTool));
      expect(byTool.faults).toEqual([]);
      expect(byTool.events).toEqual(direct.events);
      expect(() => JSON.parse(answer)).not.toThrow();
      checkAnswer(answer, event);
    },
  );

  const REASON =
    'Not run: curl would print the page.\nThe same: ctx_fetch_and_index(url: "https://e.invalid")';
  const decisions: readonly HookDecision[] = [
    { context: '' },
    { context: 'two\nlines "quoted" é \u2028' },
    { context: 'for the model alone', isSilent: true },
    { context: 'x\n'.repeat(20_000) },
    { permission: { verdict: 'deny', reason: REASON } },
    { permission: { verdict: 'ask', reason: REASON } },
    { permission: { verdict: 'allow', reason: REASON } },
    { permission: { verdict: 'deny', reason: REASON }, context: 'the context is nearly full' },
  ];

  it.each(cases)(
    '%s answers every decision as its agent takes it, and as far as it can',
    (_file, event, name, input) => {
      const hookEvent = platform.codec.parse(id, name, input);
      if (hookEvent === undefined) throw new Error('no event');
      const { contextOn, canRefuse, contextMaxChars = Number.POSITIVE_INFINITY } = platform.capabilities;
      for (const decision of decisions) {
        const answer = platform.codec.render(hookEvent, decision, platform) || (platform.silence[name] ?? '');
        const { context, refused, replaced } = checkAnswer(answer, event, input.tool_name);
        expect(replaced).toBeUndefined();
        const isRefused = canRefuse && name === 'pre_tool' && decision.permission?.verdict === 'deny';
        if (isRefused) expect(refused).toContain(REASON);
        else expect(refused).toBeUndefined();
        // What cannot be said beside a refusal is said in it.
        if (isRefused && decision.context) expect(`${refused} ${context}`).toContain(decision.context);
        if (decision.context && contextOn.includes(name) && !isRefused) {
          expect(context?.startsWith(decision.context.slice(0, 500))).toBe(true);
          if (decision.context.length <= contextMaxChars) expect(context).toBe(decision.context);
          else if (name !== 'pre_compact' && id !== 'claude-code') {
            expect(context?.length).toBeLessThanOrEqual(contextMaxChars);
            expect(context).toMatch(/\[\d+ characters left out; ctx_search finds what is stored\]$/);
          }
        }
      }
      expect(platform.codec.render(hookEvent, {}, platform)).toBe('');
    },
  );

  it.each([
    ['null', null],
    ['a text', 'text'],
    ['a list', []],
    ['an empty object', {}],
    ['a session that is no text', { session_id: 5 }],
    ['an empty session', { session_id: '' }],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what the host passes on unexpanded
    ['an unexpanded session', { session_id: '${session_id}' }],
  ])('%s is no event: one fault, nothing recorded, nothing said', async (_name, input) => {
    const ports = recorder();
    const [event = ''] = Object.keys(platform.events);
    expect(await runHook(platform, event, input, ports)).toBe('');
    expect(ports.faults).toEqual([expect.stringMatching(/^HOOK_INPUT_INVALID /)]);
    expect(ports.events).toEqual([]);
  });

  it.each(['', 'Nonsense', 'constructor', '__proto__', 'toString'])(
    'the event %j is unknown',
    async (event) => {
      const ports = recorder();
      expect(await runHook(platform, event, { session_id: 's' }, ports)).toBe('');
      expect(ports.faults).toEqual([expect.stringMatching(/^HOOK_EVENT_UNKNOWN /)]);
      expect(ports.events).toEqual([]);
    },
  );

  it('ships a hooks file that names only its own events, all of them', () => {
    const file = HOOKS_FILES[id];
    if (file === undefined) return;
    expect(existsSync(join(ROOT, file))).toBe(true);
    const { hooks } = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as HooksFile;
    expect(Object.keys(hooks).sort()).toEqual(Object.keys(platform.events).sort());
  });
});

import { describe, expect, it } from 'vitest';
import type { OutputKind, ToolOutput } from '#core/tool-output.ts';
import { Advice, adviceFor } from '#features/routing/advice.ts';
import { readAdvice, readRoutingMode } from '#features/routing/settings.ts';
import { claudeCode } from '#platforms/claude-code.ts';

const output = (kind: OutputKind): ToolOutput => ({
  kind,
  text: '',
  label: '',
  purpose: '',
  isSource: false,
});
const { toolName } = claudeCode;

it.each([
  ['file', 30_000, true, 'file'],
  ['file', 9_000, true, undefined],
  ['command', 30_000, true, undefined],
  ['command', 30_000, false, 'command'],
  ['mcp', 30_000, false, 'mcp'],
  ['mcp', 300, false, undefined],
  ['report', 30_000, false, undefined],
] as const)('a %s of %i bytes, made short: %s: advice %s', (kind, bytes, isGoverned, advice) => {
  expect(adviceFor(output(kind), bytes, isGoverned)).toBe(advice);
});

describe('advice', () => {
  it('is given once per kind and session, and again when the context was emptied', () => {
    const advice = new Advice();
    expect(advice.give('s', 'file', toolName)).toContain('ctx_execute_file');
    expect(advice.give('s', 'file', toolName)).toBeUndefined();
    expect(advice.give('s', 'mcp', toolName)).toBeDefined();
    expect(advice.give('t', 'file', toolName)).toBeDefined();
    advice.rearm('s');
    expect(advice.give('s', 'file', toolName)).toBeDefined();
  });

  it('is short, and gives no orders', () => {
    for (const kind of ['file', 'command', 'mcp'] as const) {
      const text = new Advice().give('s', kind, toolName) ?? '';
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(200);
      expect(text).not.toMatch(/\b(?:MUST|NEVER|ALWAYS|should|must|do not)\b|!/);
    }
  });
});

describe('settings', () => {
  it('follow what the agent can do, and the user', () => {
    expect(readRoutingMode({}, true)).toBe('govern');
    expect(readRoutingMode({}, false)).toBe('redirect');
    expect(readRoutingMode({ PLIMSOLL_ROUTING_MODE: 'off' }, true)).toBe('off');
    expect([readAdvice({}), readAdvice({ PLIMSOLL_ROUTING_ADVICE: 'off' })]).toEqual([true, false]);
  });

  it('name a wrong value and what is accepted', () => {
    expect(() => readRoutingMode({ PLIMSOLL_ROUTING_MODE: 'x' }, true)).toThrow(
      /"x"; accepted: govern, redirect, off/,
    );
    expect(() => readAdvice({ PLIMSOLL_ROUTING_ADVICE: 'x' })).toThrow(/"x"; accepted: on, off/);
  });
});

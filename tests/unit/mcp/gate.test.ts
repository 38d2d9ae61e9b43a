import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { HookEvent } from '#core/hook-event.ts';
import { Gate } from '#features/policy/gate.ts';
import { describeCall, visible } from '#mcp/gate/describe-call.ts';
import { permitHook } from '#mcp/gate/permit-hook.ts';
import { askReason, refusal } from '#mcp/gate/refusal.ts';
import { claudeCode } from '#platforms/claude-code.ts';
import { makeStrictPlace } from '../../helpers/product/places.ts';
import { policyOf } from '../features/policy/policies.ts';

const callOf = (tool: Parameters<typeof describeCall>[0], input: unknown) => {
  const call = describeCall(tool, input, '/w/proj');
  if (call === undefined) throw new Error('the arguments fit');
  return call;
};

describe('what a call does', () => {
  it.each([
    [
      'ctx_execute',
      { language: 'shell', code: 'ls', cwd: 'sub' },
      [{ kind: 'shell', code: 'ls', cwd: '/w/proj/sub' }],
    ],
    [
      'ctx_execute',
      { language: 'ruby', code: 'p 1', cwd: '/else' },
      [{ kind: 'code', language: 'ruby', code: 'p 1', cwd: '/else' }],
    ],
    // A command that came alone, or as JSON text, is the command that will run.
    ['ctx_batch_execute', { commands: 'ls' }, [{ kind: 'batch', commands: ['ls'], cwd: '/w/proj' }]],
    [
      'ctx_batch_execute',
      { commands: '[{"label":1,"command":"ls"},"rm x"]' },
      [{ kind: 'batch', commands: ['ls', 'rm x'], cwd: '/w/proj' }],
    ],
    [
      'ctx_execute_file',
      { path: 'a', paths: '["b"]', language: 'shell', code: 'wc' },
      [
        { kind: 'read', path: 'a', cwd: '/w/proj' },
        { kind: 'read', path: 'b', cwd: '/w/proj' },
        { kind: 'shell', code: 'wc', cwd: '/w/proj' },
      ],
    ],
    ['ctx_index', { path: 'a' }, [{ kind: 'read', path: 'a', cwd: '/w/proj' }]],
    ['ctx_index', { content: 'a' }, []],
    ['ctx_search', { queries: 'a' }, []],
    ['ctx_read', { id: 1 }, []],
    ['ctx_jobs', { action: 'kill', id: 'job-1' }, []],
  ] as const)('%s %j', (tool, input, acts) => {
    expect(callOf(tool, input).access.acts).toEqual(acts);
  });

  it.each([
    ['ctx_search', { queries: ['a'] }, true],
    ['ctx_read', { id: '#1' }, true],
    ['ctx_stats', {}, true],
    ['ctx_jobs', { action: 'list' }, true],
    ['ctx_jobs', { action: 'tail', id: '1' }, true],
    ['ctx_jobs', { action: 'kill', id: '1' }, false],
    ['ctx_index', { content: 'a' }, false],
    ['ctx_execute', { language: 'shell', code: 'ls' }, false],
  ] as const)('%s %j merely reads our own store: %s', (tool, input, isOwnRead) => {
    expect(callOf(tool, input).access.isOwnRead).toBe(isOwnRead);
  });

  it('is nothing when the arguments are wrong', () => {
    expect(describeCall('ctx_execute', { language: 'cobol', code: 'x' }, '/w')).toBeUndefined();
  });

  it('is shown to a person with nothing hidden in it', () => {
    expect(visible('a\tb\nc\u202Ed\u200B\u00AD\u001B\r\u{E0041}')).toBe(
      'a\tb\nc\\u{202e}d\\u{200b}\\u{ad}\\u{1b}\\u{d}\\u{e0041}',
    );
  });
});

describe('a refusal', () => {
  it.each([
    ['ctx_execute', { language: 'shell', code: 'npm test' }, 'Bash(npm test)'],
    ['ctx_execute', { language: 'shell', code: 'npm test; make' }, 'such as Bash(npm test)'],
    ['ctx_execute', { language: 'python', code: 'print(1)' }, 'Bash(python3 *)'],
    ['ctx_batch_execute', { commands: ['a', 'b'] }, 'such as Bash(npm test)'],
    ['ctx_index', { path: '../x' }, 'Read('],
  ] as const)('of %s %j names what would permit it: %s', (tool, input, rule) => {
    const judgement = { verdict: 'ask', reason: 'no rule' } as const;
    const call = callOf(tool, input);
    const { content, structuredContent, isError } = refusal(call, judgement, false).toResult(true);
    expect(content).toEqual([{ type: 'text', text: expect.stringContaining(rule) }]);
    expect(structuredContent).toMatchObject({ verdict: 'ask', reason: 'no rule' });
    expect(isError).toBe(true);
    expect(askReason(call, 'no rule')).toContain(rule);
  });
});

describe('the agent’s own reader', () => {
  function place() {
    const { project, root } = makeStrictPlace();
    const outDir = join(root, 'out');
    mkdirSync(join(outDir, 'folder'), { recursive: true });
    writeFileSync(join(outDir, '1.txt'), 'one');
    writeFileSync(join(root, 'secret.txt'), 'secret');
    symlinkSync(join(root, 'secret.txt'), join(outDir, '2.txt'));
    symlinkSync(join(outDir, '1.txt'), join(project, 'link.txt'));
    return { project, root, outDir };
  }
  const gate = new Gate({
    policy: () => policyOf(),
    judge: () => ({ verdict: 'allow', reason: 'no rule here' }),
    isHostAsking: () => false,
    nowMs: Date.now,
  });
  const ask = (made: ReturnType<typeof place>, toolName: string, toolInput: unknown, mayRead = true) => {
    const event: HookEvent = {
      platform: 'claude-code',
      name: 'pre_tool',
      sessionId: 's',
      cwd: made.project,
      toolName,
      toolInput,
    };
    const { project: projectRoot, outDir } = made;
    const at = { gate, platform: claudeCode, projectRoot, mayRead: () => mayRead, outDir: () => outDir };
    return permitHook(event, at)?.verdict;
  };

  it.each([
    ['out/1.txt', 'allow'],
    ['project/link.txt', 'allow'],
    ['out/../out/1.txt', 'allow'],
    ['out/2.txt', undefined],
    ['out/3.txt', undefined],
    ['out/folder', undefined],
    ['out', undefined],
    ['secret.txt', undefined],
  ])('may read a stored original, and nothing that only looks like one: %s %s', (path, verdict) => {
    const made = place();
    expect(ask(made, 'Read', { file_path: `${made.root}/${path}` })).toBe(verdict);
  });

  it('may not where a rule speaks against it, nor may other tools', () => {
    const made = place();
    const input = { file_path: join(made.outDir, '1.txt') };
    expect(ask(made, 'Read', input, false)).toBeUndefined();
    expect(ask(made, 'Edit', input)).toBeUndefined();
    expect(ask(made, 'Read', { path: input.file_path })).toBeUndefined();
    expect(ask(made, 'Read', 'text')).toBeUndefined();
  });
});

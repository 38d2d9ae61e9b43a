import { describe, expect, it } from 'vitest';
import type { HookEvent } from '#core/hook-event.ts';
import { Gate } from '#features/policy/gate.ts';
import { judgeCall } from '#features/policy/judge-call.ts';
import type { Judgement } from '#features/policy/policy.ts';
import { codeRules } from '#main/code-rules.ts';
import { createRehearsal, type RehearsalParts, rehearse } from '#main/rehearse.ts';
import { permitHook } from '#mcp/gate/permit-hook.ts';
import { claudeCode } from '#platforms/claude-code.ts';
import { PLACE, policyOf } from '../features/policy/policies.ts';

function stage(over: Partial<RehearsalParts> = {}) {
  const judgements: Judgement[] = [];
  const events: HookEvent[] = [];
  const policy = policyOf({ allow: ['Bash(ls *)'] });
  const gate = new Gate({
    policy: () => policy,
    judge: (call, rules) => {
      const judgement = judgeCall(call, rules, PLACE, { code: codeRules });
      judgements.push(judgement);
      return judgement;
    },
    isHostAsking: () => false,
    nowMs: () => 0,
  });
  const parts: RehearsalParts = {
    ready: async () => undefined,
    permit: (event) => {
      events.push(event);
      const place = { gate, platform: claudeCode, projectRoot: PLACE.projectRoot, mayRead: () => true };
      return permitHook(event, { ...place, outDir: () => undefined });
    },
    platform: claudeCode.id,
    toolName: claudeCode.toolName('ctx_execute'),
    folder: PLACE.projectRoot,
    others: () => [],
    ...over,
  };
  return { parts, judgements, events };
}

describe('a rehearsal', () => {
  it('judges code of several kinds, all of which is understood', async () => {
    const { parts, judgements, events } = stage();
    await rehearse(parts);
    expect(judgements.length).toBeGreaterThan(2);
    expect(judgements).toHaveLength(events.length);
    for (const { reason } of judgements) expect(reason).not.toMatch(/could not|too deep|is not looked at/);
  });

  it('leaves no record that a call could use', async () => {
    const { parts, events } = stage();
    await rehearse(parts);
    expect(events.filter(({ toolUseId }) => toolUseId !== undefined)).toEqual([]);
  });

  it('takes the steps of others after that, and a fault in one is told', async () => {
    const steps: string[] = [];
    const fails = (): void => {
      throw new Error('no store');
    };
    const { parts, events } = stage({ others: () => [() => steps.push(`after ${events.length}`), fails] });
    await expect(rehearse(parts)).rejects.toThrow('no store');
    expect(steps).toEqual([`after ${events.length}`]);
  });

  it('waits until what judges is loaded', async () => {
    const { parts, events } = stage({ ready: () => Promise.reject(new Error('no bundle')) });
    await expect(rehearse(parts)).rejects.toThrow('no bundle');
    expect(events).toEqual([]);
  });
});

describe('rehearsing', () => {
  it('happens once, however many prompts there are', async () => {
    let times = 0;
    const { parts } = stage();
    const begin = createRehearsal(
      () => {
        times += 1;
        return parts;
      },
      () => undefined,
    );
    begin();
    begin();
    expect(times).toBe(1);
  });

  it('reports a fault instead of ending the server', async () => {
    const fault = new Promise((resolve) => {
      const { parts } = stage({
        permit: () => {
          throw new Error('odd rule');
        },
      });
      createRehearsal(() => parts, resolve)();
    });
    expect(await fault).toEqual(new Error('odd rule'));
  });
});

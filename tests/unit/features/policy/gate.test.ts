import { describe, expect, it } from 'vitest';
import { type CallAccess, OWN_READ } from '#features/policy/act.ts';
import { Gate, type GateCall } from '#features/policy/gate.ts';
import type { Judgement, PermissionMode, PermissionPolicy } from '#features/policy/policy.ts';
import { policyOf } from './policies.ts';

const NO_RULES = policyOf();

const SHELL: CallAccess = { acts: [{ kind: 'shell', code: 'make', cwd: '/w' }], isOwnRead: false };
const call = (over: Partial<GateCall> = {}): GateCall => ({
  tool: 'ctx_execute',
  input: { language: 'shell', code: 'make' },
  access: SHELL,
  ...over,
});
const HOOK = { sessionId: 's-1', toolUseId: 'toolu_1', mode: 'default' };

const UNMATCHED: Judgement = { verdict: 'ask', reason: 'no rule allows "make"', isUnmatched: true };
const ASKED: Judgement = { verdict: 'ask', reason: 'Bash(make) in /s asks about "make"' };
const DENIED: Judgement = { verdict: 'deny', reason: 'Bash(make) in /s denies "make"' };
const HARMLESS: Judgement = { verdict: 'allow', reason: 'it only reads' };
const COVERED: Judgement = { verdict: 'allow', reason: 'Bash(make) in /s allows "make"', isCovered: true };

interface World {
  judgement: Judgement;
  policy: PermissionPolicy;
  isHostAsking: boolean;
  nowMs: number;
  /** Modes that were judged in. */
  readonly modes: PermissionMode[];
}

function gateIn(judgement: Judgement) {
  const world: World = { judgement, policy: NO_RULES, isHostAsking: false, nowMs: 1_000, modes: [] };
  const gate = new Gate({
    policy: () => world.policy,
    judge: (_call, policy) => {
      world.modes.push(policy.mode);
      return world.judgement;
    },
    isHostAsking: () => world.isHostAsking,
    nowMs: () => world.nowMs,
  });
  return { gate, world };
}

describe('the hook answers', () => {
  it.each<[string, Judgement, string | undefined]>([
    ['deny where a rule denies', DENIED, 'deny'],
    ['ask where a rule asks', ASKED, 'ask'],
    ['ask where nothing is said', UNMATCHED, 'ask'],
    ['allow where own rules cover all', COVERED, 'allow'],
    ['nothing where the host decides by itself', HARMLESS, undefined],
  ])('%s', (_name, judgement, expected) => {
    expect(gateIn(judgement).gate.beforeCall(call(), HOOK)?.verdict).toBe(expected);
  });

  it('allow for reading our own store', () => {
    const { gate } = gateIn(HARMLESS);
    expect(gate.beforeCall(call({ access: OWN_READ }), HOOK)?.verdict).toBe('allow');
  });

  it.each<[Judgement, string | undefined]>([
    [UNMATCHED, undefined],
    [ASKED, 'ask'],
    [DENIED, 'deny'],
  ])('in auto mode only what a rule says: %j', (judgement, expected) => {
    expect(gateIn(judgement).gate.beforeCall(call(), { ...HOOK, mode: 'auto' })?.verdict).toBe(expected);
  });

  it.each([
    ['plan', 'plan'],
    ['manual', 'default'],
    [undefined, 'dontAsk'],
    ['unheard-of', 'dontAsk'],
  ])('by the mode of the session: %s is %s', (mode, judged) => {
    const { gate, world } = gateIn(DENIED);
    world.policy = { ...NO_RULES, mode: 'dontAsk' };
    gate.beforeCall(call(), { ...HOOK, mode });
    expect(world.modes).toEqual([judged]);
  });
});

describe('a call that arrives', () => {
  it.each<[Judgement, string]>([
    [DENIED, 'refuse'],
    [ASKED, 'ask'],
    [UNMATCHED, 'ask'],
    [HARMLESS, 'run'],
    [COVERED, 'run'],
  ])('without a record, judged %j: %s', (judgement, kind) => {
    expect(gateIn(judgement).gate.atCall(call(), 'toolu_1').kind).toBe(kind);
  });

  it.each([ASKED, UNMATCHED])('with the record of the question runs, once: %j', (judgement) => {
    const { gate } = gateIn(judgement);
    gate.beforeCall(call(), HOOK);
    const first = gate.atCall(call(), 'toolu_1');
    expect([first.kind, first.judgement.verdict]).toEqual(['run', 'allow']);
    expect(first.judgement.reason).toContain(judgement.reason);
    expect(gate.atCall(call(), 'toolu_1').kind).toBe('ask');
  });

  it('in auto mode runs: the classifier let it through', () => {
    const { gate } = gateIn(UNMATCHED);
    gate.beforeCall(call(), { ...HOOK, mode: 'auto' });
    expect(gate.atCall(call(), 'toolu_1').kind).toBe('run');
  });

  it.each<[string, Partial<GateCall>, string | undefined]>([
    ['another input', { input: { language: 'shell', code: 'make all' } }, 'toolu_1'],
    ['another tool', { tool: 'ctx_index' }, 'toolu_1'],
    ['another id', {}, 'toolu_2'],
    ['no id', {}, undefined],
  ])('with %s than the recorded one is asked about', (_name, over, id) => {
    const { gate } = gateIn(ASKED);
    gate.beforeCall(call(), HOOK);
    expect(gate.atCall(call(over), id).kind).toBe('ask');
  });

  it('is asked about when the record is older than a minute', () => {
    const { gate, world } = gateIn(ASKED);
    gate.beforeCall(call(), HOOK);
    world.nowMs += 60_001;
    expect(gate.atCall(call(), 'toolu_1').kind).toBe('ask');
  });

  it('is asked about when the rules changed since', () => {
    const { gate, world } = gateIn(ASKED);
    gate.beforeCall(call(), HOOK);
    world.policy = { ...NO_RULES, blockReadsOutside: true };
    expect(gate.atCall(call(), 'toolu_1').kind).toBe('ask');
  });

  it('is asked about when the hook had not asked', () => {
    const { gate, world } = gateIn(HARMLESS);
    gate.beforeCall(call(), HOOK);
    world.judgement = ASKED;
    expect(gate.atCall(call(), 'toolu_1').kind).toBe('ask');
  });

  it('is refused when a rule denies by now, whatever was agreed', () => {
    const { gate, world } = gateIn(ASKED);
    gate.beforeCall(call(), HOOK);
    world.judgement = DENIED;
    expect(gate.atCall(call(), 'toolu_1').kind).toBe('refuse');
  });

  it('is judged in the mode of its hook, else of the settings', () => {
    const { gate, world } = gateIn(HARMLESS);
    world.policy = { ...NO_RULES, mode: 'bypassPermissions' };
    gate.beforeCall(call(), { ...HOOK, mode: 'plan' });
    gate.atCall(call(), 'toolu_1');
    gate.atCall(call(), 'toolu_1');
    expect(world.modes).toEqual(['plan', 'plan', 'bypassPermissions']);
  });

  it('with the keys of its input in another order is the same call', () => {
    const { gate } = gateIn(ASKED);
    gate.beforeCall(call(), HOOK);
    expect(gate.atCall(call({ input: { code: 'make', language: 'shell' } }), 'toolu_1').kind).toBe('run');
  });
});

describe('on a host that asks before every call', () => {
  it.each<[Judgement, string]>([
    [UNMATCHED, 'run'],
    [ASKED, 'ask'],
    [DENIED, 'refuse'],
  ])('the call itself is the yes to what no rule speaks of, and to nothing else: %j', (judgement, kind) => {
    const { gate, world } = gateIn(judgement);
    world.isHostAsking = true;
    const admission = gate.atCall(call(), undefined);
    expect(admission.kind).toBe(kind);
    if (kind === 'run') expect(admission.judgement.reason).toContain('host approval');
  });
});

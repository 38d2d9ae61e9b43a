import type { HookPermission } from '#core/hook-decision.ts';
import type { ToolName } from '#core/tool-names.ts';
import type { CallAccess } from './act.ts';
import { CallRecords, canonicalHash } from './call-records.ts';
import { hookPermission, isOpen } from './hook-permission.ts';
import type { Judgement, PermissionMode, PermissionPolicy } from './policy.ts';
import { permissionMode } from './settings/merge-settings.ts';

/** One call of one of our tools. */
export interface GateCall {
  readonly tool: ToolName;
  /** The arguments as they were sent. */
  readonly input: unknown;
  readonly access: CallAccess;
}

/** What the hook knows about a call beside its input. */
export interface HookCall {
  readonly sessionId: string;
  /** Absent: the call cannot be recognised when it arrives, so the hook's record does not help it. */
  readonly toolUseId?: string | undefined;
  /** In the host's word; absent: the mode of the settings. */
  readonly mode?: string | undefined;
}

/** What becomes of a call that has arrived. */
export interface Admission {
  /** `ask`: somebody has to say yes first. */
  readonly kind: 'run' | 'ask' | 'refuse';
  readonly judgement: Judgement;
}

export interface GateOptions {
  /** The rules of this moment; the same object as long as they did not change. */
  readonly policy: () => PermissionPolicy;
  readonly judge: (call: GateCall, policy: PermissionPolicy) => Judgement;
  /** Finds out what the next judgements need to know of the machine. Absent: nothing. */
  readonly prepare?: (isRunning: boolean) => Promise<void>;
  /** The host itself asks the user before it calls a tool of ours: that a call arrives is a yes. */
  readonly isHostAsking: () => boolean;
  readonly nowMs: () => number;
}

/**
 * The one door for calls of our tools. The hook asks it before the host decides, the server asks it again when the call
 * arrives; both get the same judgement of the same rules.
 */
export class Gate {
  private readonly options: GateOptions;
  private readonly records: CallRecords;
  private readonly digests = new WeakMap<PermissionPolicy, string>();

  constructor(options: GateOptions) {
    this.options = options;
    this.records = new CallRecords(options.nowMs);
  }

  /** To be awaited before either of the two below; `isRunning` when the call may run code. */
  async ready(isRunning: boolean): Promise<void> {
    await this.options.prepare?.(isRunning);
  }

  /** What the host is told before a call, see hookPermission; undefined: nothing. */
  beforeCall(call: GateCall, hook: HookCall): HookPermission | undefined {
    const policy = this.options.policy();
    const mode = permissionMode(hook.mode ?? '') ?? policy.mode;
    const judgement = this.judge(call, policy, mode);
    if (hook.toolUseId !== undefined)
      this.records.add({
        sessionId: hook.sessionId,
        toolUseId: hook.toolUseId,
        inputHash: this.hashOf(call),
        ruleDigest: this.digestOf(policy),
        mode,
        verdict: judgement.verdict,
        atMs: this.options.nowMs(),
      });
    return hookPermission(call.access, judgement, mode);
  }

  /** What becomes of a call that has arrived. Uses up the hook's record of it. */
  atCall(call: GateCall, toolUseId: string | undefined): Admission {
    const record = this.records.take(toolUseId, this.hashOf(call));
    const policy = this.options.policy();
    const judgement = this.judge(call, policy, record?.mode ?? policy.mode);
    switch (judgement.verdict) {
      case 'allow':
        return { kind: 'run', judgement };
      case 'deny':
        return { kind: 'refuse', judgement };
      case 'ask': {
        // Had the hook said no, the call would not be here; under other rules it might have.
        const isAgreed = record?.verdict === 'ask' && record.ruleDigest === this.digestOf(policy);
        if (isAgreed) return { kind: 'run', judgement: agreed(judgement) };
        if (this.options.isHostAsking() && isOpen(judgement))
          return { kind: 'run', judgement: agreed(judgement, 'host approval') };
        return { kind: 'ask', judgement };
      }
      default:
        return judgement.verdict satisfies never;
    }
  }

  private judge(call: GateCall, policy: PermissionPolicy, mode: PermissionMode): Judgement {
    return this.options.judge(call, mode === policy.mode ? policy : { ...policy, mode });
  }

  private hashOf({ tool, input }: GateCall): string {
    return canonicalHash([tool, input ?? {}]);
  }

  private digestOf(policy: PermissionPolicy): string {
    const known = this.digests.get(policy) ?? canonicalHash(policy);
    this.digests.set(policy, known);
    return known;
  }
}

/** The judgement of a call to which somebody said yes. */
export const agreed = (judgement: Judgement, who = 'the user agreed'): Judgement => ({
  ...judgement,
  verdict: 'allow',
  reason: `${who} (${judgement.reason})`,
});

import { isOtherShell } from '#features/execution/host-shell.ts';
import { judgeConfined, NO_SANDBOX } from '#features/policy/confined-call.ts';
import { Gate, type GateCall } from '#features/policy/gate.ts';
import { type CodeJudges, judgeCall } from '#features/policy/judge-call.ts';
import { judgeUrl } from '#features/policy/judge-url.ts';
import type { Judgement, PermissionPolicy } from '#features/policy/policy.ts';
import { readingBy, readRules } from '#features/policy/read-rules.ts';
import type { Sandbox } from '#features/sandbox/create-sandbox.ts';
import type { Environment } from '#infra/home.ts';
import { listFolder } from '#infra/list-folder.ts';
import { existingPath } from '#infra/real-path.ts';
import { bundleDirectory } from './bundle-directory.ts';
import { type CurrentPolicy, createPolicySource } from './policy.ts';
import type { ReadPermissions } from './workspace.ts';

export interface GateParts {
  readonly env: Environment;
  /** Absolute, without links. */
  readonly projectRoot: () => string;
  readonly isHostAsking: () => boolean;
  /** Undefined where code cannot run at all, for want of a data directory. */
  readonly sandbox: () => Pick<Sandbox, 'isWanted' | 'verdict'> | undefined;
  /** Loads what judges code, when it is first asked for. */
  readonly codeRules: () => CodeJudges;
}

/** What was read is taken for current so long, unless a call arrives. */
const MOMENT_MS = 50;

/** The gate over the user's settings, and what the stores need to know of them. */
export function createGate({ env, projectRoot, isHostAsking, sandbox, codeRules }: GateParts): {
  readonly gate: Gate;
  readonly reads: ReadPermissions;
  /** The rules of the moment. */
  readonly current: () => CurrentPolicy;
  /** What rules say of an address, asked anew for each redirect. */
  readonly judgePage: (url: URL) => Judgement;
} {
  const source = createPolicySource(env, bundleDirectory());
  let moment: { readonly rules: CurrentPolicy; readonly atMs: number } | undefined;
  /** One call asks half a dozen times, and each time looks at every settings file there may be. */
  const current = (): CurrentPolicy => {
    const nowMs = performance.now();
    if (moment !== undefined && nowMs - moment.atMs < MOMENT_MS) return moment.rules;
    const rules = source(projectRoot());
    moment = { rules, atMs: nowMs };
    return rules;
  };
  let state = NO_SANDBOX;
  let code: CodeJudges | undefined;
  let isOther = false;

  /** Loads what judges code, and looks for the sandbox where one is wanted. */
  async function prepare(isRunning: boolean): Promise<void> {
    // Every call sees the rules as they are when it arrives.
    moment = undefined;
    if (!isRunning) return;
    code = codeRules();
    isOther = isOtherShell(env);
    const box = sandbox();
    if (box === undefined || !box.isWanted()) state = NO_SANDBOX;
    else {
      const { verdict, reason } = await box.verdict();
      state = { isConfined: verdict === 'allow', verdict, reason };
    }
  }

  function judge(call: GateCall, policy: PermissionPolicy): Judgement {
    const { isConfined } = state;
    const options = { realPath: existingPath, list: listFolder, isConfined, isOtherShell: isOther, code };
    return judgeConfined(call, judgeCall(call, policy, current().place, options), state, policy);
  }
  const gate = new Gate({
    policy: () => current().policy,
    judge,
    prepare,
    isHostAsking,
    nowMs: Date.now,
  });
  const rules = () => {
    const { policy, place } = current();
    return readRules(policy, place);
  };
  const mayRead = (path: string): boolean => {
    const { policy, place } = current();
    return readRules(policy, place) === undefined || readingBy({ policy, place })(path);
  };
  return {
    gate,
    reads: { mayRead, rules },
    current,
    judgePage: ({ href }) => judgeUrl(href, current().policy),
  };
}

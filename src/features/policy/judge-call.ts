import { isRecord } from '#core/json.ts';
import { compareVerdicts } from '#core/verdict.ts';
import type { Act } from './act.ts';
import type { GateCall } from './gate.ts';
import type { judgeBatch } from './judge-batch.ts';
import type { judgeCode } from './judge-code.ts';
import type { JudgeOptions } from './judge-context.ts';
import { judgePath } from './judge-path.ts';
import { judgeTool } from './judge-tool.ts';
import { judgeUrl } from './judge-url.ts';
import type { Judgement, PermissionPolicy, PolicyPlace } from './policy.ts';
import { allowed, asked, settle } from './verdicts.ts';

type Place = Omit<PolicyPlace, 'cwd'>;

/** What judges code; a third of the evaluator, loaded when code is first to run. */
export interface CodeJudges {
  readonly judgeCode: typeof judgeCode;
  readonly judgeBatch: typeof judgeBatch;
}

export interface CallOptions extends JudgeOptions {
  /** Absent: code is asked about. */
  readonly code?: CodeJudges | undefined;
}

const NOT_LOADED: Judgement = asked('the rules for code are not loaded');

/** Of two that ask, one that only the user may answer is the stricter. */
const strictness = ({ verdict, isUnmatched }: Judgement): number =>
  verdict === 'ask' && isUnmatched !== true ? 1 : 0;

const strictestFirst = (a: Judgement, b: Judgement): number =>
  compareVerdicts(b.verdict, a.verdict) || strictness(b) - strictness(a);

function judgeAct(act: Act, policy: PermissionPolicy, place: Place, options: CallOptions): Judgement {
  const at = { ...place, cwd: act.cwd };
  const { code } = options;
  switch (act.kind) {
    case 'shell':
      return code?.judgeCode('shell', act.code, policy, at, options) ?? settle(NOT_LOADED, policy);
    case 'code':
      return code?.judgeCode(act.language, act.code, policy, at, options) ?? settle(NOT_LOADED, policy);
    case 'batch':
      return code?.judgeBatch(act.commands, policy, at, options).whole ?? settle(NOT_LOADED, policy);
    case 'read':
      return judgePath('read', act.path, policy, at, options);
    case 'fetch':
      return judgeUrl(act.url, policy);
    default:
      return act satisfies never;
  }
}

/** Rules for a folder are about what lies in it (`dir/**`), so a name in it stands for the folder. */
const NAME_INSIDE = 'any-name';

/** The model chooses the folder that a run starts in: starting in one is no way to make it a working folder. */
function judgeFolders(
  { access }: GateCall,
  policy: PermissionPolicy,
  place: Place,
  options: JudgeOptions,
): readonly Judgement[] {
  const folders = new Set(access.acts.map(({ cwd }) => cwd));
  folders.delete(place.projectRoot);
  const at = { ...place, cwd: place.projectRoot };
  return [...folders].map((folder) => judgePath('read', `${folder}/${NAME_INSIDE}`, policy, at, options));
}

/** What the rules say about one call of one of our tools: about the tool itself, and about all that the call does. */
export function judgeCall(
  call: GateCall,
  policy: PermissionPolicy,
  place: Place,
  options: CallOptions,
): Judgement {
  const { tool, input, access } = call;
  const own = judgeTool(tool, isRecord(input) ? input : {}, policy);
  const acts = access.acts.map((act) => judgeAct(act, policy, place, options));
  const besides = own === undefined ? [] : [settle(own, policy)];
  const all = [...acts, ...judgeFolders(call, policy, place, options)];
  const [strictest = allowed('it concerns our own store alone')] = [
    ...besides.filter(({ verdict }) => verdict !== 'allow'),
    ...all,
  ].sort(strictestFirst);
  const { isCovered: _, leavesSandbox: __, ...rest } = strictest;
  // Reading a file of the project needs nobody's permission, so it takes nothing away from what rules cover.
  const deciding = acts.filter((_act, at) => access.acts[at]?.kind !== 'read');
  const [first] = deciding;
  // What stays in the sandbox keeps the rest of the call there.
  const isOutside = first !== undefined && deciding.every((one) => one.leavesSandbox === true);
  const judgement = isOutside ? { ...rest, leavesSandbox: true as const } : rest;
  const isCovered = strictest.verdict === 'allow' && deciding.every((one) => one.isCovered === true);
  // Where everything is allowed, what is said is by which rule.
  return isCovered && first !== undefined ? first : judgement;
}

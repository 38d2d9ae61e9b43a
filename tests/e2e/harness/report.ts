import { REQUIREMENTS, type Requirement, type RequirementId } from '../requirements.ts';

/** A client id, or `once` for what needs no client. */
export type Target = '197' | '332' | 'once';

interface Outcome {
  readonly target: Target;
  readonly id: string;
  readonly state: 'passed' | 'failed' | 'skipped';
}

/** Collects the checks of a run, prints one line each, and holds the requirement gate. */
export interface Report {
  /** One proof: `passed`, or a failure with `detail` (what was seen). */
  check(target: Target, scenario: string, id: RequirementId, passed: boolean, detail: string): void;
  skip(target: Target, id: RequirementId, reason: string): void;
  /** Something that broke outside a check: counted as a failure. */
  fail(target: Target, what: string): void;
  /** Fails every requirement of these targets that no check has proven or skipped, prints the sum; true when all is well. */
  finish(scenarios: ReadonlySet<string>, targets: readonly Target[]): boolean;
}

const DETAIL_CHARACTERS = 600;

/** Requirements that `target` has to prove. */
export const requirementsFor = (target: Target): readonly (readonly [RequirementId, Requirement])[] =>
  (Object.entries(REQUIREMENTS) as [RequirementId, Requirement][]).filter(([, { scope }]) =>
    scope === 'each-client' ? target !== 'once' : scope === target,
  );

export function createReport(): Report {
  const outcomes: Outcome[] = [];
  const add = (target: Target, id: string, state: Outcome['state'], text: string): void => {
    outcomes.push({ target, id, state });
    const label = { passed: 'ok  ', failed: 'FAIL', skipped: 'skip' }[state];
    console.log(`${label} [${target}] ${id}: ${text}`);
  };
  const fail = (target: Target, what: string): void => add(target, 'run', 'failed', what);
  return {
    fail,
    check(target, scenario, id, passed, detail) {
      const requirement: Requirement | undefined = REQUIREMENTS[id];
      if (requirement?.scenario !== scenario) {
        fail(target, `a check of scenario ${scenario} names ${id}, which is no requirement of it`);
        return;
      }
      const seen = passed ? '' : `\n       seen: ${detail.slice(0, DETAIL_CHARACTERS)}`;
      add(target, id, passed ? 'passed' : 'failed', `${requirement.text}${seen}`);
    },
    skip: (target, id, reason) => add(target, id, 'skipped', reason),
    finish(scenarios, targets) {
      const open = targets.flatMap((target) =>
        requirementsFor(target)
          .filter(([id, { scenario }]) => scenarios.has(scenario) && !outcomes.some(isAbout(target, id)))
          .map(([id]) => ({ target, id })),
      );
      for (const { target, id } of open) add(target, id, 'failed', 'no check has proven this requirement');
      const count = (state: Outcome['state']): number => outcomes.filter((one) => one.state === state).length;
      console.log(`${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`);
      return count('failed') === 0;
    },
  };
}

const isAbout =
  (target: Target, id: string) =>
  (outcome: Outcome): boolean =>
    outcome.target === target && outcome.id === id;

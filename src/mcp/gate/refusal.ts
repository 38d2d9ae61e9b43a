import { AppError } from '#core/errors.ts';
import type { Act } from '#features/policy/act.ts';
import type { GateCall } from '#features/policy/gate.ts';
import type { Judgement } from '#features/policy/policy.ts';
import { ToolResponse } from '../response.ts';

/** A longer text makes no rule that anybody would keep. */
const RULE_CHARS = 80;
/** One plain command: nothing in it that joins commands, or that the shell replaces. */
const PLAIN = /^[^\n\r;&|<>()`$\\"'*?{}]+$/;

/** A rule that would permit the act; undefined where no single rule would. */
function permittingRule(act: Act): string | undefined {
  switch (act.kind) {
    case 'shell':
      return PLAIN.test(act.code) && act.code.length <= RULE_CHARS ? `Bash(${act.code.trim()})` : undefined;
    case 'batch':
      return undefined;
    case 'code':
      return undefined;
    case 'read':
      return undefined;
    case 'fetch': {
      const host = URL.canParse(act.url) ? new URL(act.url).hostname : '';
      return host === '' ? undefined : `WebFetch(domain:${host})`;
    }
    default:
      return act satisfies never;
  }
}

/** How the same thing can be done with the user's yes. */
function ways({ access }: GateCall): string {
  const [act] = access.acts.filter(({ kind }) => kind !== 'read');
  const rule = act === undefined ? undefined : permittingRule(act);
  switch (act?.kind) {
    case undefined:
      return `The agent's own file tool asks the user; an allow rule Read(path) in the settings permits it here.`;
    case 'fetch':
      return `The agent's own fetch tool asks the user; an allow rule ${rule ?? 'WebFetch(domain:host)'} in the settings permits it here.`;
    default:
      return `The agent's own shell tool (Bash) asks the user; ${rule === undefined ? 'allow rules for its commands, such as Bash(npm test),' : `an allow rule ${rule}`} in the settings permit it here.`;
  }
}

/** The answer to a call that does not run. It names the rule and its file, or the cause, and what can be done. */
export function refusal(call: GateCall, judgement: Judgement, wasAsked: boolean): ToolResponse {
  const { verdict, reason, rule } = judgement;
  const error =
    verdict === 'deny'
      ? new AppError('PERMISSION_DENIED', `Not run: ${reason}.`)
      : new AppError(
          'PERMISSION_NEEDED',
          wasAsked
            ? `Not run: the user was asked and did not agree (${reason}).`
            : `Not run: ${reason}; nobody could be asked here. ${ways(call)}`,
        );
  return new ToolResponse()
    .error(error)
    .data({ verdict, reason, rule: rule?.text, rule_file: rule?.source.file });
}

import { AppError } from '#core/errors.ts';
import type { Act } from '#features/policy/act.ts';
import type { GateCall } from '#features/policy/gate.ts';
import type { Judgement } from '#features/policy/policy.ts';
import { ToolResponse } from '../response.ts';

/** A longer text makes no rule that anybody would keep. */
const RULE_CHARS = 80;
/** One plain command: nothing in it that joins commands, or that the shell replaces. */
const PLAIN = /^[^\n\r;&|<>()`$\\"'*?{}]+$/;

/** How the agent itself does such a thing, and the rule by which it may be done here. */
interface Way {
  readonly tool: string;
  readonly rule: string;
}

const shellWay = (code: string): Way => ({
  tool: "the agent's own shell tool (Bash)",
  rule:
    PLAIN.test(code) && code.length <= RULE_CHARS
      ? `Bash(${code.trim()})`
      : 'for all that it does, such as Bash(npm test)',
});

function wayOf(act: Act): Way {
  switch (act.kind) {
    case 'shell':
      return shellWay(act.code);
    case 'batch':
      return shellWay(act.commands.join('\n'));
    case 'code':
      return {
        tool: "the agent's own shell tool (Bash)",
        rule: 'for its interpreter, such as Bash(python3 *)',
      };
    case 'read':
      return { tool: "the agent's own file tool", rule: 'for its path, such as Read(~/notes/**)' };
    case 'fetch': {
      const host = URL.canParse(act.url) ? new URL(act.url).hostname : 'host';
      return { tool: "the agent's own fetch tool", rule: `WebFetch(domain:${host})` };
    }
    default:
      return act satisfies never;
  }
}

/** The act that is most likely to need permission: reading in the project needs none. */
const mainWay = ({ access: { acts } }: GateCall): Way | undefined => {
  const act = acts.find(({ kind }) => kind !== 'read') ?? acts[0];
  return act === undefined ? undefined : wayOf(act);
};

/** A cause as the end of a sentence. Those about confinement are sentences of their own. */
function ending(reason: string): string {
  const bare = reason.replace(/^Not run: /, '');
  return /[.?]$/.test(bare) ? bare : `${bare}.`;
}

/** Why the user is asked about a call, and what would make the question needless. For the user, and for the model when nobody answers. */
export function askReason(call: GateCall, reason: string): string {
  const way = mainWay(call);
  const hint = way === undefined ? '' : ` Permitted by an allow rule ${way.rule}.`;
  return `${call.tool} needs permission: ${ending(reason)}${hint}`;
}

/** The answer to a call that does not run. It names the rule and its file, or the cause, and what can be done. */
export function refusal(call: GateCall, judgement: Judgement, wasAsked: boolean): ToolResponse {
  const { verdict, reason, rule } = judgement;
  const way = mainWay(call);
  const other =
    way === undefined
      ? ''
      : ` With the user's yes it can be done by ${way.tool}, or here by an allow rule ${way.rule}.`;
  const error =
    verdict === 'deny'
      ? new AppError('PERMISSION_DENIED', `Not run: ${ending(reason)}`)
      : new AppError(
          'PERMISSION_NEEDED',
          wasAsked
            ? `Not run, the user was asked and did not agree: ${ending(reason)}`
            : `Not run, permission is needed and nobody could be asked: ${ending(reason)}${other}`,
        );
  return new ToolResponse()
    .error(error)
    .data({ verdict, reason, rule: rule?.text, rule_file: rule?.source.file });
}

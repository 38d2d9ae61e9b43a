import { AppError } from '#core/errors.ts';
import { BUNDLE_COMMANDS } from '../bundles.ts';
import type { Command } from '../command.ts';
import { COMPLETION_SCRIPTS, completableOf } from '../completion-scripts.ts';
import { parseOptions } from '../options.ts';

const SHELLS = Object.keys(COMPLETION_SCRIPTS);

/** Completion of the other commands and of itself. */
export function completionOf(others: readonly Command[]): Command {
  const completion: Command = {
    name: 'completion',
    summary: 'print a completion script for your shell',
    usage: `plimsoll completion ${SHELLS.join('|')} [--json]
  bash:  eval "$(plimsoll completion bash)"            in ~/.bashrc
  zsh:   eval "$(plimsoll completion zsh)"             in ~/.zshrc, behind compinit
  fish:  plimsoll completion fish | source             in ~/.config/fish/config.fish`,
    run({ args, out }) {
      const { positionals, flag } = parseOptions(args, { json: { type: 'boolean' } }, 1);
      const [shell] = positionals;
      if (shell === undefined)
        throw new AppError('ARGUMENT_INVALID', `completion needs a shell: ${SHELLS.join(', ')}.`);
      const script = Object.hasOwn(COMPLETION_SCRIPTS, shell) ? COMPLETION_SCRIPTS[shell] : undefined;
      if (script === undefined)
        throw new AppError('ARGUMENT_INVALID', `shell is "${shell}"; accepted: ${SHELLS.join(', ')}.`);
      const text = script([...others, ...BUNDLE_COMMANDS, completion].map(completableOf));
      out(flag('json') ? JSON.stringify({ shell, script: text }) : text);
      return Promise.resolve(0);
    },
  };
  return completion;
}

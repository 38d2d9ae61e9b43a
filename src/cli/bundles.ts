import { AppError } from '#core/errors.ts';
import type { Command } from './command.ts';
import { surplusText } from './options.ts';

/** A first word that starts another bundle instead of running in this process. */
export interface BundleCommand extends Pick<Command, 'name' | 'summary' | 'usage'> {
  readonly maxArguments: number;
}

export const BUNDLE_COMMANDS: readonly BundleCommand[] = [
  {
    name: 'stats',
    summary: 'how many bytes were kept out of the context, and what is stored',
    usage: `plimsoll stats [--all] [--json]
  --all       all projects of the data directory; else this one (--project)
  --json      one JSON object: the integers events, sources, chunks and all byte counts, by tool, session and day`,
    // It reads its own, options among them.
    maxArguments: Number.POSITIVE_INFINITY,
  },
  {
    name: 'serve',
    summary: 'run the MCP server on stdin and stdout (also without a command)',
    usage: 'plimsoll serve',
    maxArguments: 0,
  },
  {
    name: 'hook',
    summary: 'answer one hook call: hook <platform> <event>, JSON on stdin',
    usage: `plimsoll hook PLATFORM EVENT
  PLATFORM   such as claude-code
  EVENT      the hook's name, such as PostToolUse
The agent's JSON comes on stdin; the answer is one JSON object on stdout, or nothing. The exit code is 0 always.`,
    // A hook never stands in the agent's way, whatever it is given.
    maxArguments: Number.POSITIVE_INFINITY,
  },
];

/** @throws AppError ARGUMENT_INVALID that names the arguments that are too many */
export function checkArguments({ name, maxArguments }: BundleCommand, args: readonly string[]): void {
  const surplus = args.slice(maxArguments);
  if (surplus.length > 0) throw new AppError('ARGUMENT_INVALID', `${name}: ${surplusText(surplus)}`);
}

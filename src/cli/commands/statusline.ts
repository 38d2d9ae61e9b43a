import { AppError } from '#core/errors.ts';
import { installStatusline, type SetupOutcome, uninstallStatusline } from '#features/statusline/setup.ts';
import type { Command } from '../command.ts';
import { parseOptions } from '../options.ts';

const SAID: Readonly<Record<SetupOutcome['kind'], (file: string) => string>> = {
  installed: (file) =>
    `The status line is set up in ${file}, from the next session on; --uninstall takes it out again.`,
  joined: (file) =>
    `The status line is set up in ${file}, from the next session on. What was there before is still shown; --uninstall puts it back.`,
  refreshed: (file) => `The status line is set up in ${file} already; its program was brought up to date.`,
  restored: (file) => `The status line was taken out of ${file}.`,
  absent: () => 'No status line of ours is set up; nothing was changed.',
  changed: (file) => `${file} names another status line by now; it was left as it is.`,
};

export const statusline: Command = {
  name: 'statusline',
  summary: 'print a status line from the status JSON on stdin; or set it up',
  usage: `plimsoll statusline [--install | --uninstall] [--json]
  --install     put it into your settings of Claude Code; a status line that is there is kept and shown first
  --uninstall   put the settings back as they were
  --json        one JSON object: what was done, and in which file
Without an option it prints the line; the agent's JSON comes on stdin.`,
  async run({ args, out, statuslineSetup }) {
    const flag = { type: 'boolean' } as const;
    const options = parseOptions(args, { install: flag, uninstall: flag, json: flag }, 0);
    const isInstall = options.flag('install');
    if (isInstall === options.flag('uninstall'))
      throw new AppError('ARGUMENT_INVALID', 'statusline: accepted is either --install or --uninstall.');
    const place = statuslineSetup();
    const { kind, file } = isInstall ? installStatusline(place) : uninstallStatusline(place);
    out(options.flag('json') ? JSON.stringify({ kind, file }) : SAID[kind](file));
    return 0;
  },
};

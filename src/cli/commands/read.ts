import { AppError } from '#core/errors.ts';
import { parseHandle } from '#core/ids.ts';
import { formatLineRange, LINES_ACCEPTED, parseLineRange } from '#core/text/lines.ts';
import type { Command } from '../command.ts';
import { parseOptions } from '../options.ts';

/** A terminal can take more than a context window. */
const PAGE_BYTES = 1024 * 1024;

export const read: Command = {
  name: 'read',
  summary: 'read a stored original back',
  usage: `plimsoll read ID [--lines 100-160] [--grep REGEX] [--json]`,
  async run({ args, out, knowledge }) {
    const text = { type: 'string' } as const;
    const options = parseOptions(args, { json: { type: 'boolean' }, lines: text, grep: text }, 1);
    const [given = ''] = options.positionals;
    const id = parseHandle(given, knowledge().outDir);
    if (id === undefined)
      throw new AppError(
        'ARGUMENT_INVALID',
        `"${given}" is no handle; accepted: a number such as 12 or "#12".`,
      );
    const lines = options.value('lines');
    const range = lines === undefined ? undefined : parseLineRange(lines);
    if (lines !== undefined && range === undefined) {
      throw new AppError('ARGUMENT_INVALID', `--lines is "${lines}"; accepted: ${LINES_ACCEPTED}.`);
    }
    const page = await knowledge().read({ id, range, grep: options.value('grep'), maxBytes: PAGE_BYTES });
    out(options.flag('json') ? JSON.stringify(page) : page.text);
    if (page.nextLine !== undefined) {
      const last = (range?.last ?? page.totalLines) < page.totalLines ? range?.last : undefined;
      const next = formatLineRange(page.nextLine, page.nextByte, last);
      process.stderr.write(`more from line ${page.nextLine}: --lines ${next}\n`);
    }
    return 0;
  },
};

import { AppError } from '#core/errors.ts';
import { formatHandle, parseHandle } from '#core/ids.ts';
import { formatLineRange, LINES_ACCEPTED, parseLineRange } from '#core/text/lines.ts';
import type { Command } from '../command.ts';
import { parseOptions } from '../options.ts';

/** A terminal can take more than a context window. */
const PAGE_BYTES = 1024 * 1024;

export const read: Command = {
  name: 'read',
  summary: 'read a stored original back',
  usage: `plimsoll read ID [--lines 100-160] [--grep REGEX] [--json]
  ID        a handle such as 12 or "#12"
  --lines   only these lines
  --grep    only the lines that match, each with its number
  --json    one JSON object
Exit code 1 when no line matches.`,
  async run({ args, out, knowledge, remark }) {
    const text = { type: 'string' } as const;
    const options = parseOptions(args, { json: { type: 'boolean' }, lines: text, grep: text }, 1);
    const [given] = options.positionals;
    if (given === undefined)
      throw new AppError('ARGUMENT_INVALID', 'read needs a handle: a number such as 12 or "#12".');
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
    const isEmpty = page.matches === 0;
    if (options.flag('json')) out(JSON.stringify(page));
    else if (isEmpty) remark(`no line of ${formatHandle(id)} matches.`);
    else out(page.text);
    if (page.nextLine !== undefined) {
      const last = (range?.last ?? page.totalLines) < page.totalLines ? range?.last : undefined;
      const next = formatLineRange(page.nextLine, page.nextByte, last);
      process.stderr.write(`more from line ${page.nextLine}: --lines ${next}\n`);
    }
    return isEmpty && page.nextLine === undefined ? 1 : 0;
  },
};

import { relative, resolve } from 'node:path';
import { AppError } from '#core/errors.ts';
import { formatHandle } from '#core/ids.ts';
import type { Command } from '../command.ts';
import { parseOptions } from '../options.ts';

export const indexFiles: Command = {
  name: 'index',
  summary: 'make files searchable',
  usage: `plimsoll index FILE... [--json]
  --json   one JSON object per file`,
  async run({ args, folder, out, knowledge }) {
    const options = parseOptions(args, { json: { type: 'boolean' } });
    if (options.positionals.length === 0)
      throw new AppError('ARGUMENT_INVALID', 'index needs at least one file.');
    for (const name of options.positionals) {
      const path = resolve(folder, name);
      const label = relative(folder, path);
      const report = await knowledge().indexFile(path, label.startsWith('..') ? path : label);
      if (options.flag('json')) out(JSON.stringify(report));
      else out(`${formatHandle(report.id)} ${report.label}: ${report.passages} passages, ${report.change}`);
    }
    return 0;
  },
};

import { renderStats, savedBytes } from '#features/insights/stats.ts';
import type { Command } from '../command.ts';
import { parseOptions } from '../options.ts';

export const stats: Command = {
  name: 'stats',
  summary: 'how many bytes were kept out of the context, and what is stored',
  usage: `plimsoll stats [--json] [--project]
  --json      one JSON object: the integers events, sources, chunks and the byte counts
  --project   this project only; else the whole data directory`,
  async run({ args, out, count }) {
    const flag = { type: 'boolean' } as const;
    const options = parseOptions(args, { json: flag, project: flag, all: flag }, 0);
    const isProject = options.flag('project');
    const counted = await count(isProject ? 'project' : 'all');
    if (options.flag('json')) {
      out(
        JSON.stringify({ ...counted.stats, savedBytes: savedBytes(counted.stats), notices: counted.notices }),
      );
    } else {
      for (const notice of counted.notices) out(notice);
      out(renderStats(counted.stats, isProject ? 'plimsoll, this project' : 'plimsoll, all projects'));
    }
    return 0;
  },
};

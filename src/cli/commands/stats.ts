import type { Command } from '../command.ts';

/** Its work is done by a bundle of its own, which `cli.mjs` starts without this table. */
export const stats: Command = {
  name: 'stats',
  summary: 'how many bytes were kept out of the context, and what is stored',
  usage: `plimsoll stats [--all] [--json]
  --all       all projects of the data directory; else this one (--project)
  --json      one JSON object: the integers events, sources, chunks and all byte counts, by tool, session and day`,
  run: ({ args, stats: print }) => print(args),
};

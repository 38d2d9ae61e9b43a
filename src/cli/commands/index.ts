import type { Command } from '../command.ts';
import { demo } from './demo.ts';
import { fetchPages } from './fetch-pages.ts';
import { indexFiles } from './index-files.ts';
import { read } from './read.ts';
import { search } from './search.ts';
import { stats } from './stats.ts';
import { statusline } from './statusline.ts';

/** Commands that run in this process; `serve`, `hook` and `statusline` start the other bundles. */
export const COMMANDS: readonly Command[] = [demo, stats, indexFiles, fetchPages, search, read, statusline];

import type { Command } from '../command.ts';
import { completionOf } from './completion.ts';
import { config } from './config.ts';
import { demo } from './demo.ts';
import { doctor } from './doctor.ts';
import { exportCommand } from './export.ts';
import { fetchPages } from './fetch-pages.ts';
import { indexFiles } from './index-files.ts';
import { purge } from './purge.ts';
import { read } from './read.ts';
import { search } from './search.ts';
import { statusline } from './statusline.ts';
import { uninstall } from './uninstall.ts';
import { upgrade } from './upgrade.ts';

const WORKING: readonly Command[] = [
  demo,
  indexFiles,
  fetchPages,
  search,
  read,
  purge,
  config,
  doctor,
  upgrade,
  statusline,
  exportCommand,
  uninstall,
];

/** Commands that run in this process; `stats`, `serve`, `hook` and `statusline` start the other bundles. */
export const COMMANDS: readonly Command[] = [...WORKING, completionOf(WORKING)];

import type { Tool } from '../tool.ts';
import { batchExecute } from './batch-execute.ts';
import { doctor } from './doctor.ts';
import { execute } from './execute.ts';
import { executeFile } from './execute-file.ts';
import { fetchAndIndex } from './fetch-and-index.ts';
import { indexContent } from './index-content.ts';
import { jobs } from './jobs.ts';
import { purge } from './purge.ts';
import { read } from './read.ts';
import { search } from './search.ts';
import { stats } from './stats.ts';
import { upgrade } from './upgrade.ts';

/** All tools, in the order in which they are listed. */
export const TOOLS: readonly Tool[] = [
  execute,
  executeFile,
  batchExecute,
  indexContent,
  search,
  read,
  fetchAndIndex,
  jobs,
  stats,
  purge,
  doctor,
  upgrade,
];

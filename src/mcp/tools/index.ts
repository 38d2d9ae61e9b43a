import type { Tool } from '../tool.ts';
import { execute } from './execute.ts';
import { indexContent } from './index-content.ts';
import { read } from './read.ts';
import { search } from './search.ts';
import { stats } from './stats.ts';

/** All tools, in the order in which they are listed. */
export const TOOLS: readonly Tool[] = [execute, indexContent, search, read, stats];

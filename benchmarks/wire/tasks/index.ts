import type { TaskDefinition } from '../task.ts';
import { commandTasks } from './commands.ts';
import { cycleTasks } from './cycles.ts';
import { fileAndPageTasks } from './files-and-pages.ts';
import { longTasks } from './long.ts';
import { ordinaryTasks } from './ordinary.ts';

/** All tasks, in the order in which they run. */
export const TASKS: readonly TaskDefinition[] = [
  ...commandTasks,
  ...fileAndPageTasks,
  ...cycleTasks,
  ...ordinaryTasks,
  ...longTasks,
];

import { isAbsolute } from 'node:path';
import { type Project, resolveProject } from '#infra/project.ts';

/**
 * The project that an event belongs to, whoever asks. Those of which nobody knows the folder belong to the data directory:
 * each must be counted once, not by every project.
 */
export const projectOfEvent = (home: string, cwd: string): Project =>
  resolveProject(home, isAbsolute(cwd) ? cwd : home);

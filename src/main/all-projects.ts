import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from '#core/errors.ts';
import { spooledFolders } from '#features/sessions/spool-reader.ts';
import { type Project, projectOfData } from '#infra/project.ts';
import { projectOfEvent } from './project-of-event.ts';

/** False for what is no project's folder, as the files that some systems put everywhere. */
function hasStore({ databasePath }: Project): boolean {
  try {
    return lstatSync(databasePath, { throwIfNoEntry: false }) !== undefined;
  } catch (thrown) {
    // A folder that may not be looked into has to be told of.
    return systemCode(thrown) !== 'ENOTDIR';
  }
}

/** All projects with a store, and those of which only spooled events are known so far. */
export function allProjects(home: string): readonly Project[] {
  const root = join(home, 'projects');
  const names = existsSync(root) ? readdirSync(root) : [];
  const stored = names.map((name) => projectOfData(join(root, name))).filter(hasStore);
  const spooled = spooledFolders(home).map((cwd) => projectOfEvent(home, cwd));
  const byData = new Map([...stored, ...spooled].map((project) => [project.dataDir, project]));
  return [...byData.values()];
}

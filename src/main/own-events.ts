import { resolveProject } from '#infra/project.ts';

/**
 * Whether what happens in a folder is this server's project's: who goes to another repository in the middle of a session works
 * on that. Folders below the server's own are its own without a look.
 */
export function createOwnEvents(home: () => string, folder: () => string): (cwd: string) => boolean {
  const known = new Map<string, boolean>();
  return (cwd) => {
    const own = folder();
    if (cwd === '' || cwd === own || cwd.startsWith(`${own}/`)) return true;
    const answer =
      known.get(cwd) ?? resolveProject(home(), cwd).dataDir === resolveProject(home(), own).dataDir;
    known.set(cwd, answer);
    return answer;
  };
}

import { readdirSync } from 'node:fs';

/** Names in a folder; undefined when there is none or it may not be read. */
export function listFolder(folder: string): readonly string[] | undefined {
  try {
    return readdirSync(folder);
  } catch {
    return undefined;
  }
}

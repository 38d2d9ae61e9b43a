import { existsSync, readdirSync, statSync } from 'node:fs';

const isWhole = (folder: string): boolean => existsSync(`${folder}/hook.cjs`);

/** Agents that keep every version of a plugin beside the others remove the old one at an update: the newest that is there. */
function besides(folder: string): string | undefined {
  const match = /^(.*)[\\/][^\\/]+[\\/]([^\\/]+)$/.exec(folder);
  const [, above, name] = match ?? [];
  if (above === undefined || !existsSync(above)) return undefined;
  const others = readdirSync(above)
    .map((version) => `${above}/${version}/${name}`)
    .filter(isWhole);
  const ages = others.map((other) => ({ other, at: statSync(`${other}/hook.cjs`).mtimeMs }));
  return ages.sort((a, b) => b.at - a.at)[0]?.other;
}

/**
 * The first of the folders of bundles in which the product is, or another version beside one of them; undefined when it is gone.
 * @throws the file system's error
 */
export function findProduct(folders: readonly string[]): string | undefined {
  const known = folders.find(isWhole);
  if (known !== undefined) return known;
  for (const folder of folders) {
    const found = besides(folder);
    if (found !== undefined) return found;
  }
  return undefined;
}

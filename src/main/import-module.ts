type Importer = (href: string) => Promise<unknown>;

let importer: Importer = (href) => import(href);

/** Imports a module by its URL. @throws what its own code throws, and what the loader of modules does */
export const importModule: Importer = (href) => importer(href);

/** A script that was compiled by an earlier process cannot import by itself: whoever starts it hands this over. */
export function importBy(other: Importer): void {
  importer = other;
}

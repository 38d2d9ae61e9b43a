import { mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { LANGUAGE_NAMES, type LanguageName } from '#features/execution/languages.ts';
import { createRuntimes } from '#features/execution/runtimes.ts';

const runtimes = await createRuntimes(process.env).list();

/** Languages that can be run on this machine. */
export const INSTALLED: ReadonlySet<LanguageName> = new Set(
  runtimes.flatMap(({ language, program }) => (program === undefined ? [] : [language])),
);

const missing = LANGUAGE_NAMES.filter((name) => !INSTALLED.has(name));
if (missing.length > 0)
  console.warn(`SKIPPED tests of ${missing.length} languages: ${missing.join(', ')} not installed`);

/** Version managers look for their toolchains below HOME, which is another one in tests. */
export const TOOLCHAINS: Readonly<Record<string, string>> = {
  RUSTUP_HOME: process.env.RUSTUP_HOME ?? join(userInfo().homedir, '.rustup'),
  CARGO_HOME: process.env.CARGO_HOME ?? join(userInfo().homedir, '.cargo'),
  GOCACHE: join(tmpdir(), 'plimsoll-go-cache'),
};

/** A folder with everything in its name that commands are torn apart by. */
export function oddFolder(parent: string): string {
  const folder = join(parent, `it's a #1 é漢 "$x" & co`);
  mkdirSync(folder);
  return folder;
}

import { initial } from './0001-initial.ts';
import { terms } from './0002-terms.ts';
import { pages } from './0003-pages.ts';
import { memory } from './0004-memory.ts';
import { forgotten } from './0005-forgotten.ts';
import { tally } from './0006-tally.ts';
import type { Migration } from './migration.ts';

/** All migrations in order; the last one's version is the version of this program's stores. */
export const MIGRATIONS: readonly Migration[] = [initial, terms, pages, memory, forgotten, tally];

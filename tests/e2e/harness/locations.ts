import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository under test. */
export const REPOSITORY = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');

/** Where the pinned clients and runtimes are installed (git-ignored; see `install.ts`). */
export const E2E_FOLDER = join(REPOSITORY, 'tests', 'e2e');

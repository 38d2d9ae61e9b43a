import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonRecord } from '#core/json.ts';

const FOLDER = join(import.meta.dirname, '..', 'fixtures', 'context');

/** What an agent's hook is given, as recorded: `pi/turn_end`. */
export const contextFixture = (name: string): JsonRecord =>
  JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as JsonRecord;

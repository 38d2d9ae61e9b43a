import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isRecord, parseJson } from '#core/json.ts';
import type { Figure, Question } from './question.ts';

const SCRIPT = join(import.meta.dirname, 'fixed-price.ts');
const LIMITED_VERSION = '2.1.332';
const LIMIT_TOKENS = 220;

/** One entry of the script's JSON as a figure; undefined for something else. */
function figureOf(entry: unknown): Figure | undefined {
  if (!isRecord(entry)) return undefined;
  const { client, request, addedTokens } = entry;
  if (typeof client !== 'string' || typeof addedTokens !== 'number') return undefined;
  const must = client === LIMITED_VERSION ? { must: LIMIT_TOKENS } : {};
  return { name: `client ${client}, request ${request}`, value: addedTokens, unit: 'tokens', ...must };
}

export const fixedPrice: Question = {
  name: 'fixed-price',
  text: 'What does the plugin add to every request of the real client?',
  floor: 'the same two-turn session in the same pinned client without the plugin',
  meaning:
    'Tokens (o200k) by which a request with the plugin is longer: tool names or schemas, instructions, injected text. Needs the pinned clients of tests/e2e.',
  isOptional: true,
  async measure() {
    if (!existsSync(SCRIPT)) return [];
    const tsx = createRequire(import.meta.url).resolve('tsx/cli');
    const { stdout, stderr } = spawnSync(process.execPath, [tsx, SCRIPT, '--json'], { encoding: 'utf8' });
    // Its verdict follows the JSON on a line of its own.
    const entries = parseJson(stdout.slice(0, stdout.lastIndexOf(']') + 1));
    if (!Array.isArray(entries)) throw new Error(`fixed-price.ts measured nothing: ${stdout}${stderr}`);
    return entries.map(figureOf).filter((figure) => figure !== undefined);
  },
};

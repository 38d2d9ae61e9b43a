/**
 * Writes every generated file from one source of truth: the manifests of the plugin, pages of docs/ and the schema of settings.
 * `npm run generate` writes, `npm run generate -- --check` exits 1 when a committed file differs.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errorsPage } from './generate/errors-page.ts';
import { exportSamples } from './generate/exports.ts';
import { hooksFile } from './generate/hooks-file.ts';
import { manifests } from './generate/manifests.ts';
import { platformTables } from './generate/platform-tables.ts';
import { platformsPage } from './generate/platforms-matrix.ts';
import { settingsPage, settingsSchema } from './generate/settings-page.ts';

const root = join(import.meta.dirname, '..');

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Path in the repository to content. */
const files: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(manifests()).map(([path, value]) => [path, json(value)])),
  'hooks/hooks.json': json(hooksFile()),
  'docs/errors.md': errorsPage(),
  'docs/platforms.md': platformsPage(readFileSync(join(root, 'docs/platforms.md'), 'utf8')),
  'docs/settings.md': settingsPage(),
  'settings.schema.json': json(settingsSchema()),
  ...exportSamples(),
  ...platformTables(),
};

const isCheck = process.argv.includes('--check');
const tables = Object.keys(platformTables());
let hasNewTables = false;
for (const [path, content] of Object.entries(files)) {
  const absolute = join(root, path);
  const isCurrent = existsSync(absolute) && readFileSync(absolute, 'utf8') === content;
  if (isCurrent) continue;
  if (isCheck) {
    console.error(`${path} is not what scripts/generate.ts makes: run npm run generate`);
    process.exitCode = 1;
  } else {
    mkdirSync(dirname(absolute), { recursive: true });
    writeFileSync(absolute, content);
    console.log(`wrote ${path}`);
    hasNewTables ||= tables.includes(path);
  }
}
// What is made from the tables of agents was made from those of before.
if (hasNewTables)
  execFileSync(process.execPath, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' });

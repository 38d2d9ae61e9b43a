/**
 * Writes every generated file from one source of truth: the manifests of the plugin, tables of agents, exports, pages of docs/ and
 * the schema of settings. `npm run generate` writes, `npm run generate -- --check` exits 1 when a committed file differs.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { platformTables } from './generate/platform-tables.ts';

const root = join(import.meta.dirname, '..');
const isCheck = process.argv.includes('--check');

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function complain(path: string): void {
  console.error(`${path} is not what scripts/generate.ts makes: run npm run generate`);
  process.exitCode = 1;
}

/** Path in the repository to content. */
function settle(files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    const absolute = join(root, path);
    const isCurrent = existsSync(absolute) && readFileSync(absolute, 'utf8') === content;
    if (isCurrent) continue;
    if (isCheck) {
      complain(path);
      continue;
    }
    mkdirSync(dirname(absolute), { recursive: true });
    writeFileSync(absolute, content);
    console.log(`wrote ${path}`);
  }
}

/** What lies in a folder of generated files and is no longer made. */
function removeOthers(folder: string, files: Readonly<Record<string, string>>): void {
  for (const name of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
    const path = join(name.parentPath, name.name).slice(root.length + 1);
    if (!name.isFile() || Object.hasOwn(files, path)) continue;
    if (isCheck) complain(path);
    else rmSync(join(root, path));
  }
}

// First, and before anything that imports them: the tables may name an agent whose file is gone.
settle(platformTables());

const [{ errorsPage }, { exportSamples }, { hooksFile }, { manifests }, { platformsPage }, settings] =
  await Promise.all([
    import('./generate/errors-page.ts'),
    import('./generate/exports.ts'),
    import('./generate/hooks-file.ts'),
    import('./generate/manifests.ts'),
    import('./generate/platforms-matrix.ts'),
    import('./generate/settings-page.ts'),
  ]);
const samples = exportSamples();
settle({
  ...Object.fromEntries(Object.entries(manifests()).map(([path, value]) => [path, json(value)])),
  'hooks/hooks.json': json(hooksFile()),
  'docs/errors.md': errorsPage(),
  'docs/platforms.md': platformsPage(readFileSync(join(root, 'docs/platforms.md'), 'utf8')),
  'docs/settings.md': settings.settingsPage(),
  'settings.schema.json': json(settings.settingsSchema()),
  ...samples,
});
removeOthers('exports', samples);

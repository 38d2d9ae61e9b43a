/** `server.mjs`: starts `server.cjs`, the server, with what an earlier one compiled: that is a third of its start. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { CompiledScripts } from '#infra/compiled-script.ts';
import { resolveHome } from '#infra/home.ts';

const BUNDLE = 'server.cjs';
const folder = fileURLToPath(new URL('.', import.meta.url)).replace(/[\\/]$/, '');

/** Undefined without a data directory, of which the server itself tells; and in Bun, which compiles in its own way. */
function compiledScripts(): { readonly home: string; readonly scripts: CompiledScripts } | undefined {
  if (process.versions.bun !== undefined) return undefined;
  try {
    const home = resolveHome(process.env);
    return { home, scripts: new CompiledScripts(folder, home) };
  } catch {
    return undefined;
  }
}

const compiled = compiledScripts();
const { server } = (compiled?.scripts.load(BUNDLE, 'server') ??
  createRequire(import.meta.url)(`./${BUNDLE}`)) as typeof import('./server.ts');
server.importBy((href) => import(href));
server.beforeExit(() => {
  // A server that had nothing to keep leaves no data directory behind.
  if (compiled !== undefined && existsSync(compiled.home)) compiled.scripts.settle();
});

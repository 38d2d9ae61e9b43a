import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAll } from '../../scripts/build.ts';
import { writeUnasked } from './unasked.ts';

type Metafiles = Awaited<ReturnType<typeof buildAll>>;

/** A fresh build outside the repository, as a marketplace clone has it: no node_modules above it. */
export interface Product {
  /** Holds the bundles and `native/`. */
  readonly distDir: string;
  /** esbuild's account per bundle. */
  readonly metafiles: Metafiles;
  /** An empty folder that nobody else uses; removed with the product. */
  newFolder(): string;
  /** Environment of a child with its own home, in which nothing is asked; NODE_EXTRA_CA_CERTS (37 ms per Node start) and NODE_OPTIONS are not in it. */
  environment(home: string): Readonly<Record<string, string>>;
  dispose(): void;
}

/** Variables of this process that a child needs on some system. */
const KEPT = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'LANG'];

/** Builds the bundles; the native libraries are those of the committed dist/. */
export async function buildProduct(): Promise<Product> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'plimsoll-bench-')));
  const distDir = join(root, 'dist');
  mkdirSync(distDir);
  const metafiles = await buildAll(distDir);
  symlinkSync(join(import.meta.dirname, '../../dist/native'), join(distDir, 'native'), 'junction');
  return {
    distDir,
    metafiles,
    newFolder: () => mkdtempSync(join(root, 'run-')),
    environment(home) {
      const kept = KEPT.flatMap((name) => {
        const value = process.env[name];
        return value === undefined ? [] : [[name, value]];
      });
      writeUnasked(home);
      return { ...Object.fromEntries(kept), HOME: home, PLIMSOLL_HOME: join(home, '.plimsoll') };
    },
    dispose: () => rmSync(root, { recursive: true, force: true }),
  };
}

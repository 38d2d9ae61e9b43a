import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');
/** The layers of src/, from the lowest up. */
export const LAYERS = [
  'core',
  'infra',
  'storage',
  'features',
  'platforms',
  'hooks',
  'mcp',
  'cli',
  'main',
] as const;
export type Layer = (typeof LAYERS)[number];

/** What each layer may import beside itself; docs/architecture.md draws it. */
export const MAY_IMPORT: Readonly<Record<Layer, readonly Layer[]>> = {
  core: [],
  infra: ['core'],
  storage: ['core', 'infra'],
  features: ['core', 'infra', 'storage'],
  platforms: ['core', 'infra'],
  hooks: ['core', 'infra', 'storage', 'features', 'platforms'],
  mcp: ['core', 'infra', 'storage', 'features', 'platforms'],
  cli: ['core', 'infra', 'storage', 'features', 'platforms'],
  main: ['core', 'infra', 'storage', 'features', 'platforms', 'hooks', 'mcp', 'cli'],
};

export interface SourceFile {
  /** Below src/, with `/`. */
  readonly path: string;
  readonly layer: string;
  readonly text: string;
  /** What it imports, as written: static, type-only and dynamic. */
  readonly imports: readonly string[];
}

const IMPORT =
  /^\s*(?:import|export)\b[^'";]*?\bfrom\s+'([^']+)'|^\s*import\s+'([^']+)'|\bimport\(\s*'([^']+)'/gm;

/** Every TypeScript file of src/. */
export function sourceFiles(): readonly SourceFile[] {
  const src = join(ROOT, 'src');
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts'))
    .map((path) => {
      const text = readFileSync(join(src, path), 'utf8');
      const imports = [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
      return { path, layer: path.split('/')[0] ?? '', text, imports };
    });
}

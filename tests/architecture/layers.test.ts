import { existsSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PLATFORMS } from '#platforms/index.ts';
import { LAYERS, type Layer, MAY_IMPORT, ROOT, type SourceFile, sourceFiles } from '../helpers/sources.ts';

const FILES = sourceFiles();
const inLayer = (layer: string): readonly SourceFile[] => FILES.filter((file) => file.layer === layer);

/** Path below src/ that an import means; undefined for a package or module of Node. */
function target(file: SourceFile, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? posix.join(posix.dirname(file.path), specifier) : undefined;
}

/** All imports of a file as `file → what`, for a message that says where to look. */
const complaints = (
  files: readonly SourceFile[],
  isWrong: (file: SourceFile, specifier: string) => boolean,
) => files.flatMap((file) => file.imports.filter((s) => isWrong(file, s)).map((s) => `${file.path} → ${s}`));

it('finds the imports it is about', () => {
  expect(FILES.length).toBeGreaterThan(60);
  const imports = FILES.flatMap((file) => file.imports);
  expect(imports.length).toBeGreaterThan(200);
  expect(FILES.every((file) => (LAYERS as readonly string[]).includes(file.layer))).toBe(true);
  const statements = FILES.flatMap((file) => file.text.match(/^(?:import|\} from) .*'/gm) ?? []);
  expect(imports.length).toBeGreaterThanOrEqual(statements.length);
});

describe.each(LAYERS)('src/%s', (layer: Layer) => {
  it('imports downwards only', () => {
    const allowed: readonly string[] = [...MAY_IMPORT[layer], layer];
    expect(
      complaints(inLayer(layer), (file, specifier) => {
        const path = target(file, specifier);
        return path !== undefined && !allowed.includes(path.split('/')[0] ?? '');
      }),
    ).toEqual([]);
  });

  it('uses # across layers and relative imports inside its own', () => {
    expect(
      complaints(inLayer(layer), (file, specifier) => {
        const other = target(file, specifier)?.split('/')[0];
        return other !== undefined && specifier.startsWith('#') === (other === layer);
      }),
    ).toEqual([]);
  });

  it('has a README', () => {
    expect(existsSync(join(ROOT, 'src', layer, 'README.md'))).toBe(true);
  });
});

it('imports name files that are there, with their ending', () => {
  expect(
    complaints(FILES, (file, specifier) => {
      const path = target(file, specifier);
      return path !== undefined && !(path.endsWith('.ts') && existsSync(join(ROOT, 'src', path)));
    }),
  ).toEqual([]);
});

it('src/core is pure: no module of Node, no package', () => {
  expect(complaints(inLayer('core'), (file, specifier) => target(file, specifier) === undefined)).toEqual([]);
});

it('SQL and its libraries stay in src/storage', () => {
  expect(
    complaints(
      FILES,
      (file, specifier) => /sqlite/.test(specifier) && file.layer !== 'storage' && !specifier.startsWith('#'),
    ),
  ).toEqual([]);
  const sql = /\b(?:SELECT .* FROM|INSERT INTO|DELETE FROM|CREATE (?:VIRTUAL )?TABLE|PRAGMA )/;
  expect(
    FILES.filter((file) => file.layer !== 'storage' && sql.test(file.text)).map((file) => file.path),
  ).toEqual([]);
});

/** Packages that other layers may load, and where; each by an ADR of its own. */
const ALLOWED_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  ignore: ['features/knowledge/'],
  sucrase: ['features/execution/strip-types.ts'],
  '@mdream/js': ['features/fetching/convert/'],
  chardet: ['features/fetching/convert/charset.ts'],
  'ipaddr.js': ['infra/http/'],
  undici: ['infra/http/request-hop.ts'],
  unpdf: ['main/pdf.ts'],
  unbash: ['features/policy/shell/', 'features/routing/shown-commands.ts'],
};

it('packages are loaded by the MCP server’s layer only, and elsewhere where an ADR allows it', () => {
  const isPackage = (file: SourceFile, specifier: string): boolean =>
    target(file, specifier) === undefined &&
    !isBuiltin(specifier) &&
    !(ALLOWED_PACKAGES[specifier] ?? []).some((place) => file.path.startsWith(place));
  expect(
    complaints(
      FILES.filter((file) => file.layer !== 'mcp'),
      isPackage,
    ),
  ).toEqual([]);
});

it('modules of Node are named node:…', () => {
  expect(
    complaints(FILES, (_file, specifier) => isBuiltin(specifier) && !specifier.startsWith('node:')),
  ).toEqual([]);
});

it('no feature imports another feature', () => {
  const featureOf = (path: string): string => path.split('/').slice(0, 2).join('/');
  expect(
    complaints(inLayer('features'), (file, specifier) => {
      const path = target(file, specifier);
      return path?.startsWith('features/') === true && featureOf(path) !== featureOf(file.path);
    }),
  ).toEqual([]);
});

it('no file imports itself in a circle', () => {
  const byPath = new Map(FILES.map((file) => [file.path, file]));
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
    const file = byPath.get(path);
    if (file === undefined || done.has(path) || trail.includes(path)) return;
    // A type-only import is gone at run time.
    const types = new Set(
      [...file.text.matchAll(/^import type [^;]*?from '([^']+)'/gm)].map((match) => match[1]),
    );
    for (const specifier of file.imports) {
      const next = types.has(specifier) ? undefined : target(file, specifier);
      if (next !== undefined) visit(next, [...trail, path]);
    }
    done.add(path);
  };
  for (const file of FILES) visit(file.path, []);
  expect(circles).toEqual([]);
});

it('no platform is named outside src/platforms and src/main', () => {
  const literals = new RegExp(`['"\`](?:${PLATFORMS.map(({ id }) => id).join('|')})['"\`]`);
  const elsewhere = FILES.filter((file) => !['platforms', 'main'].includes(file.layer));
  expect(elsewhere.filter((file) => literals.test(file.text)).map((file) => file.path)).toEqual([]);
});

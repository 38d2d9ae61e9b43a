import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { LAYERS, MAY_IMPORT, ROOT } from '../helpers/sources.ts';

/** A project of a few wrong files under the real configuration; linted once. */
const folder = mkdtempSync(join(tmpdir(), 'plimsoll-lint-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Violation {
  readonly file: string;
  readonly text: string;
  readonly rule: string;
}

const upwards: readonly Violation[] = LAYERS.flatMap((layer) =>
  LAYERS.filter((other) => other !== layer && !MAY_IMPORT[layer].includes(other)).flatMap((other) => [
    {
      file: `src/${layer}/up-to-${other}.ts`,
      text: `import { x } from '#${other}/x.ts';\nexport const y = x;\n`,
      rule: 'lint/style/noRestrictedImports',
    },
    {
      file: `src/${layer}/types-of-${other}.ts`,
      text: `import type { X } from '#${other}/deep/x.ts';\nexport type Y = X;\n`,
      rule: 'lint/style/noRestrictedImports',
    },
  ]),
);

const sideways: readonly Violation[] = LAYERS.filter((layer) => layer !== 'main').flatMap((layer) =>
  LAYERS.filter((other) => other !== layer).map((other) => ({
    file: `src/${layer}/deep/relative-to-${other}.ts`,
    text: `import { x } from '../../${other}/x.ts';\nexport const y = x;\n`,
    rule: 'lint/style/noRestrictedImports',
  })),
);

const others: readonly Violation[] = [
  {
    file: 'src/core/node.ts',
    text: "import { join } from 'node:path';\nexport const y = join('a');\n",
    rule: 'lint/style/noRestrictedImports',
  },
  { file: 'src/infra/talks.ts', text: "console.log('x');\n", rule: 'lint/suspicious/noConsole' },
  { file: 'src/infra/default.ts', text: 'export default 1;\n', rule: 'lint/style/noDefaultExport' },
  {
    file: 'src/infra/any.ts',
    text: 'export const x = (y: any): unknown => y;\n',
    rule: 'lint/suspicious/noExplicitAny',
  },
  {
    file: 'src/infra/sure.ts',
    text: 'export const x = (y?: string): string => y!;\n',
    rule: 'lint/style/noNonNullAssertion',
  },
  { file: 'src/infra/colours.ts', text: 'export enum Colour {\n  Red,\n}\n', rule: 'lint/style/noEnum' },
  { file: 'src/infra/all.ts', text: "export * from './x.ts';\n", rule: 'lint/performance/noReExportAll' },
  {
    file: 'src/infra/ending.ts',
    text: "import { x } from './x';\nexport const y = x;\n",
    rule: 'lint/correctness/useImportExtensions',
  },
  {
    file: 'src/infra/silent.ts',
    text: 'export function f(): void {\n  try {\n    f();\n  } catch {}\n}\n',
    rule: 'lint/suspicious/noEmptyBlockStatements',
  },
  {
    file: 'src/infra/camelCase.ts',
    text: 'export const x = 1;\n',
    rule: 'lint/style/useFilenamingConvention',
  },
];

/** A layer below, and a file of the same layer: nothing to complain about. */
const allowed = LAYERS.map((layer) => ({
  file: `src/${layer}/fine.ts`,
  text: [...MAY_IMPORT[layer].map((other) => `#${other}/x.ts`), './x.ts']
    .map((specifier, i) => `import { x as x${i} } from '${specifier}';\nexport const y${i} = x${i};\n`)
    .join(''),
}));

function lint(): readonly { readonly file: string; readonly rule: string }[] {
  for (const { file, text } of [...upwards, ...sideways, ...others, ...allowed]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
    for (const place of [folder]) {
      const x = join(place, dirname(file), 'x.ts');
      writeFileSync(x, 'export const x = 1;\n');
    }
  }
  for (const name of ['biome.json', '.gitignore', 'package.json'])
    copyFileSync(join(ROOT, name), join(folder, name));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const biome = join(ROOT, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  const args = ['lint', '--reporter=json', '--max-diagnostics=none', '.'];
  const { stdout, stderr } = spawnSync(process.execPath, [biome, ...args], { cwd: folder, encoding: 'utf8' });
  const start = stdout.indexOf('{');
  if (start < 0) throw new Error(`biome gave no report: ${stderr}`);
  const { diagnostics } = JSON.parse(stdout.slice(start)) as {
    diagnostics: { category: string; location: { path: string | { file: string } } }[];
  };
  return diagnostics.map(({ category, location }) => ({
    file: typeof location.path === 'string' ? location.path : location.path.file,
    rule: category,
  }));
}

const found = lint();
const rulesOf = (file: string): readonly string[] =>
  found.filter((each) => each.file.replaceAll('\\', '/').endsWith(file)).map((each) => each.rule);

describe('the linter refuses', () => {
  it.each(upwards)('$file', ({ file, rule }) => expect(rulesOf(file)).toContain(rule));
  it.each(sideways)('$file', ({ file, rule }) => expect(rulesOf(file)).toContain(rule));
  it.each(others)('$file', ({ file, rule }) => expect(rulesOf(file)).toContain(rule));
});

it.each(allowed)('the linter has nothing against $file', ({ file }) => {
  expect(rulesOf(file).filter((rule) => rule.startsWith('lint/style'))).toEqual([]);
});

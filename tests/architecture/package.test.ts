import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { LAYERS, ROOT } from '../helpers/sources.ts';

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '');

it('installing runs nothing', () => {
  const lifecycle = [
    'preinstall',
    'install',
    'postinstall',
    'prepare',
    'prepublish',
    'preprepare',
    'postprepare',
  ];
  expect(Object.keys(packageJson.scripts).filter((name) => lifecycle.includes(name))).toEqual([]);
});

it('nothing has to be installed to run: no dependency but an optional one', () => {
  expect(packageJson).not.toHaveProperty('dependencies');
  // npm installs no peer that is marked so.
  expect(packageJson.peerDependenciesMeta).toEqual(
    Object.fromEntries(Object.keys(packageJson.peerDependencies).map((name) => [name, { optional: true }])),
  );
  expect(Object.keys(packageJson.optionalDependencies)).toEqual(['better-sqlite3']);
});

it.each(tracked.filter((file) => file.endsWith('package-lock.json')))('%s names no registry', (file) => {
  const text = readFileSync(join(ROOT, file), 'utf8');
  expect(text).not.toContain('"resolved"');
  expect(text.match(/https?:\/\/[^"]*(?:registry|npmjs\.org\/-|artifact|nexus|proxy)[^"]*/g) ?? []).toEqual(
    [],
  );
});

it('every layer can be imported by its name, and only layers', () => {
  expect(Object.keys(packageJson.imports)).toEqual(LAYERS.map((layer) => `#${layer}/*`));
});

it('what is packed is there', () => {
  for (const name of [...packageJson.files, ...Object.values(packageJson.bin)])
    expect(existsSync(join(ROOT, name)), name).toBe(true);
});

it('development dependencies are pinned', () => {
  for (const version of Object.values(packageJson.devDependencies))
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
});

it('text files in the repository name no place of the machine they were written on', () => {
  const own = 'tests/architecture/';
  const texts = tracked.filter(
    (file) =>
      /\.(?:ts|md|json|yml|cjs|mjs|sh)$/.test(file) && !file.startsWith(own) && existsSync(join(ROOT, file)),
  );
  const bad = texts.filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('/work/'));
  expect(bad).toEqual([]);
});

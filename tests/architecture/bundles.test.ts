import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { BUNDLES, buildAll } from '../../scripts/build.ts';
import { ROOT } from '../helpers/sources.ts';

const out = mkdtempSync(join(tmpdir(), 'plimsoll-bundles-'));
afterAll(() => rmSync(out, { recursive: true, force: true }));
const metafiles = await buildAll(out);
const names = Object.keys(BUNDLES);

const outputOf = (name: string) => {
  const metafile = metafiles[name];
  const output = Object.entries(metafile?.outputs ?? {}).find(([path]) => path.endsWith(name))?.[1];
  if (metafile === undefined || output === undefined) throw new Error(`${name} was not built`);
  return { output, inputs: Object.keys(metafile.inputs) };
};

const SMALL = ['hook.cjs', 'statusline.cjs'];
const SMALL_LIMIT = 20 * 1024;
/** Loaded on demand: sockets that cannot be made non-blocking; compiled code of siblings; the status line that the user had before ours. */
const ON_DEMAND: Readonly<Record<string, readonly string[]>> = {
  'hook.cjs': ['node:net', 'node:vm'],
  'statusline.cjs': ['node:net', 'node:child_process'],
};

describe.each(SMALL)('%s', (name) => {
  it('is smaller than 20 KB', () => {
    expect(statSync(join(out, name)).size).toBeLessThan(SMALL_LIMIT);
  });

  it('loads node:fs at its start and nothing else but on demand', () => {
    const allowed = ['node:fs', ...(ON_DEMAND[name] ?? [])];
    const { output } = outputOf(name);
    const loaded = output.imports.map(({ path, kind }) => ({ path, kind }));
    expect(new Set(loaded.filter(({ kind }) => kind !== 'dynamic-import').map(({ path }) => path))).toEqual(
      new Set(['node:fs']),
    );
    for (const { path } of loaded) expect(allowed).toContain(path);
    const text = readFileSync(join(out, name), 'utf8');
    for (const [, path] of text.matchAll(/(?:require|getBuiltinModule\??\.?)\("([^"]+)"/g))
      expect(allowed).toContain(path);
    // Siblings are loaded inside functions, by the events that need them.
    const siblings = [...text.matchAll(/["/](hook-[\w-]+\.cjs)["`]\s*[,)]/g)].map((match) => match[1] ?? '');
    expect(siblings.sort()).toEqual(
      name === 'hook.cjs'
        ? ['capture', 'context', 'foreign', 'memory', 'platforms', 'policy'].map((part) => `hook-${part}.cjs`)
        : [],
    );
    for (const sibling of siblings) expect(names).toContain(sibling);
  });

  it('holds our own sources only, none of storage, MCP or the command line', () => {
    const { inputs } = outputOf(name);
    const own = inputs.filter((path) => path !== 'one-fs:node:fs');
    expect(own.filter((path) => !path.includes('src/') || path.includes('node_modules'))).toEqual([]);
    expect(inputs.filter((path) => /src\/(?:storage|mcp|cli)\//.test(path))).toEqual([]);
  });
});

describe.each(names.filter((name) => /^hook.*\.cjs$/.test(name) || name === 'server.cjs'))('%s', (name) => {
  it('holds nothing that only setting up other agents needs', () => {
    expect(readFileSync(join(out, name), 'utf8')).not.toMatch(/nextSteps|requiredEvents|Think in code:/);
  });
});

/** Started plainly by the agents, never from what was compiled before. */
const PLAIN = ['launcher.cjs', 'statusline.cjs'];

it.each(names.filter((name) => name.endsWith('.cjs') && !PLAIN.includes(name)))(
  '%s imports nothing by itself: code that was compiled before cannot',
  (name) => {
    const text = readFileSync(join(out, name), 'utf8');
    // Left is what stands for an importer that is handed over.
    expect(text.match(/(?<!=>)\bimport\([^)]/g) ?? []).toEqual([]);
  },
);

describe('hook-policy.cjs', () => {
  it('is one file, of what judges alone: no schema library, no storage, no SDK', () => {
    const { output, inputs } = outputOf('hook-policy.cjs');
    expect(output.bytes).toBeLessThan(200 * 1024);
    expect(
      inputs.filter((path) => /node_modules/.test(path) && !/node_modules\/unbash\//.test(path)),
    ).toEqual([]);
    expect(inputs.filter((path) => /src\/(?:storage|cli)\//.test(path))).toEqual([]);
  });
});

it.each(['hook-platforms.cjs', 'hook-route.cjs', 'hook-live.cjs'])(
  '%s holds no schema library and no SDK, and is not loaded with what it loads',
  (name) => {
    const { inputs } = outputOf(name);
    expect(
      inputs.filter((path) => /node_modules/.test(path) && !/node_modules\/unbash\//.test(path)),
    ).toEqual([]);
    if (name === 'hook-platforms.cjs')
      expect(inputs.filter((path) => /src\/(?:storage|mcp|cli)\/|unbash/.test(path))).toEqual([]);
  },
);

describe.each(names)('%s', (name) => {
  const folders = [out, join(ROOT, 'dist')].filter((folder) => existsSync(join(folder, name)));

  it('names no place on this machine', () => {
    const { homedir } = userInfo();
    const places = [ROOT, process.cwd(), `${tmpdir()}/`, `${homedir}/`, '/work/'].filter(
      (place) => place.length > 4,
    );
    for (const folder of folders) {
      const text = readFileSync(join(folder, name), 'utf8');
      expect(places.filter((place) => text.includes(place))).toEqual([]);
      expect(text).not.toMatch(/sourceMappingURL/);
    }
  });

  it('says that it is generated', () => {
    expect(readFileSync(join(out, name), 'utf8').split('\n').slice(0, 2).join('\n')).toContain(
      'Generated by scripts/build.ts',
    );
  });

  it('needs no package but those that may be missing', () => {
    const { output } = outputOf(name);
    const external = output.imports.map(({ path }) => path).filter((path) => !path.startsWith('node:'));
    for (const path of external) {
      // Modules of Node without the prefix come from bundled packages.
      expect([
        'better-sqlite3',
        'bun:sqlite',
        'process',
        'path',
        'fs',
        'url',
        'crypto',
        'stream',
        'events',
        'util',
        'child_process',
      ]).toContain(path);
    }
  });

  it.skipIf(name === 'fetch.mjs')(
    'asks the network for nothing; pages are asked for by one bundle alone',
    () => {
      const { output } = outputOf(name);
      const modules = output.imports.map(({ path }) => path.replace(/^node:/, ''));
      for (const module of ['http', 'https', 'http2', 'dgram', 'dns', 'tls'])
        expect(modules).not.toContain(module);
    },
  );
});

it('building twice gives the same bytes', async () => {
  const again = mkdtempSync(join(tmpdir(), 'plimsoll-bundles-'));
  try {
    await buildAll(again);
    for (const name of names)
      expect(readFileSync(join(again, name)).equals(readFileSync(join(out, name)))).toBe(true);
  } finally {
    rmSync(again, { recursive: true, force: true });
  }
});

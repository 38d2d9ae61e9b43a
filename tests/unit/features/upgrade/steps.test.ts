import { expect, it } from 'vitest';
import type { Installation, UpgradeFacts } from '#features/upgrade/facts.ts';
import { renderUpgrade } from '#features/upgrade/render.ts';
import { upgradeSteps } from '#features/upgrade/steps.ts';

const facts = (over: Partial<UpgradeFacts> = {}): UpgradeFacts => ({
  version: '2.0.0',
  bundleDir: '/x/dist',
  installation: { kind: 'folder', folder: '/x' },
  installed: [],
  offered: undefined,
  servers: [],
  stores: [],
  configs: [],
  program: 'node "/x/dist/cli.mjs"',
  ...over,
});

const states = (over: Partial<UpgradeFacts>) =>
  Object.fromEntries(upgradeSteps(facts(over)).map(({ name, state }) => [name, state]));

it.each<readonly [string, Installation, readonly string[]]>([
  [
    'the plugin manager',
    { kind: 'plugin', plugin: 'plimsoll@plimsoll', marketplace: 'plimsoll' },
    ['claude plugin marketplace update plimsoll', 'claude plugin update plimsoll@plimsoll'],
  ],
  ['npm, global', { kind: 'npm', isGlobal: true, folder: '/n' }, ['npm install -g plimsoll@latest']],
  ['npm', { kind: 'npm', isGlobal: false, folder: '/n' }, ['npm install --prefix "/n" plimsoll@latest']],
  ['git', { kind: 'git', folder: '/c' }, ['git -C "/c" pull --ff-only']],
  ['nobody', { kind: 'folder', folder: '/f' }, []],
])('install-015: installed by %s, it names that way', (_, installation, commands) => {
  expect(upgradeSteps(facts({ installation }))[0]?.commands).toEqual(commands);
});

it('there is something to do only where it is known', () => {
  expect(states({})).toEqual({ 'newest version': 'unknown', 'running servers': 'done', data: 'done' });
  expect(states({ offered: '2.1.0' })).toMatchObject({ 'newest version': 'open' });
  expect(states({ installed: [{ version: '2.1.0', path: '/p' }], offered: '2.1.0' })).toMatchObject({
    'newest version': 'unknown',
  });
  const server = { pid: 7, bundle: '/x/dist/server.mjs' };
  expect(states({ servers: [{ ...server, state: 'current' }] })).toMatchObject({ 'running servers': 'done' });
  expect(states({ servers: [{ ...server, state: 'older' }] })).toMatchObject({ 'running servers': 'open' });
});

it('older data is migrated by a command, newer data is left alone', () => {
  const store = (version: number) => ({ path: `/d/${version}`, version, latest: 5 });
  const older = upgradeSteps(facts({ stores: [store(5), store(3)] })).find(({ name }) => name === 'data');
  expect(older).toMatchObject({ state: 'open', commands: ['node "/x/dist/cli.mjs" upgrade --migrate'] });
  const newer = upgradeSteps(facts({ stores: [store(3), store(6)] })).find(({ name }) => name === 'data');
  expect(newer).toMatchObject({ state: 'open', commands: [], text: expect.stringContaining('update first') });
  const odd = { path: '/d/x', version: 0, latest: 0, trouble: 'it is damaged' };
  const rest = upgradeSteps(facts({ stores: [odd] })).find(({ name }) => name === 'data');
  expect(rest).toMatchObject({ state: 'done', text: expect.stringContaining('could not be looked at') });
});

it('exports are named where they are out of date', () => {
  const config = { name: 'kiro', file: '/k.json' };
  expect(states({ configs: [{ ...config, isCurrent: true }] })).toMatchObject({
    'exported configurations': 'done',
  });
  const [, , , step] = upgradeSteps(facts({ configs: [{ ...config, isCurrent: false }] }));
  expect(step).toMatchObject({ state: 'open', commands: ['node "/x/dist/cli.mjs" export kiro --write'] });
});

it('reads as a checklist', () => {
  const all = facts({
    installation: { kind: 'git', folder: '/c' },
    stores: [{ path: '/d', version: 3, latest: 5 }],
  });
  expect(renderUpgrade(all, upgradeSteps(all))).toBe(
    `plimsoll 2.0.0 in /x/dist
installed as git clone /c

[?] newest version: 2.0.0 is installed, whether there is a newer one is not known before it is asked for
      git -C "/c" pull --ff-only
[x] running servers: none runs
[ ] data: 1 of 1 store are of an older form; each is copied before it is changed
      node "/x/dist/cli.mjs" upgrade --migrate

[x] nothing to do  [ ] to do  [?] known only when it is run. Nothing was changed.`,
  );
});

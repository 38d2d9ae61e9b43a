import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { resolveProject } from '#infra/project.ts';
import { openDatabase } from '#storage/database.ts';
import { MIGRATIONS } from '#storage/migrations/index.ts';
import { runCli } from '../helpers/product/command-line.ts';
import { startServer } from '../helpers/product/line-client.ts';
import { makePlace, type Place } from '../helpers/product/places.ts';
import { testDriver } from '../helpers/store/fixtures.ts';

interface Step {
  readonly name: string;
  readonly state: string;
  readonly commands: readonly string[];
}

async function stepsIn(place: Place): Promise<readonly Step[]> {
  const { stdout } = await runCli(place, 'upgrade', '--json');
  return (JSON.parse(stdout) as { readonly steps: readonly Step[] }).steps;
}

const step = (steps: readonly Step[], name: string) => steps.find((one) => one.name === name);

/** A store as the first version left it, with a text in it; closed. */
function formerStore(place: Place): string {
  const { databasePath } = resolveProject(place.data, place.project);
  mkdirSync(dirname(databasePath), { recursive: true, mode: 0o700 });
  const store = openDatabase({
    driver: testDriver(),
    path: databasePath,
    migrations: MIGRATIONS.slice(0, 1),
  });
  store.write((connection) => connection.exec("CREATE TABLE former AS SELECT 'barnacle' AS word"));
  store.close();
  return databasePath;
}

test('install-015: ctx_upgrade tells the way of the plugin manager and changes nothing', async () => {
  const place = makePlace();
  const config = place.env.CLAUDE_CONFIG_DIR ?? '';
  const market = join(config, 'plugins', 'marketplaces', 'plimsoll', '.claude-plugin');
  mkdirSync(market, { recursive: true });
  writeFileSync(join(market, 'plugin.json'), JSON.stringify({ name: 'plimsoll', version: '9.9.9' }));
  const server = await startServer(place);
  const answer = await server.call('ctx_upgrade', {});
  expect(answer.text).toMatch(/the marketplace has 9\.9\.9/);
  expect(answer.text).toContain('Nothing was changed.');
  // What is tested is a clone, so the way is git; as a plugin: the unit tests of the steps.
  expect(answer.text).toMatch(/git -C "\S+" pull --ff-only|replace the folder/);
});

test('data of an older version: copied, migrated, searchable as before', async () => {
  const place = makePlace();
  const path = formerStore(place);
  const before = readFileSync(path);
  const data = step(await stepsIn(place), 'data');
  expect(data).toMatchObject({ state: 'open', commands: [expect.stringContaining('upgrade --migrate')] });
  expect(readFileSync(path)).toEqual(before);

  const { exitCode, stdout } = await runCli(place, 'upgrade', '--migrate', '--json');
  expect(exitCode).toBe(0);
  const [migrated] = (JSON.parse(stdout) as { migrated: readonly Record<string, unknown>[] }).migrated;
  const backup = `${path}.backup-v1`;
  expect(migrated).toEqual({ path, from: 1, to: MIGRATIONS.length, backup });
  if (process.platform !== 'win32') expect(statSync(backup).mode & 0o777).toBe(0o600);
  for (const [file, version] of [
    [backup, 1],
    [path, MIGRATIONS.length],
  ] as const) {
    const connection = testDriver().open(file);
    expect(connection.prepare('PRAGMA user_version').get()).toEqual({ user_version: version });
    expect(connection.prepare('SELECT word FROM former').get()).toEqual({ word: 'barnacle' });
    connection.close();
  }
  expect(step(await stepsIn(place), 'data')).toMatchObject({ state: 'done' });
  expect((await runCli(place, 'upgrade', '--migrate')).stdout).toMatch(/^Nothing to migrate/);

  await runCli(place, 'purge', '--project', '--yes');
  expect(existsSync(backup)).toBe(false);
});

test('data of a newer version is left alone', async () => {
  const place = makePlace();
  const path = formerStore(place);
  const connection = testDriver().open(path);
  connection.exec('PRAGMA user_version = 999');
  connection.close();
  expect(step(await stepsIn(place), 'data')).toMatchObject({ state: 'open', commands: [] });
  expect((await runCli(place, 'upgrade', '--migrate')).stdout).toMatch(/^Nothing to migrate/);
  expect(existsSync(`${path}.backup-v999`)).toBe(false);
  const { findings } = JSON.parse((await runCli(place, 'doctor', '--json')).stdout) as {
    findings: readonly { state: string; area: string; text: string }[];
  };
  expect(findings).toContainEqual(
    expect.objectContaining({ state: 'failure', area: 'data', text: expect.stringContaining('999') }),
  );
});

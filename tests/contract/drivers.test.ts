import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { DRIVER_NAMES, type DriverName } from '../../src/storage/driver.ts';
import { DRIVER_CHECKS } from '../helpers/store/driver-checks.ts';
import { BUNDLE_DIR, bundleProgram, run } from '../helpers/store/programs.ts';

const folder = mkdtempSync(join(tmpdir(), 'plimsoll-drivers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const program = bundleProgram('driver-program.ts', folder);

interface Report {
  readonly sqliteVersion: string;
  readonly failures: Readonly<Record<string, string>>;
}

/** The driver's report, or why this runtime does not have it. */
async function report(name: DriverName): Promise<Report | string> {
  const target = join(folder, name.replace(':', '-'));
  mkdirSync(target);
  const { code, stdout, stderr, signal } = await run(program, ['checks', name, BUNDLE_DIR, target]);
  if (signal !== null) throw new Error(`${name} ended its process with ${signal}: ${stderr}`);
  // Nothing may reach stderr: Node's warning about node:sqlite is silenced.
  if (stderr !== '') throw new Error(`${name} wrote to stderr: ${stderr}`);
  const answer: unknown = JSON.parse(stdout);
  return code === 0 ? (answer as Report) : (answer as { message: string }).message;
}

const reports = new Map<DriverName, Report | string>();
for (const name of DRIVER_NAMES) reports.set(name, await report(name));
const missing = [...reports].flatMap(([name, result]) =>
  typeof result === 'string' ? [`${name}: ${result}`] : [],
);
if (missing.length > 0) console.warn(`SKIPPED ${missing.length} of 3 drivers\n  ${missing.join('\n  ')}`);

describe.each(DRIVER_NAMES)('%s', (name) => {
  const result = reports.get(name);
  it.skipIf(typeof result === 'string').each(Object.keys(DRIVER_CHECKS))('%s', (check) => {
    expect((result as Report).failures[check]).toBeUndefined();
  });
});

it('the vendored driver works wherever these tests run', () => {
  expect(reports.get('vendored')).toMatchObject({ sqliteVersion: expect.stringMatching(/^3\.\d+\.\d+$/) });
});

const present = DRIVER_NAMES.filter((name) => typeof reports.get(name) !== 'string');
const pairs = present.flatMap((a, i) => present.slice(i).map((b) => [a, b] as const));
const ROWS = 300;

it.each(pairs)(
  '%s and %s write one file from two processes at once: no failure, all rows there',
  async (...pair) => {
    const file = join(folder, `${pair.join('-').replaceAll(':', '-')}.db`);
    const setup = await run(program, [
      'write',
      pair[0],
      BUNDLE_DIR,
      await freshStore(file, pair[0]),
      'first',
      '1',
    ]);
    expect(setup).toMatchObject({ code: 0 });
    const ends = await Promise.all(
      pair.map((name, n) => run(program, ['write', name, BUNDLE_DIR, file, `writer${n}`, String(ROWS)])),
    );
    expect(ends.map(({ code, stdout }) => [code, stdout.trim()])).toEqual([
      [0, 'done'],
      [0, 'done'],
    ]);
    const counted = await run(program, ['count', pair[1], BUNDLE_DIR, file]);
    expect(JSON.parse(counted.stdout)).toEqual({
      rows: 2 * ROWS + 1,
      last: 2 * ROWS + 1,
      found: ROWS,
      check: 'ok',
    });
  },
);

async function freshStore(file: string, name: DriverName): Promise<string> {
  expect(await run(program, ['create', name, BUNDLE_DIR, file])).toMatchObject({ code: 0 });
  return file;
}

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isRecord, parseJson, stringField } from '#core/json.ts';
import { absent, type DriverAttempt, probe, reasonOf, skipped } from './attempt.ts';
import { type BetterSqlite3Class, openBetterSqlite3 } from './better-sqlite3-connection.ts';
import { isTruncatedElf } from './elf.ts';

/** 13 needs Node-API 10 and kills a process that has less, so it is not even loaded there. */
const NODE_API_FOR_13 = 10;

/**
 * better-sqlite3, when a supported version is installed in a `node_modules` of the bundle's folder or one above it (global
 * folders and NODE_PATH do not count). Never throws.
 */
export function tryBetterSqlite3(bundleDir: string): DriverAttempt {
  const folder = findPackage(bundleDir);
  if (folder === undefined) return absent('not installed');
  if (process.versions.bun !== undefined) return skipped('Bun cannot load it');
  try {
    const manifest = parseJson(readFileSync(join(folder, 'package.json'), 'utf8'));
    const version = (isRecord(manifest) && stringField(manifest, 'version')) || 'unknown';
    if (!isSupported(version, Number(process.versions.napi)))
      return skipped(`version ${version} is not supported on Node ${process.versions.node}`);
    const binaries = nativeBinaries(folder);
    if (binaries.length === 0) return skipped(`its native part was not built (${folder})`);
    const cut = binaries.find((path) => isTruncatedElf(path));
    if (cut !== undefined) return skipped(`${cut} is cut short`);
    const library: BetterSqlite3Class = createRequire(join(folder, 'package.json'))(folder);
    // 12 has one place for its binary and searches many; naming it keeps a stray build elsewhere out.
    const binary = version.startsWith('12.') ? binaries[0] : undefined;
    return probe('better-sqlite3', (path, options) => openBetterSqlite3(library, path, options, binary));
  } catch (thrown) {
    return skipped(reasonOf(thrown));
  }
}

/** `>=12.11 <13`, and from 13 on where Node-API has at least 10. Prereleases and unreadable versions: no. */
export function isSupported(version: string, nodeApi: number): boolean {
  const [, major, minor] = /^(\d+)\.(\d+)\.\d+$/.exec(version)?.map(Number) ?? [];
  if (major === undefined || minor === undefined) return false;
  return major === 12 ? minor >= 11 : major >= 13 && nodeApi >= NODE_API_FOR_13;
}

function findPackage(start: string): string | undefined {
  const folder = join(start, 'node_modules', 'better-sqlite3');
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(start);
  return parent === start ? undefined : findPackage(parent);
}

/** The binaries that version 12 (`build`) or 13 (`build`, `prebuilds`) may load on this machine. */
function nativeBinaries(folder: string): string[] {
  const system = `-${process.arch}.node`;
  return [
    join('build', 'Release', 'better_sqlite3.node'),
    join('prebuilds', process.platform + system),
    join('prebuilds', `${process.platform}musl${system}`),
  ]
    .map((name) => join(folder, name))
    .filter((path) => existsSync(path));
}

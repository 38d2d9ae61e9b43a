import { expect, it } from 'vitest';
import { isSupported } from '../../../src/storage/drivers/better-sqlite3.ts';
import { libcOf, libcOfThisProcess } from '../../../src/storage/drivers/elf.ts';
import { findLibrary, type Machine } from '../../../src/storage/drivers/native-library.ts';
import { NATIVE_LIBRARIES } from '../../../src/storage/drivers/native-table.ts';
import { resultCode } from '../../../src/storage/drivers/result-codes.ts';

const notAsked: Machine['libc'] = () => {
  throw new Error('the C library only matters on Linux');
};

it.each([
  ['win32', 'x64', notAsked, 'win32-x64.node'],
  ['win32', 'arm64', notAsked, 'win32-arm64.node'],
  ['darwin', 'arm64', notAsked, 'darwin-arm64.node'],
  ['darwin', 'x64', notAsked, 'darwin-x64.node'],
  ['linux', 'x64', () => 'musl', 'linux-x64-musl.node'],
  ['linux', 'arm64', () => 'glibc', 'linux-arm64-glibc.node'],
  ['linux', 'x64', () => undefined, 'linux-x64-glibc.node'],
] satisfies [string, string, Machine['libc'], string][])(
  '%s %s uses its own library',
  (platform, arch, libc, file) => {
    expect(findLibrary({ platform, arch, libc })).toMatchObject({ ok: true, value: { file } });
  },
);

it.each([
  ['linux', 'riscv64', 'linux-riscv64-glibc'],
  ['freebsd', 'x64', 'freebsd-x64'],
])('names the machine %s %s that has no library', (platform, arch, named) => {
  expect(findLibrary({ platform, arch, libc: () => undefined })).toEqual({
    ok: false,
    error: expect.stringContaining(named),
  });
});

it('the table has eight libraries of plausible size and different content, 20 MiB at most', () => {
  const libraries = Object.values(NATIVE_LIBRARIES);
  expect(new Set(libraries.map((library) => library.sha256)).size).toBe(8);
  expect(libraries.every(({ bytes, sha256 }) => bytes > 1e6 && /^[0-9a-f]{64}$/.test(sha256))).toBe(true);
  expect(libraries.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(20 * 1024 * 1024);
});

it.each([
  ['/lib64/ld-linux-x86-64.so.2', 'glibc'],
  ['/lib/ld-linux-aarch64.so.1', 'glibc'],
  ['/nix/store/abc-glibc-2.40/lib/ld-linux-x86-64.so.2', 'glibc'],
  ['/lib/ld-musl-x86_64.so.1', 'musl'],
  ['/lib/ld-musl-aarch64.so.1', 'musl'],
  ['nothing', undefined],
])('a program with the interpreter %s uses %s', (interpreter, libc) => {
  expect(libcOf(Buffer.from(`\x7fELF\0\0${interpreter}\0more`))).toBe(libc);
});

it.runIf(process.platform === 'linux')('recognises the C library of this very process', () => {
  expect(libcOfThisProcess()).toMatch(/^(glibc|musl)$/);
});

it.each([
  ['12.11.1', 9, true],
  ['12.99.0', 9, true],
  ['12.10.9', 10, false],
  ['11.0.0', 10, false],
  ['13.0.0', 9, false],
  ['13.0.0', 10, true],
  ['14.1.0', 10, true],
  ['13.0.0', Number.NaN, false],
  ['12.11.0-beta.1', 9, false],
  ['unknown', 10, false],
])('better-sqlite3 %s with Node-API %d: %s', (version, nodeApi, expected) => {
  expect(isSupported(version, nodeApi)).toBe(expected);
});

it.each([
  ['SQLITE_BUSY', 5],
  ['SQLITE_BUSY_SNAPSHOT', 517],
  ['SQLITE_CONSTRAINT_UNIQUE', 2067],
  ['SQLITE_CONSTRAINT_FOREIGNKEY', 787],
  ['SQLITE_IOERR_SHMSIZE', 4874],
  ['SQLITE_IOERR_SHORT_READ', 522],
  ['SQLITE_READONLY_DBMOVED', 1032],
  ['SQLITE_CORRUPT_VTAB', 267],
  ['SQLITE_CANTOPEN_SYMLINK', 1550],
  ['SQLITE_ABORT_ROLLBACK', 516],
  ['SQLITE_IOERR_FUTURE', 10],
  ['SQLITE_FUTURE', 1],
  ['nonsense', 1],
])('%s is result code %d', (name, code) => {
  expect(resultCode(name)).toBe(code);
});

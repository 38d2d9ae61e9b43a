import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { E2E_FOLDER } from './locations.ts';

/** A JavaScript runtime that the product must run on without an install. */
export interface Runtime {
  readonly name: string;
  /** Executable; it may not exist (a counted skip). */
  readonly executable: string;
}

const installed = (...path: string[]): string => join(E2E_FOLDER, 'node_modules', ...path);

/** The running Node, the bare binaries of Node 22 and 24, and Bun. */
export const RUNTIMES: readonly Runtime[] = [
  { name: `node ${process.versions.node}`, executable: process.execPath },
  { name: 'node 22', executable: installed('node-22', 'bin', 'node') },
  { name: 'node 24', executable: installed('node-24', 'bin', 'node') },
  { name: 'bun', executable: installed('@oven', `bun-${process.platform}-${process.arch}`, 'bin', 'bun') },
];

export const isPresent = (runtime: Runtime): boolean => existsSync(runtime.executable);

/** Node 24 reads the product's databases for the tests: `node:sqlite` with FTS5, whatever driver the product took. */
export const SQLITE_RUNTIME = RUNTIMES.find(({ name }) => name === 'node 24');

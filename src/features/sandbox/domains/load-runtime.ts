import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isRecord, parseJson, stringField } from '#core/json.ts';

/** Package of the proxies that let named domains through. */
export const RUNTIME_PACKAGE = '@anthropic-ai/sandbox-runtime';

/** What is used of the package, 0.0.78 and later. */
export interface SandboxRuntime {
  /** Starts its proxies. @throws for domains that it does not understand */
  initialize(config: RuntimeConfig): Promise<void>;
  updateConfig(config: RuntimeConfig): void;
  reset(): Promise<void>;
  /** A socket file by which the proxies are reached. */
  getLinuxHttpSocketPath(): string | undefined;
  /** Without it the proxies answer nobody. */
  getProxyAuthToken(): string | undefined;
}

export interface RuntimeConfig {
  readonly network: {
    readonly allowedDomains: readonly string[];
    readonly deniedDomains: readonly string[];
  };
  readonly filesystem: {
    readonly denyRead: readonly string[];
    readonly allowWrite: readonly string[];
    readonly denyWrite: readonly string[];
  };
}

const FUNCTIONS = [
  'initialize',
  'updateConfig',
  'reset',
  'getLinuxHttpSocketPath',
  'getProxyAuthToken',
] as const satisfies readonly (keyof SandboxRuntime)[];

/** `node_modules` folders that the user has filled: beside our bundles and above them, then node's global one. */
function packageFolders(bundles: string, node: string): readonly string[] {
  const folders: string[] = [];
  for (let at = bundles; ; at = dirname(at)) {
    folders.push(join(at, 'node_modules'));
    if (dirname(at) === at) break;
  }
  return [...folders, join(dirname(node), '..', 'lib', 'node_modules')];
}

function mainFile(folder: string): string | undefined {
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) return undefined;
  const parsed = parseJson(readFileSync(manifest, 'utf8'));
  return join(folder, (isRecord(parsed) ? stringField(parsed, 'main') : undefined) ?? 'index.js');
}

const isRuntime = (value: unknown): value is SandboxRuntime =>
  isRecord(value) && FUNCTIONS.every((name) => typeof value[name] === 'function');

/** The package's main file where the user has installed it; undefined: nowhere. Nothing is loaded. */
export function findRuntime(
  bundles: string,
  avoid: (folder: string) => boolean,
  node: string = process.execPath,
): string | undefined {
  for (const folder of packageFolders(bundles, node)) {
    const file = avoid(folder) ? undefined : mainFile(join(folder, RUNTIME_PACKAGE));
    if (file !== undefined) return file;
  }
  return undefined;
}

/** Imports a module by its URL: code that was compiled by an earlier process cannot do so by itself. */
export type ImportModule = (href: string) => Promise<unknown>;

/**
 * The package where the user has installed it; never from the project, whose code would run unconfined. A text says why there
 * is none.
 *
 * @param bundles folder of our own bundles, absolute
 * @param avoid folders that are never looked into, absolute
 */
export async function loadRuntime(
  bundles: string,
  avoid: (folder: string) => boolean,
  node: string = process.execPath,
  importModule: ImportModule = (href) => import(href),
): Promise<SandboxRuntime | string> {
  const file = findRuntime(bundles, avoid, node);
  if (file === undefined) return `${RUNTIME_PACKAGE} is missing`;
  try {
    const { SandboxManager } = (await importModule(pathToFileURL(file).href)) as Record<string, unknown>;
    return isRuntime(SandboxManager) ? SandboxManager : `${RUNTIME_PACKAGE} is of another version`;
  } catch (thrown) {
    return `${RUNTIME_PACKAGE} cannot be loaded: ${String(thrown).slice(0, 120)}`;
  }
}

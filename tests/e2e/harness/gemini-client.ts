import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { E2E_FOLDER } from './locations.ts';
import { type ProcessResult, runProcess } from './run-process.ts';
import { type Sandbox, SYSTEM_PATH } from './sandbox.ts';

/** The pinned Gemini CLI. */
export const GEMINI_VERSION = '0.61.0';
const FOLDER = join(E2E_FOLDER, 'node_modules', '@google', 'gemini-cli');

/** False where it is not installed in that version: a counted skip. */
export function isGeminiInstalled(): boolean {
  const manifest = join(FOLDER, 'package.json');
  if (!existsSync(manifest)) return false;
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version?: string }).version === GEMINI_VERSION;
}

export const geminiSettingsFile = ({ home }: Sandbox): string => join(home, '.gemini', 'settings.json');

/** A home as a user leaves it: comments, his own server, no question open. Compresses at a fiftieth of the window. */
export function writeGeminiHome(sandbox: Sandbox): void {
  mkdirSync(join(sandbox.home, '.gemini'), { recursive: true });
  const settings = `{
  // how I sign in
  "security": { "auth": { "selectedType": "gemini-api-key" }, "folderTrust": { "enabled": false } },
  "general": { "enableAutoUpdate": false },
  "privacy": { "usageStatisticsEnabled": false },
  "telemetry": { "enabled": false },
  "model": { "compressionThreshold": 0.02 }
}
`;
  writeFileSync(geminiSettingsFile(sandbox), settings);
}

/** The whole environment, built from nothing. */
export const geminiEnv = ({ home, data }: Sandbox, modelUrl: string): Record<string, string> => ({
  PATH: SYSTEM_PATH,
  HOME: home,
  PLIMSOLL_HOME: data,
  SHELL: '/bin/bash',
  LANG: 'C.UTF-8',
  TERM: 'dumb',
  NO_BROWSER: '1',
  GEMINI_API_KEY: 'fake',
  GEMINI_CLI_TRUST_WORKSPACE: 'true',
  GOOGLE_GEMINI_BASE_URL: modelUrl,
});

/** One headless run. */
export const runGemini = (
  sandbox: Sandbox,
  modelUrl: string,
  args: readonly string[],
): Promise<ProcessResult> =>
  runProcess(
    process.execPath,
    [
      join(FOLDER, 'bundle', 'gemini.js'),
      ...args,
      '--yolo',
      '-m',
      'gemini-2.5-flash',
      '--output-format',
      'json',
    ],
    { cwd: sandbox.project, env: geminiEnv(sandbox, modelUrl) },
  );

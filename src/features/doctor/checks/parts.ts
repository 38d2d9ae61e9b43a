import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, type JsonRecord, parseJson } from '#core/json.ts';
import { McpClient } from '#infra/mcp-client.ts';
import { type Check, type Finding, findingsOf } from '../finding.ts';

const { ok, failure } = findingsOf('parts');
const REINSTALL = 'Install plimsoll again, and restart the agent.';
const NO_PROGRAM = 'Install Node 20 or newer, or put it on the PATH that your agent starts with.';
const LIMIT_MS = 6_000;

/** One way in which the agent starts a part of ours. */
export interface PartCommand {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** What it is given on stdin. */
  readonly input: string;
}

export interface PartsPlace {
  readonly bundleDir: string;
  readonly version: string;
  /** A private folder: nothing real is touched. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Hooks and status line, as the agent's configuration names them. */
  readonly commands: readonly PartCommand[];
}

/** A program that is missing is not mended by installing us again. */
const mendingOf = (thrown: unknown): string =>
  thrown instanceof Error && /\bspawn\b.*\bENOENT\b/.test(thrown.message) ? NO_PROGRAM : REINSTALL;

function runPart(part: PartCommand, { folder, env }: PartsPlace): Promise<Finding> {
  return new Promise((resolve) => {
    const child = spawn(part.command, [...part.args], { cwd: folder, env: { ...env }, timeout: LIMIT_MS });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (text: Buffer) => (stdout += text.toString()));
    child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
    child.stdin.on('error', () => undefined);
    child.stdin.end(part.input);
    child.on('error', (error) => resolve(failure(`${part.name}: ${error.message}`, mendingOf(error))));
    child.on('close', (code, signal) => {
      const isJson = stdout.trim() === '' || parseJson(stdout) !== undefined || part.name === 'status line';
      if (code === 0 && isJson && stderr.trim() === '') return resolve(ok(`${part.name}: runs`));
      const said = stderr.trim() === '' ? stdout.trim() : stderr.trim();
      const end = code === null ? `was ended by ${signal ?? 'a signal'}` : `ended with ${code}`;
      resolve(failure(`${part.name}: ${end}: ${said.slice(0, 300)}`, REINSTALL));
    });
  });
}

async function runServer({ bundleDir, version, folder, env }: PartsPlace): Promise<Finding> {
  const file = join(bundleDir, 'server.mjs');
  const clientInfo = { name: 'plimsoll-doctor', version };
  const server = new McpClient({
    command: 'node',
    args: [file],
    cwd: folder,
    env,
    clientInfo,
    timeoutMs: LIMIT_MS,
    saysYes: false,
  });
  try {
    return statedBy(file, version, await server.start(), await server.request('tools/list', {}));
  } finally {
    server.kill();
  }
}

function statedBy(file: string, version: string, hello: JsonRecord, { tools }: JsonRecord): Finding {
  const info = isRecord(hello.serverInfo) ? String(hello.serverInfo.version) : 'no version';
  const count = Array.isArray(tools) ? tools.length : 0;
  if (info !== version)
    return failure(`server ${file} says it is ${info}, and this is ${version}`, REINSTALL);
  return ok(`server ${file}: ${info}, ${count} tools`);
}

/** Every part that the agent starts, really started, with a sample of what it is given. */
export const partsCheck = (place: PartsPlace): Check => ({
  area: 'parts',
  look: async () =>
    Promise.all([
      runServer(place).catch((thrown: unknown) =>
        failure(`server: ${thrown instanceof Error ? thrown.message : String(thrown)}`, mendingOf(thrown)),
      ),
      ...place.commands.map((part) => runPart(part, place)),
    ]),
});

/** The commands of a hooks file, with its placeholder for the plugin's folder filled in; each with this event's name as input. */
export function hookCommands(file: string, pluginRoot: string, sessionId: string): readonly PartCommand[] {
  const content = parseJson(readFileSync(file, 'utf8'));
  const hooks = isRecord(content) && isRecord(content.hooks) ? content.hooks : {};
  return Object.entries(hooks).flatMap(([event, groups]) => {
    const entries = (Array.isArray(groups) ? groups : []).flatMap((group) =>
      isRecord(group) && Array.isArray(group.hooks) ? group.hooks : [],
    );
    return entries.flatMap((hook): readonly PartCommand[] => {
      if (!isRecord(hook) || hook.type !== 'command' || typeof hook.command !== 'string') return [];
      const fill = (text: string): string => text.replaceAll(`\${CLAUDE_PLUGIN_ROOT}`, pluginRoot);
      const args = Array.isArray(hook.args) ? hook.args.map((arg) => fill(String(arg))) : [];
      const input = {
        session_id: sessionId,
        hook_event_name: event,
        cwd: pluginRoot,
        source: 'startup',
        reason: 'other',
        trigger: 'manual',
      };
      return [{ name: `hook ${event}`, command: fill(hook.command), args, input: JSON.stringify(input) }];
    });
  });
}

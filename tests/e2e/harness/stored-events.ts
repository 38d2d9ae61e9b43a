import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runProcess } from './run-process.ts';
import { SQLITE_RUNTIME } from './runtimes.ts';
import { type Sandbox, sandboxEnv } from './sandbox.ts';

/** One row of the product's event table; what is absent there is the empty string here. */
export interface StoredEvent {
  readonly name: string;
  readonly sessionId: string;
  readonly agentId: string;
  readonly toolName: string;
  readonly detail: string;
}

/** Reads with the pinned Node 24, not with the driver under test. */
const READER = `
const { DatabaseSync } = require('node:sqlite');
const database = new DatabaseSync(process.argv[1], { readOnly: true });
const columns = "name, session_id AS sessionId, agent_id AS agentId, tool_name AS toolName, detail";
const rows = database.prepare('SELECT ' + columns + ' FROM events ORDER BY id').all();
const text = (value) => (value === null ? '' : String(value));
const clean = (row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, text(value)]));
process.stdout.write(JSON.stringify(rows.map(clean)));
`;

/** Every event in the sandbox's databases. Throws when Node 24 is missing or a database cannot be read. */
export async function readStoredEvents(sandbox: Sandbox): Promise<readonly StoredEvent[]> {
  if (SQLITE_RUNTIME === undefined) throw new Error('no runtime with node:sqlite in RUNTIMES');
  const projects = join(sandbox.data, 'projects');
  const events: StoredEvent[] = [];
  for (const project of existsSync(projects) ? readdirSync(projects) : []) {
    const args = ['--no-warnings', '-e', READER, join(projects, project, 'plimsoll.db')];
    const options = { cwd: sandbox.root, env: sandboxEnv(sandbox) };
    const { exitCode, stdout, stderr } = await runProcess(SQLITE_RUNTIME.executable, args, options);
    if (exitCode !== 0) throw new Error(`cannot read the events of ${project}: ${stderr}`);
    events.push(...(JSON.parse(stdout) as StoredEvent[]));
  }
  return events;
}

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sandbox } from './sandbox.ts';

/** The tool of the project's own MCP server, as the client names it. */
export const PAGE_TOOL = 'mcp__browser__snapshot';

/** Gives the project an MCP server whose one tool shows this text, and has the client start it unasked. */
export function addPageServer(sandbox: Sandbox, page: string): void {
  const file = join(sandbox.root, 'page.txt');
  writeFileSync(file, page);
  const server = { command: process.execPath, args: [join(import.meta.dirname, 'page-server.mjs'), file] };
  writeFileSync(join(sandbox.project, '.mcp.json'), JSON.stringify({ mcpServers: { browser: server } }));
  const settings = join(sandbox.config, 'settings.json');
  const known = existsSync(settings) ? (JSON.parse(readFileSync(settings, 'utf8')) as object) : {};
  writeFileSync(settings, JSON.stringify({ ...known, enableAllProjectMcpServers: true }));
}

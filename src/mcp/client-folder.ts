import { fileURLToPath } from 'node:url';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { type Environment, environmentValue } from '#infra/home.ts';

/** A client that does not answer the question for its folders is not waited for any longer. */
const ROOTS_TIMEOUT_MS = 1_000;

/**
 * The folder that the client works in: PLIMSOLL_PROJECT, CLAUDE_PROJECT_DIR, the client's first root, else the current
 * one. Asks for roots only when the environment says nothing and the client offers them.
 */
export async function clientFolder(env: Environment, server: Server): Promise<string> {
  const named = environmentValue(env, 'PLIMSOLL_PROJECT') ?? environmentValue(env, 'CLAUDE_PROJECT_DIR');
  if (named !== undefined) return named;
  if (server.getClientCapabilities()?.roots === undefined) return process.cwd();
  try {
    const { roots } = await server.listRoots(undefined, { timeout: ROOTS_TIMEOUT_MS });
    const uri = roots.find((root) => root.uri.startsWith('file:'))?.uri;
    return uri === undefined ? process.cwd() : fileURLToPath(uri);
  } catch {
    // No answer is no reason to fail: the current folder is what the client started us in.
    return process.cwd();
  }
}

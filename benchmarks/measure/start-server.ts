import { join } from 'node:path';
import { type McpPeer, startPeer } from '../../tests/e2e/harness/mcp-peer.ts';
import type { Product } from './product.ts';

/** Starts our server in `folder`, which is project and home; the handshake is done. */
export const startServer = (product: Product, folder: string): Promise<McpPeer> =>
  startPeer(process.execPath, [join(product.distDir, 'server.mjs')], {
    cwd: folder,
    env: product.environment(folder),
  });

/** Calls a tool. @throws Error with its text when it failed: a failure is no measurement */
export async function callTool(peer: McpPeer, name: string, args: object): Promise<string> {
  const { text, isError } = await peer.call(name, args);
  if (isError) throw new Error(`${name}: ${text}`);
  return text;
}

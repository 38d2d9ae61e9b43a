/** A third-party MCP server of a project (stdio, lines of JSON): one tool, which returns the file that it was started with. */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const TOOL = {
  name: 'snapshot',
  description: 'Shows a page as text.',
  inputSchema: { type: 'object', properties: { page: { type: 'string' } } },
};

function resultOf({ method, params }) {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: params?.protocolVersion ?? '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'browser', version: '1.0.0' },
      };
    case 'tools/list':
      return { tools: [TOOL] };
    case 'tools/call':
      return { content: [{ type: 'text', text: readFileSync(process.argv[2], 'utf8') }] };
    case 'ping':
      return {};
    default:
      return undefined;
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.id === undefined) return;
  const result = resultOf(message);
  const rest = result === undefined ? { error: { code: -32601, message: 'no such method' } } : { result };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, ...rest })}\n`);
});
process.stdin.on('end', () => process.exit());

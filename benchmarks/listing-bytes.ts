import { startServer } from './measure/start-server.ts';
import type { Question } from './question.ts';

const LIMIT_BYTES = 6_144;

export const listingBytes: Question = {
  name: 'listing-bytes',
  text: 'How large is the answer to `tools/list`?',
  floor: 'none: counted, the same in every run',
  meaning:
    'UTF-8 bytes of the whole answer line, for a client that is shown every tool. Where the host loads schemas with every request, this is paid in each.',
  async measure({ product }) {
    const peer = await startServer(product, product.newFolder());
    const result = await peer.request('tools/list');
    await peer.end();
    const tools = Array.isArray(result.tools) ? result.tools.length : 0;
    const line = `${JSON.stringify({ result, jsonrpc: '2.0', id: 1 })}\n`;
    return [
      { name: 'tools/list', value: Buffer.byteLength(line), unit: 'bytes', must: LIMIT_BYTES },
      { name: 'tools in it', value: tools, unit: 'count' },
    ];
  },
};

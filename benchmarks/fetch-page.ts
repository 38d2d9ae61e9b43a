import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { startPeer } from '../tests/e2e/harness/mcp-peer.ts';
import { delayDuring, LOOP_DELAY_ARGS, type LoopDelay } from './measure/loop-delay.ts';
import type { Product } from './measure/product.ts';
import { callTool } from './measure/start-server.ts';
import { median } from './measure/statistics.ts';
import type { Figure, Question } from './question.ts';

const PAGE_BYTES = 5_000_000;
const ROUNDS = 7;
/** The threads of the round before have ended by then. */
const REST_MS = 3_000;

/** A page of documentation: headings, paragraphs with links, code, tables, lists, and what is left out of them. */
function makePage(bytes: number): string {
  const parts: string[] = [];
  for (let n = 0, size = 0; size < bytes; n += 1) {
    const part = `<section id="s${n}"><h2>Section ${n}: handler${(n * 7919) % 997}</h2>
<p>The option <code>retry-${n % 311}</code> of <a href="/docs/part-${n % 83}?x=${n}">part ${n % 83}</a> takes ${n % 211} seconds, and <strong>not</strong> more than that &amp; so on.</p>
<ul><li>first item ${n}</li><li>second <em>item</em><ul><li>nested ${n % 17}</li></ul></li></ul>
<pre><code class="language-js">const value${n} = await handler(${n % 13});\nif (value${n} &lt; ${n % 7}) throw new Error('late');</code></pre>
<table><thead><tr><th>name</th><th>default</th></tr></thead><tbody><tr><td>a${n}</td><td>${n % 29}</td></tr><tr><td>b${n}</td><td>none</td></tr></tbody></table>
<div style="display:none">tracking ${n}</div><div class="note" data-x="${n}"><p>A note about section ${n} in plain words.</p></div></section>`;
    parts.push(part);
    size += part.length;
  }
  return `<!doctype html><html><head><title>Handbook</title><style>.x{color:red}</style></head><body><nav><a href="/">home</a></nav><main><h1>Handbook</h1>${parts.join('\n')}</main><footer>end</footer></body></html>`;
}

async function serve(page: string): Promise<{ readonly server: Server; readonly port: number }> {
  const body = gzipSync(page);
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' };
  const server = createServer((_, response) => void response.writeHead(200, headers).end(body));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  return { server, port: (server.address() as AddressInfo).port };
}

interface Run extends LoopDelay {
  readonly ms: number;
}

/** One fetch by a server that was used before, in a store of its own. */
async function fetchOnce(product: Product, url: string, host: string): Promise<Run> {
  const folder = product.newFolder();
  const file = join(folder, 'delay.json');
  const peer = await startPeer(process.execPath, [...LOOP_DELAY_ARGS, join(product.distDir, 'server.mjs')], {
    cwd: folder,
    env: { ...product.environment(folder), PLIMSOLL_FETCH_ALLOW: host, LOOP_DELAY_FILE: file },
  });
  try {
    await callTool(peer, 'ctx_index', { content: 'pelican', source: 'known' });
    await callTool(peer, 'ctx_search', { queries: ['pelican'] });
    await sleep(REST_MS);
    let ms = 0;
    const delay = await delayDuring(peer.pid, file, async () => {
      const startMs = performance.now();
      const text = await callTool(peer, 'ctx_fetch_and_index', { url });
      ms = performance.now() - startMs;
      if (!/#2: .* passages; fetched now/.test(text)) throw new Error(`not fetched: ${text.slice(0, 200)}`);
    });
    return { ms, ...delay };
  } finally {
    await peer.end();
  }
}

export const fetchPage: Question = {
  name: 'fetch-page',
  text: 'How long does a page of 5 MB take, and is the server free meanwhile?',
  floor: 'none: absolute, on the machine that is named above',
  meaning:
    'One `ctx_fetch_and_index` of a page of documentation (5 MB of HTML, gzip) from a server on this machine, from the call to its answer: request, decoding, Markdown, passages in the store; starting both threads is part of it. The delay is how late timers of the main thread were meanwhile. It needs two free cores.',
  async measure({ product, isQuick }) {
    const { server, port } = await serve(makePage(PAGE_BYTES));
    const host = `127.0.0.1:${port}`;
    try {
      const runs: Run[] = [];
      for (let round = 0; round < (isQuick ? 2 : ROUNDS); round += 1)
        runs.push(await fetchOnce(product, `http://${host}/handbook`, host));
      const figure = (name: string, value: number, must?: number): Figure =>
        must === undefined ? { name, unit: 'ms', value } : { name, unit: 'ms', value, must };
      return [
        figure('5 MB page, median', median(runs.map(({ ms }) => ms)), 1_500),
        figure('5 MB page, best', Math.min(...runs.map(({ ms }) => ms))),
        figure('delay of the main thread, p99, median', median(runs.map(({ p99 }) => p99)), 20),
        figure('delay of the main thread, largest, median', median(runs.map(({ max }) => max))),
      ];
    } finally {
      server.close();
      server.closeAllConnections();
    }
  },
};

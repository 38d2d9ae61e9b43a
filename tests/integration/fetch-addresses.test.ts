import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, test } from 'vitest';
import { runCli } from '../helpers/product/command-line.ts';
import { startServer } from '../helpers/product/line-client.ts';
import { makePlace } from '../helpers/product/places.ts';
import { serveWeb, startFetcher } from '../helpers/product/web-server.ts';

interface UrlCase {
  readonly id: string;
  readonly input: string;
  readonly rules: Readonly<Record<string, boolean | readonly string[]>>;
}

const corpus = JSON.parse(
  readFileSync(join(import.meta.dirname, '../fixtures/security/url.json'), 'utf8'),
) as readonly UrlCase[];

/** Of a case that is an address and nothing else: host and port as they would be allowed. */
function entryOf({ input, rules }: UrlCase): string {
  const { loopbackOptIn: optIn } = rules;
  if (Array.isArray(optIn)) return optIn.join(',');
  const url = new URL(input);
  return optIn === true ? `${url.hostname}:${url.port || '80'}` : '';
}

it('every forbidden address of the corpus is refused by the built server, in one line, with the verdict deny', async () => {
  const plain = corpus.filter(({ input }) => !/[ (]/.test(input));
  expect(plain.length).toBeGreaterThan(20);
  const allowed = plain
    .map(entryOf)
    .filter((entry) => entry !== '')
    .join(',');
  const { fetch } = await startFetcher([], { PLIMSOLL_FETCH_ALLOW: allowed });
  for (const { id, input } of plain) {
    const { text, isError, data } = await fetch({ url: input });
    expect([id, isError, data.error, data.verdict]).toEqual([id, true, 'FETCH_REFUSED', 'deny']);
    expect(text).toMatch(/ refused: /);
    expect(text).not.toContain('\n');
  }
});

describe('cases of the corpus that need a server', () => {
  const bytes = (body: string, headers: Readonly<Record<string, string>>) => ({ headers, body });

  it('url-338, url-350, url-355 and their kin', async () => {
    const web = await serveWeb({
      '/file': { status: 302, headers: { location: 'file:///etc/passwd' } },
      '/meta': { status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data/' } },
      '/metahex': { status: 307, headers: { location: 'http://0xa9fea9fe/' } },
      '/inner': { status: 301, headers: { location: 'http://[::ffff:10.0.0.1]/' } },
      '/port': { status: 302, headers: { location: 'http://127.0.0.1:6379/' } },
      '/many': bytes('x', { 'content-encoding': Array(10).fill('gzip').join(',') }),
      '/bin': bytes('plain words', { 'content-type': 'application/octet-stream' }),
      '/png': bytes('\x89PNG', { 'content-type': 'image/png' }),
    });
    const { fetch, client } = await startFetcher([web]);
    for (const [path, error, cause] of [
      ['/file', 'FETCH_REFUSED', /only http and https/],
      ['/meta', 'FETCH_REFUSED', /cloud metadata, which is never fetched/],
      ['/metahex', 'FETCH_REFUSED', /169\.254\.169\.254 is an address of cloud metadata/],
      ['/inner', 'FETCH_REFUSED', /private address/],
      ['/port', 'FETCH_REFUSED', /loopback address/],
      ['/many', 'FETCH_FAILED', /encoded 10 times; at most 2/],
      ['/bin', 'FETCH_UNUSABLE', /octet-stream is not indexed/],
      ['/png', 'FETCH_FAILED', /image\/png is not indexed/],
    ] as const) {
      const { text, data } = await fetch({ url: web.origin + path });
      expect([path, data.error]).toEqual([path, error]);
      expect(text).toMatch(cause);
      expect(text).not.toMatch(/\n|curl|allowHosts/);
    }
    expect((await client.call('ctx_stats')).data.sources ?? 0).toBe(0);
  });

  it('a bomb ends at 10 MB, and the server goes on', async () => {
    const bomb = gzipSync(gzipSync(Buffer.alloc(64 * 1024 * 1024)));
    const web = await serveWeb({
      '/bomb': { headers: { 'content-encoding': 'gzip, gzip' }, body: bomb },
      '/fine': '<p>fine</p>',
    });
    const { fetch } = await startFetcher([web]);
    expect((await fetch({ url: `${web.origin}/bomb` })).text).toMatch(/more than 10 MB \(decoded\)/);
    expect((await fetch({ url: `${web.origin}/fine` })).isError).toBe(false);
  });

  it('url-351: a page that drips for ever is given up after 30 s', async () => {
    const web = await serveWeb({
      '/drip': (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        const timer = setInterval(() => response.write('<p>x'), 500);
        response.on('close', () => clearInterval(timer));
        return undefined;
      },
    });
    const { fetch } = await startFetcher([web]);
    const startMs = performance.now();
    const { text } = await fetch({ url: `${web.origin}/drip` });
    expect(text).toMatch(/failed: timeout: the page was not complete within 30 s/);
    expect(performance.now() - startMs).toBeLessThan(35_000);
  });
});

describe('what the user allows', () => {
  it('by config.json of the data folder', async () => {
    const web = await serveWeb({ '/': '<p>inner page</p>' });
    const { port } = web;
    const place = makePlace();
    mkdirSync(place.data, { recursive: true });
    writeFileSync(
      join(place.data, 'config.json'),
      JSON.stringify({ fetch: { allowHosts: [`localhost:${port}`] } }),
    );
    const client = await startServer(place);
    const ask = (url: string) => client.call('ctx_fetch_and_index', { url });
    expect((await ask(`http://localhost:${port}/`)).isError).toBe(false);
    const other = await ask(`http://127.0.0.1:${port}/`);
    expect(other.text).toContain(`PLIMSOLL_FETCH_ALLOW=127.0.0.1:${port}`);
    expect(other.text).toMatch(
      /ctx_execute\(language: "shell", code: "curl .*'http:\/\/127\.0\.0\.1:\d+\/'"\)/,
    );
  });

  test.each([
    ['no JSON', '{'],
    ['no list', '{"fetch":{"allowHosts":"localhost:3000"}}'],
    ['no section', '{"fetch":[]}'],
  ])('a settings file with %s fails the call that needs it, by name', async (_, text) => {
    const place = makePlace();
    mkdirSync(place.data, { recursive: true });
    writeFileSync(join(place.data, 'config.json'), text);
    const client = await startServer(place);
    const answer = await client.call('ctx_fetch_and_index', { url: 'http://localhost:3000/' });
    expect(answer.data.error).toBe('ARGUMENT_INVALID');
    expect(answer.text).toContain('config.json');
  });

  it('holds for the command line too, which stores what the server finds', async () => {
    const web = await serveWeb({ '/p': '<title>T</title><p>walrus by hand</p>' });
    const place = makePlace();
    const env = { PLIMSOLL_FETCH_ALLOW: `127.0.0.1:${web.port}` };
    const good = await runCli(
      { ...place, env: { ...place.env, ...env } },
      'fetch',
      `${web.origin}/p`,
      '--json',
    );
    expect([good.exitCode, good.stderr]).toEqual([0, '']);
    expect(JSON.parse(good.stdout)).toMatchObject({ kind: 'page', state: 'fetched', page: { title: 'T' } });
    const client = await startServer(place);
    expect((await client.call('ctx_search', { queries: ['walrus'] })).text).toContain('walrus by hand');
    const bad = await runCli(place, 'fetch', `${web.origin}/p2`);
    expect([bad.exitCode, bad.stderr]).toEqual([
      1,
      expect.stringMatching(/refused: 127\.0\.0\.1 is a loopback address/),
    ]);
    expect((await runCli(place, 'fetch')).exitCode).toBe(2);
  });
});

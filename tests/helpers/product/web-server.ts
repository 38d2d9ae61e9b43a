import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type LineClient, startServer, type ToolAnswer } from './line-client.ts';
import { makePlace, type Place } from './places.ts';

/** What a route answers: a text, an answer in parts, or whatever it does with the response itself. */
interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array;
}
type Route = Reply | string | ((request: IncomingMessage, response: ServerResponse) => Reply | undefined);

/** Routes of a server by path; a path that is not there is a 404. */
export type Routes = Readonly<Record<string, Route>>;

export interface WebServer {
  readonly port: number;
  /** `http://127.0.0.1:<port>`, or https. */
  readonly origin: string;
  /** Paths that were asked for, in order. */
  readonly asked: string[];
}

function send(response: ServerResponse, { status = 200, headers = {}, body = '' }: Reply): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value as string | string[]);
  if (!('content-type' in headers)) response.setHeader('content-type', 'text/html; charset=utf-8');
  response.writeHead(status).end(body);
}

/** A real server on a loopback port; it ends with the test. */
export async function serveWeb(
  routes: Routes,
  options: { readonly tls?: Certificate; readonly host?: string } = {},
): Promise<WebServer> {
  const asked: string[] = [];
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const path = request.url ?? '/';
    asked.push(path);
    const route = routes[new URL(path, 'http://any').pathname];
    const missing: Reply = { status: 404, body: 'not here' };
    const reply = typeof route === 'function' ? route(request, response) : (route ?? missing);
    if (reply !== undefined) send(response, typeof reply === 'string' ? { body: reply } : reply);
  };
  const server = options.tls === undefined ? createServer(listener) : createTlsServer(options.tls, listener);
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => void server.listen(0, options.host ?? '127.0.0.1', () => resolve()));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const scheme = options.tls === undefined ? 'http' : 'https';
  return { port, origin: `${scheme}://127.0.0.1:${port}`, asked };
}

export interface Certificate {
  readonly key: Buffer;
  readonly cert: Buffer;
}

/** A self-signed certificate for `localhost`, made by openssl; dates as `20200101000000Z`. */
export function makeCertificate(
  from: string,
  to: string,
  name = 'localhost',
): Certificate & { readonly file: string } {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-cert-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = (file: string): string => join(folder, file);
  writeFileSync(
    path('ca.cnf'),
    `[ca]\ndefault_ca=d\n[d]\ndatabase=${path('index')}\nnew_certs_dir=${folder}\nserial=${path('serial')}\ndefault_md=sha256\npolicy=p\nx509_extensions=e\n[p]\ncommonName=supplied\n[e]\nsubjectAltName=DNS:${name}\n`,
  );
  writeFileSync(path('index'), '');
  writeFileSync(path('serial'), '01\n');
  const openssl = (...args: string[]): void =>
    void execFileSync('openssl', args, { stdio: 'pipe', cwd: folder });
  openssl(
    'req',
    '-new',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    'key.pem',
    '-out',
    'req.pem',
    '-subj',
    `/CN=${name}`,
  );
  const ca = [
    'ca',
    '-config',
    'ca.cnf',
    '-batch',
    '-selfsign',
    '-keyfile',
    'key.pem',
    '-in',
    'req.pem',
    '-out',
    'cert.pem',
  ];
  openssl(...ca, '-notext', '-startdate', from, '-enddate', to);
  return { key: readFileSync(path('key.pem')), cert: readFileSync(path('cert.pem')), file: path('cert.pem') };
}

export interface Fetcher {
  readonly client: LineClient;
  readonly place: Place;
  readonly fetch: (args: Readonly<Record<string, unknown>>) => Promise<ToolAnswer>;
  /** Of the answer's only page, or its first. */
  readonly first: (answer: ToolAnswer) => Readonly<Record<string, unknown>>;
  /** The whole stored text of that page. */
  readonly stored: (answer: ToolAnswer) => Promise<string>;
}

/** The built server, which may fetch from these servers. */
export async function startFetcher(
  servers: readonly WebServer[],
  env: Readonly<Record<string, string>> = {},
): Promise<Fetcher> {
  const place = makePlace();
  const allowed = servers.flatMap(({ port }) => [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]);
  const client = await startServer(place, { env: { PLIMSOLL_FETCH_ALLOW: allowed.join(','), ...env } });
  const first = ({ data }: ToolAnswer) =>
    (data.results as readonly Readonly<Record<string, unknown>>[])[0] ?? {};
  return {
    client,
    place,
    fetch: (args) => client.call('ctx_fetch_and_index', args),
    first,
    stored: async (answer) => {
      const read = await client.call('ctx_read', { id: first(answer).id, max_bytes: 32_768 });
      const text = read.text.replace(/\n\[#\d+:[^\n]*\]$/, '');
      return text.replace(/^<outside_text [^\n]*>\n([\s\S]*)\n<\/outside_text [^\n]*>$/, '$1');
    },
  };
}

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { lookUp } from '../../../../src/infra/http/dial.ts';
import type { HopAnswer, HopFailure, HopRequest } from '../../../../src/infra/http/hop.ts';
import { requestHop } from '../../../../src/infra/http/request-hop.ts';
import { tempFolder } from '../../../helpers/store/programs.ts';

async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, host, () => resolve()));
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
  });
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

const serve = (listener: RequestListener): Promise<number> => listen(createServer(listener));

/** Answers every connection with these bytes, whatever is asked. */
const serveBytes = (bytes: string): Promise<number> =>
  listen(createTcpServer((socket) => socket.once('data', () => socket.end(bytes))));

interface Way extends Partial<HopRequest> {
  readonly env?: Readonly<Record<string, string>>;
  readonly lookup?: (host: string) => Promise<readonly string[]>;
  readonly signal?: AbortSignal;
}

const hop = (url: string, { env = {}, lookup = lookUp, signal, ...request }: Way = {}) =>
  requestHop(
    { url, allowed: [new URL(url).host], timeoutMs: 5_000, ...request },
    { env, lookup },
    signal ?? new AbortController().signal,
  );

async function answer(url: string, way?: Way): Promise<HopAnswer> {
  const outcome = await hop(url, way);
  if (outcome.kind !== 'answer') throw new Error(JSON.stringify(outcome));
  return outcome;
}

async function failure(url: string, way?: Way): Promise<HopFailure> {
  const outcome = await hop(url, way);
  if (outcome.kind !== 'failed') throw new Error(JSON.stringify(outcome));
  return outcome;
}

const textOf = ({ body }: HopAnswer): string => Buffer.from(body).toString();

describe('the address', () => {
  it('security-029: what was checked is what is dialled; a name is looked up once', async () => {
    const port = await serve((_, response) => void response.end('inner'));
    const answers = [['127.0.0.1'], ['169.254.169.254']];
    let asked = 0;
    const lookup = async () => answers[asked++] ?? ['169.254.169.254'];
    const got = await answer(`http://rebind.test:${port}/`, { lookup });
    expect([textOf(got), asked]).toEqual(['inner', 1]);
  });

  it('url-336: any forbidden address in the answer refuses the name, in whatever place', async () => {
    for (const addresses of [
      ['93.184.216.34', '127.0.0.1'],
      ['127.0.0.1', '93.184.216.34'],
      ['2606:4700::1', '::ffff:10.0.0.1'],
    ]) {
      const outcome = await hop('http://multi.test/', { allowed: [], lookup: async () => addresses });
      expect(outcome).toMatchObject({ kind: 'refused', setting: true });
    }
  });

  it('a name that leads to metadata is refused although it is allowed', async () => {
    const way = { allowed: ['meta.test:80'], lookup: async () => ['169.254.169.254'] };
    expect(await hop('http://meta.test/', way)).toMatchObject({ kind: 'refused', setting: false });
  });

  it('literals do not go round the check', async () => {
    const port = await serve((_, response) => void response.end('inner'));
    for (const host of ['127.0.0.1', '2130706433', '[::ffff:127.0.0.1]', 'localhost'])
      expect(await hop(`http://${host}:${port}/`, { allowed: [] })).toMatchObject({ kind: 'refused' });
  });

  it('a dead address does not hide a living one behind it', async () => {
    const port = await serve((_, response) => void response.end('ok'));
    const lookup = async () => ['127.0.0.2', '127.0.0.1'];
    expect(textOf(await answer(`http://two.test:${port}/`, { lookup }))).toBe('ok');
  });

  it('IPv6 literals work where they are allowed', async () => {
    const port = await listen(
      createServer((_, response) => void response.end('six')),
      '::1',
    );
    expect(textOf(await answer(`http://[::1]:${port}/`))).toBe('six');
  });
});

describe('the request', () => {
  it('says who asks, brings no cookie, and asks conditionally where there is a copy', async () => {
    const seen: Record<string, unknown>[] = [];
    const port = await serve((request, response) => {
      seen.push({ ...request.headers, path: request.url });
      response.writeHead(304).end();
    });
    const got = await answer(`http://127.0.0.1:${port}/a%20b?q=ü`, {
      etag: '"v1"',
      lastModified: 'Mon, 01 Jan 2024 00:00:00 GMT',
    });
    expect(got).toMatchObject({ status: 304, wireBytes: 0 });
    expect(seen[0]).toMatchObject({
      host: `127.0.0.1:${port}`,
      path: '/a%20b?q=%C3%BC',
      'if-none-match': '"v1"',
      'if-modified-since': 'Mon, 01 Jan 2024 00:00:00 GMT',
      'user-agent': expect.stringContaining('plimsoll'),
    });
    expect(seen[0]).not.toHaveProperty('cookie');
  });

  it('does not follow redirects, and does not read the bodies of errors', async () => {
    const port = await serve((_, response) =>
      response.writeHead(302, { location: 'file:///etc/passwd', 'set-cookie': 'a=b' }).end('moved'),
    );
    const got = await answer(`http://127.0.0.1:${port}/`);
    expect(got).toMatchObject({ status: 302, headers: { location: 'file:///etc/passwd' } });
    expect(got.headers).not.toHaveProperty('set-cookie');
    expect(got.body.length).toBe(0);
  });
});

describe('encodings', () => {
  const text = 'héllo '.repeat(1_000);
  test.each([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate, gzip', gzipSync(deflateSync(text))],
    ['br, identity, gzip', gzipSync(brotliCompressSync(text))],
    ['identity', Buffer.from(text)],
    ['utf-8', Buffer.from(text)],
    ['none', Buffer.from(text)],
  ])('%s', async (encoding, body) => {
    const port = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(body),
    );
    const got = await answer(`http://127.0.0.1:${port}/`);
    expect(textOf(got)).toBe(text);
    expect(got.wireBytes).toBe(body.length);
  });

  it('url-350: at most two are undone', async () => {
    const port = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': Array(10).fill('gzip').join(', ') }).end('x'),
    );
    expect(await failure(`http://127.0.0.1:${port}/`)).toMatchObject({ code: 'ENCODING' });
  });

  test.each([
    ['a body that is not encoded', 'gzip', Buffer.from('plain text')],
    ['a body that is cut', 'gzip', gzipSync(text).subarray(0, 30)],
    ['brotli that is none', 'br', Buffer.from('plain text, no brotli')],
    ['deflate that is none', 'deflate', Buffer.from('plain text, no deflate')],
  ])('%s is told', async (_, encoding, body) => {
    const port = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(body),
    );
    const { reason, isTransient } = await failure(`http://127.0.0.1:${port}/`);
    expect([reason, isTransient]).toEqual([expect.stringMatching(/content-encoding|compressed body/), false]);
  });

  test.each([
    ['gzip', gzipSync(Buffer.alloc(64 * 1024 * 1024))],
    ['gzip, gzip', gzipSync(gzipSync(Buffer.alloc(64 * 1024 * 1024)))],
    ['br', brotliCompressSync(Buffer.alloc(32 * 1024 * 1024))],
  ])('a bomb in %s ends at 10 MB', async (encoding, body) => {
    const port = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(body),
    );
    expect(await failure(`http://127.0.0.1:${port}/`)).toMatchObject({
      code: 'TOO_LARGE',
      isTransient: false,
    });
  });
});

describe('limits', () => {
  it('a page that says that it is too large is not read', async () => {
    const port = await serve((_, response) =>
      response.writeHead(200, { 'content-length': 99_999_999 }).write('x'),
    );
    expect(await failure(`http://127.0.0.1:${port}/`)).toMatchObject({ code: 'TOO_LARGE' });
  });

  it('a page that does not say it ends at 10 MB', async () => {
    const port = await serve((_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 97)));
        response.once('drain', more);
      };
      more();
    });
    expect(await failure(`http://127.0.0.1:${port}/`)).toMatchObject({ code: 'TOO_LARGE' });
  });

  it('url-351: dripping does not keep it alive', async () => {
    const port = await serve((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'), 50);
      response.on('close', () => clearInterval(timer));
    });
    expect(await failure(`http://127.0.0.1:${port}/`, { timeoutMs: 600 })).toMatchObject({ code: 'TIMEOUT' });
  });

  it('a server that says nothing, and one that does not even take the connection, are given up', async () => {
    const silent = await listen(createTcpServer(() => undefined));
    expect(await failure(`http://127.0.0.1:${silent}/`, { timeoutMs: 400 })).toMatchObject({
      code: 'TIMEOUT',
    });
    expect(await failure(`https://127.0.0.1:${silent}/`, { timeoutMs: 400 })).toMatchObject({
      code: 'TIMEOUT',
    });
  });

  it('a name server that never answers is given up', async () => {
    const lookup = () => new Promise<readonly string[]>(() => undefined);
    expect(await failure('http://slow.test/', { lookup, timeoutMs: 300 })).toMatchObject({ code: 'TIMEOUT' });
  });

  it('a cancelled request ends at once', async () => {
    const port = await listen(createTcpServer(() => undefined));
    const startMs = performance.now();
    const signal = AbortSignal.timeout(100);
    expect(await failure(`http://127.0.0.1:${port}/`, { signal })).toMatchObject({ code: 'CANCELLED' });
    expect(performance.now() - startMs).toBeLessThan(2_000);
  });

  it('headers have at most 64 KB', async () => {
    const port = await serveBytes(`HTTP/1.1 200 OK\r\nx-long: ${'a'.repeat(70_000)}\r\n\r\nbody`);
    expect((await failure(`http://127.0.0.1:${port}/`)).reason).toMatch(/headers .*64 KB/);
    const many = Array.from({ length: 3_000 }, (_, n) => `x-${n}: ${'b'.repeat(30)}`).join('\r\n');
    const second = await serveBytes(`HTTP/1.1 200 OK\r\n${many}\r\n\r\nbody`);
    expect((await failure(`http://127.0.0.1:${second}/`)).reason).toMatch(/headers .*64 KB/);
  });

  test.each(['image/png', 'video/mp4', 'audio/mpeg', 'application/zip', 'font/woff2', 'IMAGE/JPEG; q=1'])(
    'a body of the type %s is not waited for',
    async (type) => {
      const port = await serve((_, response) => response.writeHead(200, { 'content-type': type }).write('x'));
      expect(await failure(`http://127.0.0.1:${port}/`)).toMatchObject({ code: 'TYPE' });
    },
  );
});

describe('failures are one line with their cause', () => {
  const oneLine = expect.stringMatching(/^[^\n]{5,250}$/);

  test.each([
    ['ENOTFOUND', /^DNS: the name does not exist/, false],
    ['EAI_AGAIN', /^DNS: the name server/, true],
    ['ENETUNREACH', /network/, true],
  ])('%s', async (code, reason, isTransient) => {
    const lookup = () => Promise.reject(Object.assign(new Error(`getaddrinfo ${code}\n  at x`), { code }));
    const got = await failure('http://nowhere.test/', { lookup });
    expect(got).toMatchObject({ code, reason: expect.stringMatching(reason), isTransient });
    expect(got.reason).toEqual(oneLine);
  });

  it('a port where nothing listens', async () => {
    const server = createTcpServer();
    const port = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    expect(await failure(`http://127.0.0.1:${port}/`)).toMatchObject({
      code: 'ECONNREFUSED',
      isTransient: false,
    });
  });

  it('a connection that is cut, before the answer and within it', async () => {
    const reset = await listen(
      createTcpServer((socket) => socket.once('data', () => socket.resetAndDestroy())),
    );
    expect(await failure(`http://127.0.0.1:${reset}/`)).toMatchObject({ isTransient: true, reason: oneLine });
    const cut = await serveBytes('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf');
    expect(await failure(`http://127.0.0.1:${cut}/`)).toMatchObject({ isTransient: true, reason: oneLine });
  });

  it('an answer that is no HTTP', async () => {
    const port = await serveBytes('SSH-2.0-OpenSSH_9.2\r\n');
    expect((await failure(`http://127.0.0.1:${port}/`)).reason).toMatch(/^the answer is no HTTP/);
  });

  /** A certificate made on the spot. */
  function certificate(subject: string, ...more: readonly string[]) {
    const folder = tempFolder();
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const args = [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      key,
      '-out',
      cert,
      '-subj',
      subject,
    ];
    execFileSync('openssl', [...args, ...more], { stdio: 'pipe' });
    return { key: readFileSync(key), cert: readFileSync(cert) };
  }

  it('TLS that cannot be trusted, and TLS that is none', async () => {
    const port = await listen(createTlsServer(certificate('/CN=localhost', '-days', '2'), () => undefined));
    expect((await failure(`https://localhost:${port}/`)).reason).toMatch(
      /^TLS: the certificate is self-signed/,
    );
    const plain = await serve((_, response) => void response.end('x'));
    expect((await failure(`https://127.0.0.1:${plain}/`)).reason).toMatch(
      /^TLS: the server does not speak TLS/,
    );
  });
});

describe('a proxy', () => {
  /** A proxy that forwards to its own loopback, whatever host is asked for, and writes down what it was asked. */
  async function makeProxy(target: number) {
    const seen: { line: string; authorization: string | undefined }[] = [];
    const proxy = createServer((request, response) => {
      seen.push({ line: `GET ${request.url}`, authorization: request.headers['proxy-authorization'] });
      response.end('from the proxy');
    });
    proxy.on('connect', (request, socket) => {
      seen.push({ line: `CONNECT ${request.url}`, authorization: request.headers['proxy-authorization'] });
      const through = connect(target, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
      through.on('error', () => socket.destroy());
      socket.on('error', () => through.destroy());
      through.pipe(socket).pipe(through);
    });
    return { port: await listen(proxy), seen };
  }

  const never = () => Promise.reject(new Error('the proxy looks names up'));

  it('is asked for http with the whole address, and the answer names it', async () => {
    const { port, seen } = await makeProxy(1);
    const proxy = `http://us%40er:p%3Aw@localhost:${port}`;
    const got = await answer('http://far.test/x?y=1', { allowed: [], env: { http_proxy: proxy } });
    expect([textOf(got), got.proxy]).toEqual(['from the proxy', `localhost:${port}`]);
    const authorization = `Basic ${Buffer.from('us@er:p:w').toString('base64')}`;
    expect(seen).toEqual([{ line: 'GET http://far.test/x?y=1', authorization }]);
  });

  it('is asked for a way through for https, behind which TLS is judged as ever', async () => {
    const plain = await serve((_, response) => void response.end('x'));
    const { port, seen } = await makeProxy(plain);
    const env = { HTTPS_PROXY: `http://127.0.0.1:${port}` };
    const got = await failure('https://far.test/', { allowed: [], env, lookup: never });
    expect(got.reason).toMatch(/^TLS: the server does not speak TLS.*proxy/);
    expect(seen.map(({ line }) => line)).toEqual(['CONNECT far.test:443']);
  });

  it('is refused what may not be fetched, before it hears of it', async () => {
    const { port, seen } = await makeProxy(1);
    const env = { ALL_PROXY: `http://127.0.0.1:${port}` };
    for (const url of [
      'http://10.0.0.1/',
      'http://localhost/',
      'http://intranet/',
      'https://169.254.169.254/',
    ])
      expect(await hop(url, { allowed: [], env })).toMatchObject({ kind: 'refused' });
    expect(seen).toEqual([]);
  });

  it('fetch-019: NO_PROXY lists the host: a direct connection, and the address is checked', async () => {
    const port = await serve((_, response) => void response.end('direct'));
    const env = { HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: 'inner.test' };
    const lookup = async () => ['127.0.0.1'];
    const url = `http://inner.test:${port}/`;
    expect(await answer(url, { env, lookup })).toMatchObject({ proxy: undefined, status: 200 });
    expect(await hop('http://inner.test/', { env, lookup, allowed: [] })).toMatchObject({ kind: 'refused' });
  });

  it('that cannot be used, or does not answer, is named', async () => {
    const env = { HTTP_PROXY: 'socks5://127.0.0.1:1080' };
    expect((await failure('http://far.test/', { allowed: [], env })).reason).toMatch(/HTTP_PROXY.*socks5/);
    const dead = { HTTP_PROXY: 'http://127.0.0.1:9' };
    expect((await failure('http://far.test/', { allowed: [], env: dead })).reason).toMatch(
      /refused.*127\.0\.0\.1:9/,
    );
    const refusing = await serveBytes('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    const https = { HTTPS_PROXY: `http://127.0.0.1:${refusing}` };
    expect((await failure('https://far.test/', { allowed: [], env: https })).reason).toMatch(
      /proxy refused.*407/,
    );
  });
});

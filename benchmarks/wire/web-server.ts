import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { join } from 'node:path';

/** First byte of a TLS connection. */
const TLS_HANDSHAKE = 0x16;

/** Pages on 127.0.0.1, over http and https on one port: the client's own fetching upgrades to https. */
export interface WebServer {
  readonly url: string;
  /** Certificate that a client has to trust; undefined where openssl is missing. */
  readonly certificate: string | undefined;
  addPage(path: string, type: string, body: string): void;
  close(): Promise<void>;
}

interface Certificate {
  readonly key: Buffer;
  readonly cert: Buffer;
  readonly file: string;
}

function makeCertificate(folder: string): Certificate | undefined {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, '-days', '30'];
  if (spawnSync('openssl', [...made, ...subject]).status !== 0) return undefined;
  return { key: readFileSync(key), cert: readFileSync(cert), file: cert };
}

/** @param folder where the certificate goes */
export async function startWebServer(folder: string): Promise<WebServer> {
  const pages = new Map<string, { readonly type: string; readonly body: string }>();
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const page = pages.get((request.url ?? '').split('?')[0] ?? '');
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': page?.type ?? 'text/plain' });
    response.end(page?.body ?? 'no such page\n');
  };
  const certificate = makeCertificate(folder);
  const plain = createServer(answer);
  const secure = certificate === undefined ? undefined : createSecureServer(certificate, answer);
  const sockets = new Set<Socket>();
  const front = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.once('readable', () => {
      const first = socket.read(1) as Buffer | null;
      if (first === null) return;
      socket.unshift(first);
      (first[0] === TLS_HANDSHAKE ? (secure ?? plain) : plain).emit('connection', socket);
    });
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    certificate: certificate?.file,
    addPage: (path, type, body) => void pages.set(path, { type, body }),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        front.close(() => resolve());
      }),
  };
}

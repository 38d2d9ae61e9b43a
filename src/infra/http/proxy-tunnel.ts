import type { Socket } from 'node:net';
import { hostOf, portOf } from './allowed-hosts.ts';

/** A proxy's answer to CONNECT is short. */
const MAX_ANSWER_BYTES = 16 * 1024;

/** Name and password of a proxy's address, as it wants them; undefined without any. */
export function proxyAuthorization({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  const plain = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(plain).toString('base64')}`;
}

const failure = (message: string): Error => Object.assign(new Error(message), { code: 'PROXY' });

/** Asks a proxy for a way through to the server of this URL, and returns the same connection. @throws what went wrong */
export function tunnel(socket: Socket, url: URL, proxy: URL, signal: AbortSignal): Promise<Socket> {
  const name = hostOf(url);
  const target = `${name.includes(':') ? `[${name}]` : name}:${portOf(url)}`;
  const authorization = proxyAuthorization(proxy);
  const lines = [`CONNECT ${target} HTTP/1.1`, `Host: ${target}`];
  if (authorization !== undefined) lines.push(`Proxy-Authorization: ${authorization}`);
  return new Promise((resolve, reject) => {
    let answer = Buffer.alloc(0);
    const settle = (then: () => void): void => {
      signal.removeEventListener('abort', onAbort);
      socket.removeAllListeners();
      then();
    };
    const fail = (error: unknown): void =>
      settle(() => {
        socket.on('error', () => undefined).destroy();
        reject(error);
      });
    const onAbort = (): void => fail(signal.reason);
    const take = (bytes: Buffer): void => {
      answer = Buffer.concat([answer, bytes]);
      const end = answer.indexOf('\r\n\r\n');
      if (end < 0 && answer.length <= MAX_ANSWER_BYTES) return;
      const status = /^HTTP\/1\.[01] (\d{3})/.exec(answer.toString('latin1', 0, 64))?.[1];
      if (end < 0 || status === undefined) fail(failure('the proxy answered with no HTTP'));
      else if (!status.startsWith('2')) fail(failure(`the proxy refused the connection (${status})`));
      else {
        settle(() => {
          socket.pause();
          if (answer.length > end + 4) socket.unshift(answer.subarray(end + 4));
          resolve(socket);
        });
      }
    };
    signal.addEventListener('abort', onAbort, { once: true });
    socket.on('data', take);
    socket.once('error', fail);
    socket.once('close', () => fail(failure('the proxy closed the connection')));
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  });
}

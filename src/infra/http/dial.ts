import { lookup as systemLookup } from 'node:dns/promises';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type AllowedHosts, hostOf, isAllowedHost, portOf } from './allowed-hosts.ts';
import { tunnel } from './proxy-tunnel.ts';
import { refuseAddress, type UrlRefusal } from './refuse-url.ts';

/** All addresses of a name, in the order in which they should be tried. @throws errors of the system */
export type Lookup = (host: string) => Promise<readonly string[]>;

export const lookUp: Lookup = async (host) =>
  (await systemLookup(host, { all: true, verbatim: true })).map(({ address }) => address);

/** One address of several may be dead (IPv6 that leads nowhere): the next one gets its turn after this time. */
const ADDRESS_TIMEOUT_MS = 3_000;

/** Thrown when an address may not be dialled. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  readonly refusal: UrlRefusal;

  constructor(refusal: UrlRefusal) {
    super(refusal.reason);
    this.refusal = refusal;
  }
}

function opened(
  start: () => Socket,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
  limitMs: number,
) {
  return new Promise<Socket>((resolve, reject) => {
    signal.throwIfAborted();
    const socket = start();
    const settle = (then: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      socket.removeAllListeners();
      then();
    };
    const fail = (error: unknown): void =>
      settle(() => {
        // Errors that come after the end have nobody to go to.
        socket.on('error', () => undefined).destroy();
        reject(error);
      });
    const onAbort = (): void => fail(signal.reason);
    const timer = setTimeout(
      () => fail(Object.assign(new Error('no connection'), { code: 'ETIMEDOUT' })),
      limitMs,
    );
    signal.addEventListener('abort', onAbort, { once: true });
    socket.once(event, () => settle(() => resolve(socket)));
    socket.once('error', fail);
    socket.once('close', () => fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
  });
}

/** The first of these addresses that answers. @throws the error of the last one */
async function connectFirst(
  addresses: readonly string[],
  port: number,
  signal: AbortSignal,
  limitMs: number,
) {
  let failure: unknown;
  for (const [place, host] of addresses.entries()) {
    const isLast = place === addresses.length - 1;
    const start = (): Socket => connectTcp({ host, port });
    try {
      return await opened(start, 'connect', signal, isLast ? limitMs : Math.min(limitMs, ADDRESS_TIMEOUT_MS));
    } catch (thrown) {
      if (signal.aborted) throw thrown;
      failure = thrown;
    }
  }
  throw failure ?? Object.assign(new Error('no address'), { code: 'ENODATA' });
}

/**
 * The addresses of a URL's host, all of them checked: one that may not be dialled refuses the name, since whoever made it
 * decides which one we would get. @throws AddressRefused and errors of the look-up
 */
async function checkedAddresses(url: URL, allowed: AllowedHosts, lookup: Lookup): Promise<readonly string[]> {
  const host = hostOf(url);
  const addresses = isIP(host) !== 0 ? [host] : await lookup(host);
  const isAllowed = isAllowedHost(url, allowed);
  for (const address of addresses) {
    const refusal = refuseAddress(address, isAllowed);
    if (refusal === undefined) continue;
    const reason = address === host ? refusal.reason : `${host} leads to ${refusal.reason}`;
    throw new AddressRefused({ ...refusal, reason });
  }
  return addresses;
}

export interface DialOptions {
  readonly allowed: AllowedHosts;
  readonly lookup: Lookup;
  /** The user's own setting: it is dialled wherever it lies, and it looks names up. */
  readonly proxy: URL | undefined;
  readonly signal: AbortSignal;
  readonly limitMs: number;
}

/**
 * A connection to the server of this URL, or to its proxy. The name is looked up once, here, and what was checked is what is
 * dialled; TLS is told the name. @throws AddressRefused, and errors of the system and of TLS
 */
export async function dial(url: URL, options: DialOptions): Promise<Socket> {
  const { allowed, lookup, proxy, signal, limitMs } = options;
  const host = hostOf(url);
  const socket =
    proxy === undefined
      ? await connectFirst(await checkedAddresses(url, allowed, lookup), portOf(url), signal, limitMs)
      : await dialProxy(url, proxy, options);
  if (url.protocol !== 'https:') return socket;
  const servername = isIP(host) === 0 ? host : '';
  const start = (): Socket => connectTls({ socket, host, servername, ALPNProtocols: ['http/1.1'] });
  return opened(start, 'secureConnect', signal, limitMs);
}

async function dialProxy(url: URL, proxy: URL, { lookup, signal, limitMs }: DialOptions): Promise<Socket> {
  const host = hostOf(proxy);
  const addresses = isIP(host) !== 0 ? [host] : await lookup(host);
  const plain = await connectFirst(addresses, portOf(proxy), signal, limitMs);
  const servername = isIP(host) === 0 ? host : '';
  const start = (): Socket => connectTls({ socket: plain, host, servername });
  const socket = proxy.protocol === 'https:' ? await opened(start, 'secureConnect', signal, limitMs) : plain;
  return url.protocol === 'https:' ? tunnel(socket, url, proxy, signal) : socket;
}

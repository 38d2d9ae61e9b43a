import { isIP } from 'node:net';
import { type AddressKind, addressKind } from './address-kind.ts';
import {
  type AllowedHosts,
  hostOf,
  isAllowedHost,
  isPortOpen,
  OPEN_PORTS_TEXT,
  portOf,
} from './allowed-hosts.ts';
import { kindOfName, likelyKind } from './local-names.ts';

/** Longer addresses are no addresses of pages. */
const MAX_URL_CHARS = 16 * 1024;

/** Why a URL is not fetched. `setting`: the user can open it with `fetch.allowHosts`. */
export interface UrlRefusal {
  readonly reason: string;
  readonly setting: boolean;
}

const NAMES: Readonly<Record<Exclude<AddressKind, 'public'>, string>> = {
  loopback: 'a loopback address',
  private: 'a private address',
  'link-local': 'a link-local address',
  reserved: 'a reserved address',
  metadata: 'an address of cloud metadata, which is never fetched',
};

const refusal = (reason: string, setting = false): UrlRefusal => ({ reason, setting });

/** Why an address is not dialled; undefined when it may be. `isAllowed`: the user opened its host and port. */
export function refuseAddress(address: string, isAllowed: boolean): UrlRefusal | undefined {
  const kind = addressKind(address);
  if (kind === 'public') return undefined;
  if (kind === 'metadata') return refusal(`${address} is ${NAMES.metadata}`);
  if (isAllowed && kind !== 'reserved') return undefined;
  return refusal(`${address} is ${NAMES[kind]}`, kind !== 'reserved');
}

function refuseHost(url: URL, isAllowed: boolean, isProxied: boolean): UrlRefusal | undefined {
  const host = hostOf(url);
  if (host === '') return refusal('it names no host');
  if (isIP(host) !== 0) return refuseAddress(host, isAllowed);
  const own = kindOfName(host);
  const likely = isProxied ? likelyKind(host) : undefined;
  if (own === 'metadata' || likely === 'metadata') return refusal(`${host} is ${NAMES.metadata}`);
  if (isAllowed) return undefined;
  if (own === 'loopback' || likely === 'loopback') return refusal(`${host} is ${NAMES.loopback}`, true);
  return likely === 'private' ? refusal(`${host} is a name of a private network`, true) : undefined;
}

/**
 * What can be said against a URL before any name is looked up; undefined when nothing can. With a proxy, which looks names
 * up itself, this is all that holds.
 */
export function refuseUrl(url: URL, allowed: AllowedHosts, isProxied = false): UrlRefusal | undefined {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return refusal(`only http and https are fetched, not ${url.protocol}`);
  if (url.username !== '' || url.password !== '') return refusal('it holds a user name or password');
  if (url.href.length > MAX_URL_CHARS)
    return refusal(`it is longer than ${MAX_URL_CHARS} characters (${url.href.length})`);
  const isAllowed = isAllowedHost(url, allowed);
  const host = refuseHost(url, isAllowed, isProxied);
  if (host !== undefined) return host;
  if (isAllowed || isPortOpen(url)) return undefined;
  return refusal(`port ${portOf(url)} is not one of ${OPEN_PORTS_TEXT}`, true);
}

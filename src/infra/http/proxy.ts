import ipaddr from 'ipaddr.js';
import { type Environment, environmentValue } from '../home.ts';
import { hostOf, portOf } from './allowed-hosts.ts';

/** Lower case first, as curl has it: in CGI programs HTTP_PROXY comes from a request's header. */
const variable = (env: Environment, name: string): string | undefined =>
  environmentValue(env, name) ?? environmentValue(env, name.toUpperCase());

/** True when one entry of NO_PROXY is about this host: itself, a domain above it, a network, with a port or without. */
function isExempt(entry: string, host: string, port: number): boolean {
  if (entry === '*') return true;
  const [, name = entry, wanted] = /^(\[[^\]]+\]|[^:]+)(?::(\d+))?$/.exec(entry) ?? [];
  if (wanted !== undefined && Number(wanted) !== port) return false;
  const bare = name.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
  if (bare.includes('/') && ipaddr.isValidCIDR(bare) && ipaddr.isValid(host)) {
    const [address, range] = [ipaddr.parse(host), ipaddr.parseCIDR(bare)];
    return address.kind() === range[0].kind() && address.match(range);
  }
  const domain = bare.replace(/^\*?\./, '');
  return domain !== '' && (host === domain || host.endsWith(`.${domain}`));
}

/** The proxy of a URL; `none` goes directly. `unusable` says which setting cannot be followed. */
export type ProxyChoice =
  | { readonly kind: 'none' }
  | { readonly kind: 'proxy'; readonly proxy: URL }
  | { readonly kind: 'unusable'; readonly problem: string };

/**
 * The proxy for this URL by HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY, in small letters first. A value without a
 * scheme is meant as http.
 */
export function proxyFor(url: URL, env: Environment): ProxyChoice {
  const name = url.protocol === 'https:' ? 'https_proxy' : 'http_proxy';
  const value = variable(env, name) ?? variable(env, 'all_proxy');
  if (value === undefined) return { kind: 'none' };
  const exempt = (variable(env, 'no_proxy') ?? '').toLowerCase().split(/[\s,]+/);
  if (exempt.some((entry) => entry !== '' && isExempt(entry, hostOf(url), portOf(url))))
    return { kind: 'none' };
  const text = value.includes('://') ? value : `http://${value}`;
  const proxy = URL.canParse(text) ? new URL(text) : undefined;
  if (proxy?.protocol === 'http:' || proxy?.protocol === 'https:') return { kind: 'proxy', proxy };
  const shown = proxy === undefined ? 'no address' : `a ${proxy.protocol.slice(0, -1)} proxy`;
  return {
    kind: 'unusable',
    problem: `${name.toUpperCase()} names ${shown}; only http and https proxies can be used`,
  };
}

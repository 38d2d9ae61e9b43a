/** Hosts and ports that the user opened, in the form `host:port`; without a port the ports that are open anyway. */
export type AllowedHosts = readonly string[];

const OPEN_PORTS: readonly (readonly [number, number])[] = [
  [80, 80],
  [443, 443],
  [3000, 3999],
  [8000, 8999],
];

/** The ports that are open without being named, for messages. */
export const OPEN_PORTS_TEXT = '80, 443, 3000-3999, 8000-8999';

const isOpenPort = (port: number): boolean => OPEN_PORTS.some(([from, to]) => port >= from && port <= to);

/** The port of a URL as a number, its scheme's own where none is written. */
export const portOf = (url: URL): number =>
  url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);

/** The host of a URL, lower case, without brackets and without the dot at its end. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');

/** How this host and port is written in the setting. */
export const allowEntry = (url: URL): string => {
  const host = hostOf(url);
  return `${host.includes(':') ? `[${host}]` : host}:${portOf(url)}`;
};

/** An entry as a URL has it: odd spellings of addresses and names in capitals are the same host. */
function parseEntry(entry: string): { readonly host: string; readonly port: number | undefined } | undefined {
  const text = entry
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/.*$/, '');
  const isBareV6 = (text.match(/:/g)?.length ?? 0) > 1 && !text.startsWith('[');
  const source = isBareV6 ? `[${text}]` : text;
  // A port of the scheme itself is not kept in a URL, so it is taken from the text.
  const port = /(?:^|[^:\]]|\]):(\d{1,5})$/.exec(source)?.[1];
  try {
    const host = hostOf(new URL(`http://${source}/`));
    return host === '' || source === ''
      ? undefined
      : { host, port: port === undefined ? undefined : Number(port) };
  } catch {
    return undefined;
  }
}

/** The entries of a list in text form, separated by commas or blanks; entries that name no host are left out. */
export const parseAllowedHosts = (text: string): AllowedHosts =>
  text.split(/[\s,;]+/).filter((entry) => parseEntry(entry) !== undefined);

/** True when the user named this host, with this port or (for ports that are open anyway) without one. */
export function isAllowedHost(url: URL, allowed: AllowedHosts): boolean {
  const [host, port] = [hostOf(url), portOf(url)];
  return allowed.some((entry) => {
    const parsed = parseEntry(entry);
    if (parsed?.host !== host) return false;
    return parsed.port === undefined ? isOpenPort(port) : parsed.port === port;
  });
}

/** True for ports that may be asked without a word of the user. */
export const isPortOpen = (url: URL): boolean => isOpenPort(portOf(url));

import { dirname } from 'node:path';
import type { HostSandbox } from '#core/host-sandbox.ts';
import type { NetworkDoor } from './domain-network.ts';

/** Port of the loopback inside, on which the way to the proxy begins. */
const PORT = 3_128;
/** User by which the proxy knows its own. */
const USER = 'srt';
const LOOPBACK = ['localhost', '127.0.0.1', '::1'];

/**
 * `$1` socat, `$2` socket, `$3` hexadecimal port, `$4` port. What hands connections on needs a local socket, which the filter
 * of system calls forbids: it begins before the filter holds, in namespaces that the code itself is not in.
 */
const SCRIPT = `"$1" "TCP-LISTEN:$4,fork,reuseaddr,bind=127.0.0.1" "UNIX-CONNECT:$2" >/dev/null 2>&1 3>&- 4>&- &
listens() {
  while read -r line; do
    case $line in *": 0100007F:$1 "*) return 0 ;; esac
  done </proc/net/tcp
  return 1
}
tries=0
until listens "$3" || ! kill -0 "$!" 2>/dev/null || [ "$tries" -ge 1000 ]; do tries=$((tries + 1)); sleep 0.003; done
shift 4
exec "$@"`;

/** How bubblewrap starts what is confined behind a door. */
export interface DoorStart {
  /** What comes first; behind it stand the arguments of a second bubblewrap. */
  readonly command: readonly string[];
  /** Shown to it, absolute. */
  readonly socket: string;
  /** Folder of the program that it needs, absolute. */
  readonly programFolder: string;
}

/** @param bubblewrap the program that confines a second time, absolute */
export function doorStart({ socat, socket }: NetworkDoor, bubblewrap: string): DoorStart {
  const port = PORT.toString(16).toUpperCase().padStart(4, '0');
  return {
    command: ['/bin/sh', '-c', SCRIPT, 'plimsoll-door', socat, socket, port, String(PORT), bubblewrap],
    socket,
    programFolder: dirname(socat),
  };
}

/** Variables by which programs find the proxy. What lies on the loopback inside is asked directly, unless it is an allowed name. */
export function doorEnvironment(
  { token }: NetworkDoor,
  { allowedDomains }: Pick<HostSandbox, 'allowedDomains'>,
): Readonly<Record<string, string>> {
  const proxy = `http://${USER}:${token}@127.0.0.1:${PORT}`;
  const isAllowed = (name: string): boolean =>
    allowedDomains.some((domain) => domain.replace(/^\[|\]?(?::\d+)?$/g, '') === name);
  const direct = LOOPBACK.filter((name) => !isAllowed(name)).join(',');
  const socks = `socks5h://${USER}:${token}@127.0.0.1:${PORT}`;
  return Object.fromEntries([
    ...['HTTP_PROXY', 'HTTPS_PROXY'].flatMap((name) => [
      [name, proxy],
      [name.toLowerCase(), proxy],
    ]),
    ['ALL_PROXY', socks],
    ['all_proxy', socks],
    ['NO_PROXY', direct],
    ['no_proxy', direct],
    // Node's own fetch asks no proxy without it.
    ['NODE_USE_ENV_PROXY', '1'],
  ]);
}

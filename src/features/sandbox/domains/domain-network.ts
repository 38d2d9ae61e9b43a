import { connect } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import type { HostSandbox } from '#core/host-sandbox.ts';
import { type ImportModule, loadRuntime, type RuntimeConfig, type SandboxRuntime } from './load-runtime.ts';

/** Why a door could not be opened, in characters. */
const REASON_CHARS = 160;

/** By which confined code reaches the allowed domains, and nothing else. */
export interface NetworkDoor {
  /** Socket of the proxy, absolute. */
  readonly socket: string;
  /** What the proxy wants to be told. */
  readonly token: string;
  /** The program that hands connections on to the socket, absolute. */
  readonly socat: string;
}

export type NetworkState =
  | { readonly kind: 'open'; readonly door: NetworkDoor }
  /** `why` completes "the network stays off: …". */
  | { readonly kind: 'closed'; readonly why: string };

export interface DomainNetworkParts {
  /** Folder of our own bundles, absolute. */
  readonly bundles: string;
  /** Absent: as this module does. */
  readonly importModule?: ImportModule;
  /** True for folders of the project, out of which nothing is loaded. */
  readonly isForeign: (folder: string) => boolean;
  /** Undefined where there is none. */
  readonly socat: () => string | undefined;
  /** Whether code behind such a door is confined as without one; the reason when it is not. */
  readonly test: (door: NetworkDoor) => Promise<string | undefined>;
}

const configOf = ({ allowedDomains, deniedDomains }: HostSandbox): RuntimeConfig => ({
  network: { allowedDomains, deniedDomains },
  // Files are confined by our own backend.
  filesystem: { denyRead: [], allowWrite: [], denyWrite: [] },
});

/** The proxies of the process: started when domains are first allowed, told of changes, ended with the server. */
export class DomainNetwork {
  private readonly parts: DomainNetworkParts;
  private runtime: SandboxRuntime | undefined;
  private config: RuntimeConfig | undefined;
  private opened: Promise<NetworkState> | undefined;

  constructor(parts: DomainNetworkParts) {
    this.parts = parts;
  }

  /** The door for the domains of the moment; what is missing may be installed meanwhile. */
  async open(host: HostSandbox): Promise<NetworkState> {
    const known = await this.opened;
    if (known?.kind === 'open' && !(await answers(known.door.socket))) this.opened = undefined;
    this.opened ??= this.start(configOf(host));
    const state = await this.opened;
    if (state.kind === 'closed') {
      this.opened = undefined;
      return state;
    }
    return this.update(configOf(host)) ?? state;
  }

  /** Ends the proxies and what belongs to them. */
  async close(): Promise<void> {
    const { runtime } = this;
    this.runtime = undefined;
    await runtime?.reset().catch(() => undefined);
  }

  private async start(config: RuntimeConfig): Promise<NetworkState> {
    await this.close();
    const socat = this.parts.socat();
    if (socat === undefined) return closed('socat is missing');
    const { bundles, isForeign, importModule } = this.parts;
    const runtime = await loadRuntime(bundles, isForeign, process.execPath, importModule);
    if (typeof runtime === 'string') return closed(runtime);
    try {
      await runtime.initialize(config);
    } catch (thrown) {
      await runtime.reset().catch(() => undefined);
      return closed(messageOf(thrown));
    }
    this.runtime = runtime;
    this.config = config;
    const [socket, token] = [runtime.getLinuxHttpSocketPath(), runtime.getProxyAuthToken()];
    if (socket === undefined || token === undefined) return closed('its proxies did not start');
    const door = { socket, token, socat };
    const leak = await this.parts.test(door);
    if (leak === undefined) return { kind: 'open', door };
    await this.close();
    return closed(leak);
  }

  /** A change of the lists; the reason when it cannot be followed, after which everything stays shut. */
  private update(config: RuntimeConfig): NetworkState | undefined {
    if (isDeepStrictEqual(config, this.config)) return undefined;
    try {
      this.runtime?.updateConfig(config);
      this.config = config;
      return undefined;
    } catch (thrown) {
      return closed(messageOf(thrown));
    }
  }
}

/** Whether something listens on a socket; what does can be ended by others. */
const answers = (socket: string): Promise<boolean> =>
  new Promise((resolve) => {
    const connection = connect(socket);
    const settle = (isThere: boolean) => (): void => {
      connection.destroy();
      resolve(isThere);
    };
    connection.once('connect', settle(true)).once('error', settle(false));
  });

const closed = (why: string): NetworkState => ({ kind: 'closed', why });

const messageOf = (thrown: unknown): string =>
  (thrown instanceof Error ? thrown.message : String(thrown)).replace(/\s+/g, ' ').slice(0, REASON_CHARS);

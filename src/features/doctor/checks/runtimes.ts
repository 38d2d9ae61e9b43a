import { execFile } from 'node:child_process';
import { type Check, type Finding, findingsOf } from '../finding.ts';

const AREA = 'runtime';
const { ok, warning, failure } = findingsOf(AREA);
const LEAST_MAJOR = 20;
/** Of a busy machine; later it would count as missing. */
const LIMIT_MS = 6_000;

export interface RuntimePlace {
  /** Version of this process, such as `v20.20.2`. */
  readonly ownVersion: string;
  /** What runs this process, in words: `server` or `command line`. */
  readonly own: string;
  /** In which `node` is none of the project's. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The project's `node` that stands first on PATH; undefined: there is none. */
  readonly projectsNode: string | undefined;
  readonly bundleDir: string;
  readonly version: string;
}

const majorOf = (version: string): number => Number(/^v?(\d+)/.exec(version)?.[1] ?? 0);

/**
 * What `node` on PATH says of itself: the hooks, the server and the status line are started by that name. Asked from our own
 * folder: by a PATH with a relative entry a project's file would run, and nobody is asked before a check.
 */
const nodeOnPath = ({ env, bundleDir }: RuntimePlace): Promise<string | undefined> =>
  new Promise((resolve) => {
    const options = { cwd: bundleDir, env: { ...env }, timeout: LIMIT_MS, windowsHide: true };
    execFile('node', ['--version'], options, (error, stdout) => resolve(error ? undefined : stdout.trim()));
  });

function judged(part: string, version: string): Finding {
  if (majorOf(version) >= LEAST_MAJOR) return ok(`${part}: Node ${version}`);
  return failure(`${part}: Node ${version}`, `Node ${LEAST_MAJOR} or newer is needed; put it first on PATH.`);
}

/** Which program runs each part: they may differ. */
export const runtimesCheck = (place: RuntimePlace): Check => ({
  area: AREA,
  async look() {
    const bun = process.versions.bun;
    const own = bun === undefined ? judged(place.own, place.ownVersion) : ok(`${place.own}: Bun ${bun}`);
    const first = ok(`plimsoll ${place.version} in ${place.bundleDir}`);
    const onPath = await nodeOnPath(place);
    const { projectsNode } = place;
    const foreign =
      projectsNode === undefined
        ? []
        : [
            warning(
              `node on PATH is ${projectsNode}, which lies in the project: it was not run here, and what the agent starts there runs by it`,
              'Start the agent with a PATH that does not begin with a folder of the project.',
            ),
          ];
    if (onPath === undefined)
      return [
        first,
        own,
        ...foreign,
        warning(
          'hooks, server and status line: there is no node on PATH',
          'Install Node 20 or newer, or put it on the PATH that your agent starts with.',
        ),
      ];
    return [first, own, ...foreign, judged('hooks, server and status line (node on PATH)', onPath)];
  },
});

import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NO_HOST_SANDBOX } from '#core/host-sandbox.ts';
import { bubblewrapArguments } from './bubblewrap-arguments.ts';
import { ProfileBuilder, type SandboxPlace } from './build-profile.ts';
import type { Backend } from './confinement.ts';
import { diskWorld } from './disk-world.ts';
import type { DoorStart } from './domains/behind-door.ts';

/** It takes some 15 ms; on a machine that does not answer in this time confinement does not work. */
const LIMIT_MS = 5_000;
const REASON_CHARS = 160;

/** Prints the names of the probes that were not blocked. `$1` is the folder around all of them, `$2` bubblewrap. */
const SCRIPT = `
cat "$1/home/.ssh/id" >/dev/null 2>&1 && echo 'reads the home'
(: > "$1/beside/x") 2>/dev/null && echo 'writes beside the project'
(: > .claude/settings.json) 2>/dev/null || (: > .mcp.json) 2>/dev/null && echo 'writes settings of the agent'
{ read -r head; read -r route; } < /proc/net/route 2>/dev/null && echo 'has a network'
set -- "$1" "$2" /proc/[0-9]*
[ "$#" -gt "$PROCESSES" ] && echo 'sees other processes'
"$2" --unshare-user --ro-bind / / true 2>/dev/null && echo 'makes namespaces'
[ "$FILTER" = no ] || grep -q '^Seccomp:[[:space:]]*2' /proc/self/status || echo 'has no filter of system calls'
: > written || echo 'cannot write into the project'
`;

const firstLine = (text: string): string =>
  (text.trim().split('\n')[0] ?? '').replace(/^bwrap:\s*/, '').slice(0, REASON_CHARS);

/** Folders with what the probes look for, below a folder of the caller. */
function makeTargets(root: string): SandboxPlace {
  const [home, project, data] = ['home', 'project', 'data'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [
    join(home, '.ssh'),
    project,
    join(root, 'beside'),
    join(data, 'run'),
    join(project, '.claude'),
  ])
    mkdirSync(folder, { recursive: true });
  mkdirSync(join(project, '.mcp.json'));
  writeFileSync(join(home, '.ssh/id'), 'x');
  return {
    projectRoot: project,
    additionalDirectories: [],
    homes: [home],
    dataHome: data,
    scratch: join(data, 'run'),
    programFolders: [],
    gitFolders: [],
    isSuperuser: false,
  };
}

/**
 * Starts six escapes in a sandbox made for them. The backend is ready only when each of them failed.
 * @param folder empty, the caller's; removed by the caller
 * @param filter file with the filter of system calls; undefined: none is known for this processor
 * @param door the way to allowed domains that is tested with it; absent: none
 */
export function selfTest(
  program: string,
  folder: string,
  filter: string | undefined,
  door?: DoorStart,
): Promise<Backend> {
  const programFolders = door === undefined ? [] : [door.programFolder];
  const place = { ...makeTargets(folder), programFolders };
  const profile = new ProfileBuilder(place, NO_HOST_SANDBOX, diskWorld()).build();

  // execFile hands on no descriptors beyond the third: a shell opens the file for it.

  const args = bubblewrapArguments(profile, {
    cwd: place.projectRoot,
    seccompFd: filter === undefined ? undefined : 3,
    door,
  });
  const command = [program, ...args, '/bin/sh', '-c', SCRIPT, 'plimsoll-probes', folder, program];
  const start = filter === undefined ? 'exec "$@"' : 'file=$1; shift; exec "$@" 3<"$file"';
  const shellArgs = ['-c', start, 'sh', ...(filter === undefined ? [] : [filter]), ...command];
  const env = {
    PATH: process.env.PATH ?? '/usr/bin:/bin',
    FILTER: filter === undefined ? 'no' : 'yes',
    // The probes themselves, and what starts them.
    PROCESSES: door === undefined ? '6' : '10',
  };
  return new Promise((resolve) => {
    execFile('/bin/sh', shellArgs, { env, timeout: LIMIT_MS, cwd: '/' }, (error, stdout, stderr) => {
      const found = firstLine(stdout);
      if (found !== '') resolve(missing(`self-test: confined code ${found}`));
      else if (error === null) resolve({ kind: 'ready', program });
      else resolve(missing(`bwrap: ${firstLine(stderr) || error.message.slice(0, REASON_CHARS)}`));
    });
  });
}

const missing = (why: string): Backend => ({
  kind: 'missing',
  why,
  fix: 'Allow user namespaces on this system and use bubblewrap 0.8 or newer',
});

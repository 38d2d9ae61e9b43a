/** Programs that try to outlive the run that started them. Each runs `sleep` in the end, by which it is found. */
export const HOSTILE_TREES: readonly (readonly [string, (sleep: string) => string])[] = [
  ['forks in the background', (sleep) => `(${sleep} & ${sleep} & wait) & wait`],
  ['a child that ignores every request to end', (sleep) => `trap '' TERM HUP INT; ${sleep}; true`],
  ['nohup', (sleep) => `nohup ${sleep} >/dev/null 2>&1 & wait`],
  ['a session of its own', (sleep) => `setsid ${sleep} >/dev/null 2>&1 & wait`],
  [
    'a daemon of a shell that ignores SIGTERM',
    (sleep) => `(setsid sh -c "trap '' TERM; ${sleep}; true" </dev/null >/dev/null 2>&1 &); exec sleep 1000`,
  ],
  [
    'a daemon that forked twice and closed everything',
    (sleep) =>
      `perl -e 'use POSIX; exit if fork; setsid; exit if fork; POSIX::close($_) for 0..63; exec "${sleep}"'; sleep 1000`,
  ],
  [
    'a daemon without environment',
    (sleep) => `(env -i setsid ${sleep} </dev/null >/dev/null 2>&1 &); sleep 1000`,
  ],
  [
    'a daemon without environment that forked twice and ignores SIGTERM',
    (sleep) =>
      `perl -e 'use POSIX; %ENV = (); $SIG{TERM} = "IGNORE"; exit if fork; setsid; exit if fork; chdir "/"; exec "/usr/bin/env", "-i", split / /, "${sleep}"'; sleep 1000`,
  ],
  [
    'a process that starts itself anew all the time',
    (sleep) => `f() { (${sleep}) & sleep 0.02; f & }; f; wait`,
  ],
];

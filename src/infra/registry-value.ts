import type { TextFile } from './text-file-cache.ts';

/** Name of the value that holds settings as JSON. */
const VALUE = 'Settings';
const TEXT_VALUE = new RegExp(`^ {4}${VALUE} {4}REG_(?:EXPAND_)?SZ {4}`, 'im');
const ANY_VALUE = new RegExp(`^ {4}${VALUE} {4}REG_`, 'im');
/** Something outside ASCII in a code page of the system: a rule with it would be another rule. */
const NOT_DECODED = '\uFFFD';

/** How a program of the system ended; `why` is absent when it ran to its end. */
export interface ToolRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly why?: string;
}

/** Runs `reg` with these arguments. */
type Reg = (args: readonly string[]) => ToolRun;

const unreadable = (why: string): TextFile => ({ kind: 'unreadable', why });
const ABSENT: TextFile = { kind: 'absent' };

/**
 * Whether a key is there: its parent lists it. `reg` ends with 1 for a key that is absent and for one that it may not read, and
 * says which in the language of the system, so its words are not looked at. Undefined when it cannot be found out.
 */
function isThere(key: string, reg: Reg): boolean | undefined {
  const cut = key.lastIndexOf('\\');
  if (cut === -1) return undefined;
  const parent = key.slice(0, cut);
  const listed = reg(['query', parent]);
  if (listed.exitCode === 0) {
    const name = `\\${key.slice(cut + 1)}`.toLowerCase();
    return listed.stdout.split(/\r?\n/).some((line) => line.trim().toLowerCase().endsWith(name));
  }
  if (listed.why !== undefined) return undefined;
  return isThere(parent, reg) === false ? false : undefined;
}

/** The JSON text in a key of the registry, or that there is none. What cannot be decided is unreadable. */
export function readRegistry(key: string, reg: Reg): TextFile {
  const asked = reg(['query', key, '/v', VALUE]);
  if (asked.why !== undefined) return unreadable(`reg: ${asked.why}`);
  if (asked.exitCode === 0) {
    const at = TEXT_VALUE.exec(asked.stdout);
    if (at === null) return unreadable(`${VALUE} is no text`);
    const text = asked.stdout.slice(at.index + at[0].length).trim();
    return text.includes(NOT_DECODED)
      ? unreadable(`${VALUE} has characters outside ASCII; \\u escapes are read`)
      : { kind: 'text', text };
  }
  const whole = reg(['query', key]);
  if (whole.exitCode === 0)
    return ANY_VALUE.test(whole.stdout) ? unreadable('reg: it may not be read') : ABSENT;
  return isThere(key, reg) === false ? ABSENT : unreadable(`reg: exit code ${asked.exitCode}`);
}

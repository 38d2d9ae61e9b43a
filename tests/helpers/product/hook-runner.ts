import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, constants, createWriteStream, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { DIST } from './bundles.ts';
import type { Place } from './places.ts';

/** What stdin is: Claude Code gives a socket, shells a FIFO, wrappers now and then a file. */
export const STDIN_KINDS =
  process.platform === 'win32' ? (['socket'] as const) : (['socket', 'fifo', 'file'] as const);
export type StdinKind = (typeof STDIN_KINDS)[number] | 'nonblocking-fifo';

/** Bytes and then the end of the input; or a writer that decides itself, and may never end it. */
export type HookInput = string | Uint8Array | ((stdin: Writable, isOver: () => boolean) => Promise<void>);

export interface HookCall {
  readonly args?: readonly string[];
  readonly kind?: StdinKind;
  readonly input: HookInput;
  readonly env?: Readonly<Record<string, string>>;
  /** Folder of the bundles; absent: those of this repository. */
  readonly dist?: string;
  /** Nobody reads stdout: its reading end is closed at once. */
  readonly closeStdout?: boolean;
}

export interface HookEnd {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** From the start of the process to its end. */
  readonly durationMs: number;
}

/** A hook may not take longer than this, whatever comes. */
export const HOOK_LIMIT_MS = 2_000;
/** A hook that is still there by then is killed; the test fails by its duration. */
const KILL_MS = 8_000;

interface Started {
  readonly child: ChildProcess;
  readonly stdin: Writable | undefined;
}

/** Runs `dist/hook.cjs` in this place (by default as `claude-code PostToolUse`) until it ends. */
export async function runHook(place: Place, call: HookCall): Promise<HookEnd> {
  const startMs = performance.now();
  const { child, stdin } = start(place, call);
  let [stdout, stderr] = ['', ''];
  if (call.closeStdout) child.stdout?.destroy();
  else child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const timer = setTimeout(() => child.kill('SIGKILL'), KILL_MS);
  let isOver = false;
  let durationMs = 0;
  const ended = new Promise<number | null>((resolve) => {
    child.on('exit', () => {
      isOver = true;
      durationMs = performance.now() - startMs;
    });
    child.on('close', (code) => resolve(code));
  });
  if (stdin !== undefined) {
    stdin.on('error', () => undefined);
    if (typeof call.input === 'function') await call.input(stdin, () => isOver);
    else stdin.end(call.input);
  }
  const exitCode = await ended;
  clearTimeout(timer);
  stdin?.destroy();
  return { exitCode, stdout, stderr, durationMs };
}

function start(place: Place, call: HookCall): Started {
  const args = [join(call.dist ?? DIST, 'hook.cjs'), ...(call.args ?? ['claude-code', 'PostToolUse'])];
  const launch = (stdin: number | 'pipe'): ChildProcess =>
    spawn(process.execPath, args, {
      cwd: place.project,
      env: { ...place.env, ...call.env },
      stdio: [stdin, 'pipe', 'pipe'],
    });
  switch (call.kind) {
    case 'file': {
      const file = join(place.root, 'stdin.json');
      if (typeof call.input === 'function') throw new Error('a file has its content at once');
      writeFileSync(file, call.input);
      return { child: withDescriptor(openSync(file, 'r'), launch), stdin: undefined };
    }
    case 'fifo':
    case 'nonblocking-fifo': {
      const [reader, writer] = openFifo(join(place.root, 'stdin'), call.kind === 'nonblocking-fifo');
      return { child: withDescriptor(reader, launch), stdin: createWriteStream('', { fd: writer }) };
    }
    default: {
      const child = launch('pipe');
      return { child, stdin: child.stdin ?? undefined };
    }
  }
}

function withDescriptor(fd: number, launch: (stdin: number) => ChildProcess): ChildProcess {
  try {
    return launch(fd);
  } finally {
    closeSync(fd);
  }
}

/** Both ends of a new FIFO. A third descriptor, open for both, keeps either `open` from waiting for the other. */
function openFifo(path: string, isNonBlocking: boolean): readonly [reader: number, writer: number] {
  rmSync(path, { force: true });
  const { status, stderr } = spawnSync('mkfifo', [path], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`mkfifo ${path}: ${stderr}`);
  const both = openSync(path, constants.O_RDWR);
  const reader = openSync(path, constants.O_RDONLY | (isNonBlocking ? constants.O_NONBLOCK : 0));
  const writer = openSync(path, constants.O_WRONLY);
  closeSync(both);
  return [reader, writer];
}

/** Writes the pieces with a pause before each, then ends the input. */
export const inPieces =
  (pieces: readonly (string | Uint8Array)[], pauseMs: number): Exclude<HookInput, string | Uint8Array> =>
  async (stdin) => {
    for (const piece of pieces) {
      await sleep(pauseMs);
      stdin.write(piece);
    }
    stdin.end();
  };

/** A valid event of Claude Code, with these fields beside the common ones. */
export const hookPayload = (place: Place, fields: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({ session_id: 's-1', cwd: place.project, ...fields });

/** stdout as the host reads it: nothing, or exactly one JSON document. Fails on anything else. */
export const documentOf = (stdout: string): unknown => (stdout === '' ? undefined : JSON.parse(stdout));

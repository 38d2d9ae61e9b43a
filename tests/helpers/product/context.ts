import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DIST } from './bundles.ts';
import { documentOf, type HookEnd, runHook } from './hook-runner.ts';
import type { Place } from './places.ts';

/** A small window that compacts when it is full, in both pinned clients: 100 % are 200,000 tokens. */
const MODEL = 'claude-haiku-4-5';
export const SESSION = 's-1';

export const transcript = (place: Place, session = SESSION): string => join(place.root, `${session}.jsonl`);

/** Appends lines to the session's transcript. */
export function writeLines(place: Place, lines: readonly object[], session = SESSION): void {
  appendFileSync(transcript(place, session), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

export interface ReplyFields {
  readonly model?: string;
  readonly atMs?: number;
  readonly version?: string;
  readonly [field: string]: unknown;
}

/** A reply of the model as the client writes it down. */
export function reply(
  tokens: number,
  { model = MODEL, atMs = Date.now(), ...more }: ReplyFields = {},
): object {
  return {
    type: 'assistant',
    isSidechain: false,
    version: '2.1.332',
    timestamp: new Date(atMs).toISOString(),
    message: {
      model,
      usage: { input_tokens: 1_000, cache_read_input_tokens: tokens - 1_000, output_tokens: 50 },
    },
    ...more,
  };
}

/** The boundary of a compaction. */
export const boundary = (preTokens: number, trigger = 'auto', atMs = Date.now()): object => ({
  type: 'system',
  subtype: 'compact_boundary',
  timestamp: new Date(atMs).toISOString(),
  compactMetadata: { trigger, preTokens },
});

/** What the status line kept, as it writes it. */
export const keptLoad = (usedTokens: number | undefined, fields: object = {}) => ({
  sessionId: SESSION,
  model: MODEL,
  usedTokens,
  windowTokens: 200_000,
  version: '2.1.332',
  atMs: Date.now(),
  ...fields,
});

export function writeKept(place: Place, content: object | string, session = SESSION): string {
  const folder = join(place.data, 'context');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${session}.json`);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o600 });
  return file;
}

export interface ContextEvent {
  readonly event?: string;
  readonly session?: string;
  readonly fields?: object;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the hook of an event and gives what it added to the context; undefined for nothing. Fails on anything but silence or one document. */
export async function contextAfter(place: Place, event: ContextEvent = {}): Promise<string | undefined> {
  return addedContext(await hookAfter(place, event));
}

export function addedContext({ stdout }: Pick<HookEnd, 'stdout'>): string | undefined {
  const document = documentOf(stdout) as
    | { readonly hookSpecificOutput?: { readonly additionalContext?: string } }
    | undefined;
  return document?.hookSpecificOutput?.additionalContext;
}

export function hookAfter(
  place: Place,
  { event = 'PostToolUse', session = SESSION, fields = {}, env = {} }: ContextEvent = {},
): Promise<HookEnd> {
  return runHook(place, {
    args: ['claude-code', event],
    env,
    input: JSON.stringify({
      session_id: session,
      cwd: place.project,
      transcript_path: transcript(place, session),
      tool_name: 'Bash',
      tool_use_id: `toolu_${Math.random()}`,
      ...fields,
    }),
  });
}

/** The status JSON of the client. */
export const status = (tokens: number | null, fields: object = {}): object => ({
  session_id: SESSION,
  model: { id: MODEL, display_name: 'Haiku 4.5' },
  version: '2.1.332',
  context_window: {
    context_window_size: 200_000,
    current_usage: tokens === null ? null : { input_tokens: tokens, output_tokens: 7 },
  },
  ...fields,
});

export interface LineEnd {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
  readonly durationMs: number;
}

/** Runs `statusline.cjs`. `isOpen`: the writer never ends the input. */
export async function statusLine(
  place: Place,
  input: object | string,
  {
    env = {},
    isOpen = false,
    args = [join(DIST, 'statusline.cjs')],
    command,
  }: {
    readonly env?: Readonly<Record<string, string>>;
    readonly isOpen?: boolean;
    readonly args?: readonly string[];
    /** In place of `args`: a whole command, run as the client runs it. */
    readonly command?: string;
  } = {},
): Promise<LineEnd> {
  const startMs = performance.now();
  const where = { cwd: place.project, env: { ...place.env, ...env } };
  const child =
    command === undefined
      ? spawn(process.execPath, args, where)
      : spawn(command, { ...where, shell: true, stdio: 'pipe' });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.on('error', () => undefined);
  child.stdin.write(typeof input === 'string' ? input : JSON.stringify(input));
  if (!isOpen) child.stdin.end();
  const exitCode = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { stdout, stderr, exitCode, durationMs: performance.now() - startMs };
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Figure, MeasureOptions } from '../question.ts';
import { interleave } from './interleave.ts';
import { ratioFigures } from './ratio-figures.ts';
import { prepareStdin, STDIN_KINDS, type StdinKind } from './stdin-kinds.ts';
import { timeProcess } from './time-process.ts';

export interface HookRequest {
  readonly event: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly must: number;
  /** Writes what the hook finds in its home, beside settings by which nothing is asked. */
  readonly prepare?: (home: string) => void;
  /** Must hold for what the hook prints. */
  readonly isRight: (stdout: string, stderr: string) => boolean;
  /** Absent: Claude Code, with every kind of stdin; another agent gives a pipe. */
  readonly platform?: string;
  /** Absent: 0. */
  readonly exitCode?: number;
  /** In front of the figures' names; absent: the kind of stdin. */
  readonly label?: string;
}

const ROUNDS = { count: 60, warmUp: 3 };
const QUICK_ROUNDS = { count: 12, warmUp: 2 };

/** `hook.cjs` against a bare `node -e 0` that is given the same stdin, for every kind of stdin that the system has. */
export async function hookFigures(request: HookRequest, options: MeasureOptions): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  const kinds = request.platform === undefined ? STDIN_KINDS : (['FIFO'] as const);
  for (const kind of kinds) figures.push(...(await figuresOf(kind, request, options)));
  return figures;
}

async function figuresOf(
  kind: StdinKind,
  { event, input, must, isRight, prepare, platform = 'claude-code', exitCode, label }: HookRequest,
  { product, isQuick }: MeasureOptions,
): Promise<readonly Figure[]> {
  const folder = product.newFolder();
  const text = JSON.stringify({ ...input, hook_event_name: event, session_id: 'bench', cwd: folder });
  const stdin = prepareStdin(kind, folder, text);
  if (stdin === undefined) return [];
  const env = product.environment(folder);
  prepare?.(folder);
  const rounds = isQuick ? QUICK_ROUNDS : ROUNDS;
  const common = { cwd: folder, env, stdin, text };
  const hook = [join(product.distDir, 'hook.cjs'), platform, event];
  const taken = await interleave(
    {
      bare: () => timeProcess({ ...common, args: ['-e', '0'], isRight: (stdout) => stdout === '' }),
      hook: () =>
        timeProcess({ ...common, args: hook, isRight, ...(exitCode === undefined ? {} : { exitCode }) }),
    },
    rounds,
  );
  assertSpooled(env.PLIMSOLL_HOME ?? '', rounds.count + rounds.warmUp);
  return ratioFigures({ label: label ?? kind, valuesMs: taken.hook, floorsMs: taken.bare, must });
}

/** A fast hook that recorded nothing would be no hook. */
function assertSpooled(home: string, expected: number): void {
  const spool = join(home, 'spool');
  // A text that was put into the context is counted by a line of its own.
  const lines = readdirSync(spool)
    .flatMap((file) => readFileSync(join(spool, file), 'utf8').split('\n'))
    .filter((line) => line !== '' && !line.includes('"name":"text_added"'));
  if (lines.length !== expected) throw new Error(`${lines.length} events spooled instead of ${expected}`);
}

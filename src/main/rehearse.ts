import { setTimeout as sleep } from 'node:timers/promises';
import type { HookEvent } from '#core/hook-event.ts';

/**
 * What models begin with: lists and pipes, quotes, variables, redirections, git, a loop, a script of an interpreter. None of
 * them runs: they are only judged.
 */
const SAMPLES: readonly { readonly language: string; readonly code: string }[] = [
  { language: 'shell', code: 'cd src && npm test -- --run "a b" 2>&1 | tail -20' },
  {
    language: 'shell',
    code: "git status --short; git log -3 && ls -la ./docs | grep -c 'x' > ./build/count.txt",
  },
  { language: 'shell', code: 'for f in $(ls *.ts); do wc -l "$f" || echo "done: $f"; done' },
  {
    language: 'python',
    code: "import subprocess\nprint(subprocess.run(['ls'], capture_output=True).stdout)",
  },
];

/** Until the answer to the call that began it is written. */
const BEGIN_MS = 20;
/** Between two of them whatever has arrived is answered: each takes some milliseconds. */
const PAUSE_MS = 5;

export interface RehearsalParts {
  /** Loads what judges code. */
  readonly ready: () => Promise<void>;
  /** Judges a call; nothing is kept of one without an id. */
  readonly permit: (event: HookEvent) => unknown;
  readonly platform: string;
  /** The agent's name for the tool that runs code. */
  readonly toolName: string;
  readonly folder: string;
  /** What else is to be made ready, step by step. */
  readonly others: () => readonly (() => void)[];
}

/** @throws whatever loading and judging throw */
export async function rehearse({ ready, permit, others, ...call }: RehearsalParts): Promise<void> {
  await sleep(BEGIN_MS, undefined, { ref: false });
  await ready();
  for (const toolInput of SAMPLES) {
    await sleep(PAUSE_MS, undefined, { ref: false });
    const { platform, toolName, folder: cwd } = call;
    permit({ platform, name: 'pre_tool', sessionId: 'rehearsal', cwd, toolName, toolInput });
  }
  for (const step of others()) {
    await sleep(PAUSE_MS, undefined, { ref: false });
    step();
  }
}

/**
 * Judges some commands that nobody wants to run, once, while the model still thinks about the user's first prompt: the
 * engine compiles code when it first runs, and the first real command would wait for it.
 */
export function createRehearsal(parts: () => RehearsalParts, onFault: (thrown: unknown) => void): () => void {
  let isBegun = false;
  return () => {
    if (isBegun) return;
    isBegun = true;
    rehearse(parts()).catch(onFault);
  };
}

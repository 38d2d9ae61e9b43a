/** What is written to; `isTTY` as Node has it. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** A line on a terminal that tells how far a command is. */
export interface Progress {
  /** Shows the message in place of the former one. */
  readonly show: (message: string) => void;
  /** Wipes the line, so that something else can be printed. */
  readonly wipe: () => void;
  /** Wipes it for good. */
  readonly end: () => void;
}

/** Who waits longer wants to see that something is going on. */
const PATIENCE_MS = 1_000;

const WIPED = '\r\u001b[K';

/**
 * Shows nothing within the first second, nor where nobody looks. A command that says nothing of itself is shown by its name
 * and the seconds it takes.
 */
export function startProgress(name: string, stream: ProgressStream): Progress {
  if (stream.isTTY !== true) {
    const nothing = (): void => undefined;
    return { show: nothing, wipe: nothing, end: nothing };
  }
  let seconds = 0;
  let message: string | undefined;
  let isShown = false;
  const draw = (): void => {
    isShown = true;
    stream.write(`${WIPED}${message ?? `${name}: ${seconds} s`}`);
  };
  const timer = setInterval(() => {
    seconds += 1;
    draw();
  }, PATIENCE_MS);
  timer.unref();
  const wipe = (): void => {
    if (isShown) stream.write(WIPED);
    isShown = false;
  };
  return {
    show(text) {
      message = text;
      if (seconds > 0) draw();
    },
    wipe,
    end() {
      clearInterval(timer);
      wipe();
    },
  };
}

import { createInterface } from 'node:readline/promises';

/** Asks yes or no on a terminal; false for anything but yes, and where nobody is there to answer. */
export async function askUser(question: string): Promise<boolean> {
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await terminal.question(question)).trim());
  } finally {
    terminal.close();
  }
}

import { fstatSync, readSync } from 'node:fs';
import { type ErrorCode, systemCode } from '#core/errors.ts';
import { JsonDocumentScanner } from '#core/json-document.ts';

/** Largest document that is accepted, in bytes; agents send up to about 5 MB. */
const INPUT_LIMIT = 16 * 1024 * 1024;
const READ_BYTES = 64 * 1024;
/** Pause between two looks at an empty non-blocking pipe. */
const POLL_MS = 2;

export type HookInput =
  | { readonly kind: 'document'; readonly text: string }
  | { readonly kind: 'fault'; readonly code: ErrorCode; readonly message: string };

const fault = (code: ErrorCode, message: string): HookInput => ({ kind: 'fault', code, message });

/** Collects bytes until the first document is complete, the input is over, or it turns out not to be JSON. */
class InputCollector {
  private readonly scanner = new JsonDocumentScanner();
  private readonly parts: Uint8Array[] = [];
  private bytes = 0;

  /** The outcome as soon as these bytes decide it, else undefined. */
  add(chunk: Uint8Array): HookInput | undefined {
    const used = this.scanner.push(chunk);
    this.parts.push(chunk.subarray(0, used));
    this.bytes += used;
    if (this.scanner.state === 'not-json') return fault('HOOK_INPUT_INVALID', 'stdin is not a JSON object');
    if (this.scanner.state === 'complete') {
      return {
        kind: 'document',
        text: Buffer.concat(this.parts)
          .toString('utf8')
          .replace(/^\uFEFF/, ''),
      };
    }
    if (this.bytes > INPUT_LIMIT) return fault('HOOK_INPUT_TOO_LARGE', `stdin exceeds ${INPUT_LIMIT} bytes`);
    return undefined;
  }

  end(): HookInput {
    if (this.scanner.state === 'empty') return fault('HOOK_INPUT_EMPTY', 'stdin is empty');
    return fault('HOOK_INPUT_TRUNCATED', `stdin ended after ${this.bytes} bytes, inside the document`);
  }

  late(deadlineMs: number): HookInput {
    return fault(
      'HOOK_INPUT_LATE',
      `no complete document within ${deadlineMs} ms (${this.bytes} bytes came)`,
    );
  }
}

/** The part of Node's pipe handle that is used here. */
interface PipeBinding {
  readonly Pipe: new (type: number) => { open(fd: number): number };
  readonly constants: { readonly SOCKET: number };
}

/**
 * Makes fd 0, a pipe or UNIX socket, non-blocking, so that reads of it can time out. node:net does the same at a sixth
 * of a bare Node start (docs/adr/0011); the binding is deprecated in the documentation only, and where it is missing
 * (other runtimes) or fails, false says that node:net has to be used.
 */
function makeNonBlocking(): boolean {
  if (process.platform === 'win32' || process.versions.bun !== undefined) return false;
  try {
    const { binding } = process as unknown as { binding(name: string): PipeBinding };
    const { Pipe, constants } = binding('pipe_wrap');
    return new Pipe(constants.SOCKET).open(0) === 0;
  } catch {
    return false;
  }
}

/** Unlike the time of day, nobody sets this clock; unlike `performance`, it is there without being loaded. */
const monotonicMs = (): number => Number(process.hrtime.bigint() / 1_000_000n);

function readByPolling(deadlineMs: number): HookInput {
  const collector = new InputCollector();
  const startMs = monotonicMs();
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    const chunk = Buffer.allocUnsafe(READ_BYTES);
    let count: number;
    try {
      count = readSync(0, chunk, 0, READ_BYTES, null);
    } catch (thrown) {
      if (systemCode(thrown) !== 'EAGAIN') return collector.end();
      if (monotonicMs() - startMs > deadlineMs) return collector.late(deadlineMs);
      Atomics.wait(pause, 0, 0, POLL_MS);
      continue;
    }
    const outcome = count === 0 ? collector.end() : collector.add(chunk.subarray(0, count));
    if (outcome !== undefined) return outcome;
    if (monotonicMs() - startMs > deadlineMs) return collector.late(deadlineMs);
  }
}

/** The way that works in every runtime and on every system, and loads node:net. */
async function readFromStream(deadlineMs: number): Promise<HookInput> {
  const collector = new InputCollector();
  const { stdin } = process;
  return await new Promise<HookInput>((resolve) => {
    const timer = setTimeout(() => finish(collector.late(deadlineMs)), deadlineMs);
    const finish = (outcome: HookInput): void => {
      clearTimeout(timer);
      stdin.destroy();
      resolve(outcome);
    };
    stdin.on('data', (chunk: Uint8Array) => {
      const outcome = collector.add(chunk);
      if (outcome !== undefined) finish(outcome);
    });
    stdin.on('end', () => finish(collector.end()));
    stdin.on('error', () => finish(collector.end()));
  });
}

/**
 * The first JSON document on stdin, whatever stdin is (Claude Code gives a UNIX socket, other hosts a pipe), within the
 * deadline. Never rejects: every fault is a value with its code.
 */
export async function readHookInput(deadlineMs: number): Promise<HookInput> {
  try {
    const stat = fstatSync(0);
    if (stat.isCharacterDevice()) return fault('HOOK_INPUT_EMPTY', 'stdin is a terminal or null device');
    if (stat.isFile() || makeNonBlocking()) return readByPolling(deadlineMs);
    return await readFromStream(deadlineMs);
  } catch (thrown) {
    return fault('HOOK_INPUT_EMPTY', `stdin cannot be read: ${String(thrown)}`);
  }
}

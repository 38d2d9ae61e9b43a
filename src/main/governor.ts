import { createReadStream } from 'node:fs';
import { join, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { byteLength } from '#core/text/bytes.ts';
import { splitLines } from '#core/text/lines.ts';
import type { SecretValue } from '#core/text/redact-values.ts';
import type { ToolOutput } from '#core/tool-output.ts';
import { OutputCapture } from '#features/execution/output-capture.ts';
import { digestRoom, type GovernorSettings } from '#features/governor/govern.ts';
import type { handleLine } from '#features/governor/handle-line.ts';
import { realPath } from '#infra/real-path.ts';
import { createScratch, removeScratch } from '#infra/scratch.ts';
import { statPath } from '#infra/stat-path.ts';
import type { HostShow, OutputContext, ToolContext } from '#mcp/context.ts';
import { presentOutput } from '#mcp/runs/present-output.ts';
import { shortFile } from './short-file.ts';

/** Answers that are remembered for an event that comes twice. */
const REMEMBERED = 200;
/** Taken in within about a millisecond. */
const PIECE_BYTES = 65_536;
/** More than one character has in UTF-8, by UTF-16 units: such a text is the beginning of a longer one. */
const MOST_BYTES_PER_CHAR = 3;
/** Hosts keep whole results in such folders; no other file is taken for one. */
const RESULT_FILE = /[\\/]tool-results[\\/][^\\/]+$/;

export interface GovernedCall {
  readonly output: ToolOutput;
  /** As the agent calls the tool; by this its results are counted. */
  readonly toolName: string;
  /** The agent's id of the call; the same id gets the same answer, and nothing is stored twice. */
  readonly toolUseId: string | undefined;
  /** What the session is after, in the user's words; empty when nobody knows. */
  readonly request: string;
}

type GovernorContext = OutputContext & Pick<ToolContext, 'expectDigest' | 'countOutput' | 'host'>;

export interface GovernorOptions {
  /** @throws AppError HOME_UNUSABLE */
  readonly home: () => string;
  readonly context: () => Promise<GovernorContext>;
  /** How the way back to the whole is told. */
  readonly line: typeof handleLine;
  /** How the agent reads a part of a file, in words; undefined: it has no tool of its own for that. */
  readonly partsOfFiles: string | undefined;
  readonly settings: () => GovernorSettings;
  readonly secrets: readonly SecretValue[];
  /** False when a permission rule speaks against showing what this file holds. */
  readonly mayRead: (path: string) => boolean;
}

export interface Governor {
  /** The text to show instead; undefined: the result stays as it is. @throws AppError, and what reading a file throws */
  govern(call: GovernedCall): Promise<string | undefined>;
}

const isBelow = (path: string, folder: string): boolean => path.startsWith(`${folder}${sep}`);

/** Hooks of other calls are answered between two pieces: taking in a megabyte at once would hold them up. */
async function* piecesOf(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    if (at > 0) await setImmediate();
    yield bytes.subarray(at, at + PIECE_BYTES);
  }
}

/** What the host itself would have shown of a result. */
function hostBytesOf({ kind, text }: ToolOutput, bytes: number, host: HostShow): number {
  const output = {
    bytes,
    chars: Math.max(text.length, bytes > text.length * MOST_BYTES_PER_CHAR ? bytes : 0),
  };
  if (kind === 'command') return host.output({ ...output, start: () => text });
  if (kind === 'mcp') return host.mcp({ ...output, start: () => text });
  return kind === 'file' ? fileBytesOf(text, host, bytes) : bytes;
}

/** A text in place of a file: with the numbers that the host puts before its lines, where that is known. */
const fileBytesOf = (text: string, host: HostShow, bytes = byteLength(text)): number =>
  host.text({ bytes, lines: splitLines(text).length }) || bytes;

/** The host's own copy of the whole result, if it is one. */
function wholeFileOf(
  { wholeFile }: ToolOutput,
  mayRead: GovernorOptions['mayRead'],
): { readonly path: string; readonly bytes: number } | undefined {
  if (wholeFile === undefined || !RESULT_FILE.test(wholeFile)) return undefined;
  const path = realPath(wholeFile);
  const stat = statPath(path);
  const isResult = stat?.isFile() === true && RESULT_FILE.test(path) && mayRead(path);
  return isResult ? { path, bytes: stat.size } : undefined;
}

/** Large results of the agent's own tools: kept whole, and a digest in their place. */
export function createGovernor(options: GovernorOptions): Governor {
  const { home, context, settings, secrets, mayRead, line } = options;
  const answers = new Map<string, Promise<string | undefined>>();

  async function capture(output: ToolOutput, file: string, capture: OutputCapture): Promise<void> {
    const pieces = file === '' ? piecesOf(output.text) : createReadStream(file);
    for await (const piece of pieces) if (!capture.add(piece as Buffer, 'stdout')) break;
    capture.finish();
  }

  async function digest(call: GovernedCall): Promise<string | undefined> {
    const { output } = call;
    // What we stored is read back to see it exactly.
    if (output.file !== undefined && isBelow(realPath(output.file), realPath(home()))) return undefined;
    const whole = wholeFileOf(output, mayRead);
    const bytes = whole?.bytes ?? Buffer.byteLength(output.text);
    const room = digestRoom(output, bytes, settings());
    if (room === 0) return undefined;
    const tools = await context();
    const counted = {
      kind: 'output',
      name: call.toolName,
      hostBytes: hostBytesOf(output, bytes, tools.host),
    } as const;
    if (output.file !== undefined) {
      const { partsOfFiles = 'ctx_read' } = options;
      const text = await shortFile(output, { room, request: call.request, tools, partsOfFiles });
      tools.countOutput({ ...counted, producedBytes: bytes, enteredBytes: fileBytesOf(text, tools.host) });
      return text;
    }
    const scratch = createScratch(home());
    try {
      const captured = new OutputCapture(join(scratch, 'output.part'), {
        secrets,
        onFile: tools.expectDigest,
      });
      await capture(output, whole?.path ?? '', captured);
      // What is no text is left to the host.
      if (captured.binary !== undefined || captured.textBytes <= room) return undefined;
      const run = { exitCode: output.kind === 'command' ? 0 : null, output: captured };
      const request = [output.purpose, call.request].filter((text) => text !== '').join('\n');
      const how = { label: output.label, budget: room, request, isKept: false, line };
      const { text, kept, contentBytes } = await presentOutput(run, how, tools);
      // Without the whole in the store nothing may be taken away.
      if (kept === undefined) return undefined;
      const enteredBytes = Math.min(contentBytes, byteLength(text));
      const overheadBytes = byteLength(text) - enteredBytes;
      tools.countOutput({ ...counted, producedBytes: bytes, enteredBytes, overheadBytes });
      return text;
    } finally {
      await removeScratch(scratch);
    }
  }

  return {
    govern(call) {
      const { toolUseId } = call;
      if (toolUseId === undefined) return digest(call);
      const known = answers.get(toolUseId);
      if (known !== undefined) return known;
      const answer = digest(call);
      answers.set(toolUseId, answer);
      answer.catch(() => answers.delete(toolUseId));
      const [oldest] = answers.keys();
      if (answers.size > REMEMBERED && oldest !== undefined) answers.delete(oldest);
      return answer;
    },
  };
}

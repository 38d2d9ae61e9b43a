import { byteLength } from '#core/text/bytes.ts';
import { splitLines } from '#core/text/lines.ts';
import type { ToolOutput } from '#core/tool-output.ts';
import { formatBytes, formatCount } from '#core/units.ts';
import { outlineOf } from '#features/knowledge/outline.ts';
import type { OutputContext } from '#mcp/context.ts';

interface ShortFileOptions {
  /** Bytes for all of it. */
  readonly room: number;
  readonly request: string;
  readonly tools: Pick<OutputContext, 'digestText'>;
  /** How the agent reads a part of a file. */
  readonly partsOfFiles: string;
}

/**
 * What stands for the text of a file that was read whole and is too long: what is where in a source file, a digest of data.
 * Nothing is stored, since the file is there; the last line says how its lines are had exactly.
 */
export async function shortFile(
  output: ToolOutput,
  { room, request, tools, partsOfFiles }: ShortFileOptions,
): Promise<string> {
  const { file = '', text } = output;
  const size = `${formatCount(splitLines(text).length)} lines, ${formatBytes(byteLength(text))}`;
  const back = `[${size}; ${partsOfFiles} shows lines of ${file} exactly]`;
  const maxBytes = room - byteLength(back) - 1;
  const outline = output.isSource ? outlineOf(file, text, maxBytes) : '';
  // Lines without names tell nothing.
  if (/ \S/.test(outline)) return `[outline: lines and what they hold]\n${outline}\n${back}`;
  const digest = await tools.digestText(text, { maxBytes, request });
  return `${digest.text}\n${back}`;
}

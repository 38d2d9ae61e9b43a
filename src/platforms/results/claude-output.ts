import type { HookEvent } from '#core/hook-event.ts';
import { isRecord, type JsonRecord, stringField } from '#core/json.ts';
import { shorten } from '#core/text/shorten.ts';
import type { ToolOutput } from '#core/tool-output.ts';
import { formatBytes } from '#core/units.ts';
import { claudeCodec } from '../codecs/claude.ts';
import { isDataFile, readsSource } from './reads-source.ts';

/** Longest label, in characters: a command may be a script. */
const LABEL_CHARS = 120;

/** Another shape than the known one: a newer version of the agent may have it. */
const ODD = 'odd';

interface Shape {
  /** Undefined when this result is left alone: an image, a range that was asked for. */
  read(response: unknown, input: JsonRecord): Omit<ToolOutput, 'label'> | typeof ODD | undefined;
  /** The same result with another text; must keep to the tool's own schema, else the host ignores it silently. */
  write(response: unknown, text: string): unknown;
  /** The field of the input that names what it came from. */
  readonly subject: string;
}

const isText = (part: unknown): part is JsonRecord & { readonly text: string } =>
  isRecord(part) && part.type === 'text' && typeof part.text === 'string';

const joined = (parts: readonly unknown[]): string =>
  parts
    .filter(isText)
    .map(({ text }) => text)
    .join('\n');

/** The first text part becomes the new text, other text parts go; images and resources stay where they are. */
function replaceTexts(parts: readonly unknown[], text: string): readonly unknown[] {
  const first = parts.findIndex(isText);
  return parts.flatMap((part, index) => {
    if (!isText(part)) return [part];
    return index === first ? [{ ...part, text }] : [];
  });
}

const purposeOf = (input: JsonRecord, key: string): string => stringField(input, key) ?? '';

/** stderr is merged into stdout already. Above 30,000 characters stdout is the beginning, and a file holds the whole. */
const BASH: Shape = {
  subject: 'command',
  read(response, input) {
    if (!isRecord(response)) return ODD;
    if (response.isImage === true) return undefined;
    const text = stringField(response, 'stdout');
    if (text === undefined || typeof response.stderr !== 'string') return ODD;
    const wholeFile = stringField(response, 'persistedOutputPath');
    return {
      kind: 'command',
      text,
      ...(wholeFile === undefined ? {} : { wholeFile }),
      purpose: purposeOf(input, 'description'),
      isSource: readsSource(purposeOf(input, 'command')),
    };
  },
  // With the path kept, the host would show a preview of the new text instead of it.
  write: (response, stdout) => {
    const { persistedOutputPath, persistedOutputSize, ...rest } = response as JsonRecord;
    return { ...rest, stdout };
  },
};

const AGENT: Shape = {
  subject: 'description',
  read(response, input) {
    if (!isRecord(response)) return ODD;
    // One that runs in the background has only been started.
    if (!Array.isArray(response.content)) return response.status === 'completed' ? ODD : undefined;
    const purpose = purposeOf(input, 'prompt');
    return { kind: 'report', text: joined(response.content), purpose, isSource: false };
  },
  write: (response, text) => {
    const record = response as JsonRecord;
    return { ...record, content: replaceTexts(record.content as readonly unknown[], text) };
  },
};

const READ: Shape = {
  subject: 'file_path',
  read(response, input) {
    if (!isRecord(response)) return ODD;
    // Images, notebooks, PDF, a file that has not changed.
    if (response.type !== 'text') return undefined;
    if (!isRecord(response.file)) return ODD;
    // Who names a range wants these lines.
    if (input.offset !== undefined || input.limit !== undefined) return undefined;
    const text = stringField(response.file, 'content');
    const file = stringField(response.file, 'filePath');
    if (text === undefined || file === undefined) return ODD;
    return { kind: 'file', text, purpose: '', isSource: !isDataFile(file), file };
  },
  write: (response, content) => {
    const { file } = response as { readonly file: JsonRecord };
    const numLines = content.split('\n').length;
    return { ...(response as JsonRecord), file: { ...file, content, numLines, startLine: 1 } };
  },
};

/** A page that another model has summed up. */
const WEB_FETCH: Shape = {
  subject: 'url',
  read(response, input) {
    const text = isRecord(response) ? stringField(response, 'result') : undefined;
    if (text === undefined) return ODD;
    return { kind: 'page', text, purpose: purposeOf(input, 'prompt'), isSource: false };
  },
  write: (response, result) => ({ ...(response as JsonRecord), result }),
};

const MCP: Shape = {
  subject: '',
  read(response) {
    if (typeof response === 'string') return { kind: 'mcp', text: response, purpose: '', isSource: false };
    if (!Array.isArray(response)) return ODD;
    return { kind: 'mcp', text: joined(response), purpose: '', isSource: false };
  },
  write: (response, text) => (Array.isArray(response) ? replaceTexts(response, text) : text),
};

const SHAPES: Readonly<Record<string, Shape>> = {
  Bash: BASH,
  Agent: AGENT,
  Task: AGENT,
  Read: READ,
  WebFetch: WEB_FETCH,
};

function shapeOf(toolName: string): Shape | undefined {
  if (Object.hasOwn(SHAPES, toolName)) return SHAPES[toolName];
  return toolName.startsWith('mcp__') ? MCP : undefined;
}

/** The result of a call in the form that the governor knows; undefined when it cannot be replaced, or must not be. */
export function outputOf({ toolName = '', toolInput, toolResponse }: HookEvent): ToolOutput | undefined {
  const shape = shapeOf(toolName);
  const input = isRecord(toolInput) ? toolInput : {};
  const output = shape?.read(toolResponse, input);
  if (shape === undefined || output === undefined || output === ODD) return undefined;
  const subject = stringField(input, shape.subject) ?? '';
  const label = subject === '' ? toolName : `${toolName}: ${subject.replace(/\s+/g, ' ')}`;
  return { ...output, label: shorten(label, LABEL_CHARS) };
}

/** Their results repeat what the model has written itself, and it does not read them. */
const WRITERS = /^(?:Edit|MultiEdit|Write|NotebookEdit)$/;
/** A smaller result of a tool that nobody knows is no loss. */
const UNKNOWN_BYTES = 30_000;

/** Why a result is left as it is although it may be worth a digest, for the log; undefined when there is nothing to say. */
export function oddityOf({ toolName = '', toolInput, toolResponse }: HookEvent): string | undefined {
  const shape = shapeOf(toolName);
  if (shape !== undefined) {
    const isOdd = shape.read(toolResponse, isRecord(toolInput) ? toolInput : {}) === ODD;
    return isOdd ? `a result of ${toolName} has another shape than the known one` : undefined;
  }
  if (WRITERS.test(toolName)) return undefined;
  const bytes = Buffer.byteLength(claudeCodec.resultText(toolResponse) ?? '');
  return bytes > UNKNOWN_BYTES ? `a result of ${formatBytes(bytes)} of an unknown tool` : undefined;
}

/** The same result with another text, in the tool's own schema; undefined for a tool whose schema is not known. */
export const responseWith = ({ toolName = '', toolResponse }: HookEvent, text: string): unknown =>
  shapeOf(toolName)?.write(toolResponse, text);

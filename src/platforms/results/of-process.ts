import type { HookEvent } from '#core/hook-event.ts';
import { isRecord, type JsonRecord, stringField } from '#core/json.ts';
import { shorten } from '#core/text/shorten.ts';
import type { OutputKind, ToolOutput } from '#core/tool-output.ts';
import { formatBytes } from '#core/units.ts';
import { callsOf } from '../calls/index.ts';
import { type CallVocabulary, commonEvent } from '../calls/vocabulary.ts';
import { isDataFile, readsSource } from './reads-source.ts';
import type { ToolResults } from './tool-results.ts';
import { writersOf } from './write-result.ts';

/** Longest label, in characters: a command may be a script. */
const LABEL_CHARS = 120;
/** A smaller result of a tool that nobody knows is no loss. */
const UNKNOWN_BYTES = 30_000;

/** Kinds of results by the reference vocabulary, and the field that names what they came from. */
const KINDS: Readonly<Record<string, readonly [OutputKind, string]>> = {
  Bash: ['command', 'command'],
  Grep: ['command', 'pattern'],
  Glob: ['command', 'pattern'],
  Read: ['file', 'file_path'],
  WebFetch: ['page', 'url'],
  Agent: ['report', 'description'],
};
/** Their results repeat what the model has written itself. */
const WRITERS = /^(?:Edit|Write|TodoWrite)$/;
/** Who names a range wants these lines. */
const RANGES = ['offset', 'limit', 'start_line', 'end_line', 'startLine', 'endLine'];

const inputOf = ({ toolInput }: HookEvent): JsonRecord => (isRecord(toolInput) ? toolInput : {});

function kindOf(toolName: string): readonly [OutputKind, string] | undefined {
  if (Object.hasOwn(KINDS, toolName)) return KINDS[toolName];
  return toolName.startsWith('mcp__') ? ['mcp', ''] : undefined;
}

function outputOf(event: HookEvent, vocabulary: CallVocabulary): ToolOutput | undefined {
  const call = commonEvent(event, vocabulary);
  const [kind, subjectField] = kindOf(call.toolName ?? '') ?? [];
  const text = vocabulary.said(event)?.text;
  if (kind === undefined || text === undefined) return undefined;
  const input = inputOf(call);
  const file = kind === 'file' ? stringField(input, 'file_path') : undefined;
  if (kind === 'file' && (file === undefined || RANGES.some((field) => input[field] !== undefined)))
    return undefined;
  const subject = stringField(input, subjectField ?? '') ?? '';
  const label = subject === '' ? `${event.toolName}` : `${event.toolName}: ${subject.replace(/\s+/g, ' ')}`;
  return {
    kind,
    text,
    label: shorten(label, LABEL_CHARS),
    purpose: stringField(input, 'description') ?? stringField(input, 'prompt') ?? '',
    isSource: file === undefined ? readsSource(stringField(input, 'command') ?? '') : !isDataFile(file),
    ...(file === undefined ? {} : { file }),
  };
}

function oddityOf(event: HookEvent, vocabulary: CallVocabulary): string | undefined {
  const { toolName = '' } = commonEvent(event, vocabulary);
  if (kindOf(toolName) !== undefined || WRITERS.test(toolName)) return undefined;
  const bytes = Buffer.byteLength(vocabulary.said(event)?.text ?? '');
  return bytes > UNKNOWN_BYTES ? `a result of ${formatBytes(bytes)} of an unknown tool` : undefined;
}

/** A field of the input of one tool of the reference vocabulary; undefined for calls of any other tool. */
function fieldOf(
  event: HookEvent,
  vocabulary: CallVocabulary,
  tool: string,
  field: string,
): string | undefined {
  const call = commonEvent(event, vocabulary);
  return call.toolName === tool ? stringField(inputOf(call), field) : undefined;
}

/** Of agents that start a process for each hook; undefined for any other. */
export function processResultsOf(platformId: string): ToolResults | undefined {
  const vocabulary = callsOf(platformId);
  if (vocabulary === undefined) return undefined;
  return {
    outputOf: (event) => outputOf(event, vocabulary),
    oddityOf: (event) => oddityOf(event, vocabulary),
    responseWith: (event, text) => writersOf(platformId)?.(event, text),
    shellCodeOf: (event) => fieldOf(event, vocabulary, 'Bash', 'command'),
    pageUrlOf: (event) => fieldOf(event, vocabulary, 'WebFetch', 'url'),
  };
}

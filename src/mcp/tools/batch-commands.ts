import { z } from 'zod';
import { isRecord, parseJson } from '#core/json.ts';
import { firstLine } from '../runs/run-arguments.ts';

const MAX_COMMANDS = 50;
const COMMAND_CHARS = 100_000;
const LABEL_CHARS = 200;

/** The value of a JSON text that holds a list or an object; undefined for any other text, such as `[ -f a ] && ls`. */
function listIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  const parsed = parseJson(text);
  return Array.isArray(parsed) || isRecord(parsed) ? parsed : undefined;
}

/** A command that was given alone gets its first line as label; numbers as labels become text. */
function toCommand(value: unknown): unknown {
  if (typeof value === 'string') {
    const parsed = listIn(value);
    return isRecord(parsed) ? toCommand(parsed) : { label: firstLine(value), command: value };
  }
  if (!isRecord(value)) return value;
  const { label, command } = value;
  if (typeof label === 'number') return { ...value, label: String(label) };
  const isUnnamed = label === undefined || label === null || label === '';
  return isUnnamed && typeof command === 'string' ? { ...value, label: firstLine(command) } : value;
}

/** What models send for a list of commands: the list, its JSON text, one command, or a list of bare texts. */
function toCommands(value: unknown): unknown {
  const given = typeof value === 'string' ? (listIn(value) ?? value) : value;
  if (Array.isArray(given)) return given.map(toCommand);
  return typeof given === 'string' || isRecord(given) ? [toCommand(given)] : given;
}

const command = z.object({
  label: z.string().max(LABEL_CHARS),
  command: z
    .string()
    .min(1)
    .max(COMMAND_CHARS)
    .refine((text) => text.trim() !== '', 'accepted: a command')
    .refine((text) => !text.includes('\0'), 'accepted: a command without NUL characters'),
});

export type BatchCommand = z.infer<typeof command>;

/** The `commands` argument. */
export const commandList = z.preprocess(toCommands, z.array(command).min(1).max(MAX_COMMANDS));

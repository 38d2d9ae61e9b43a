import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, parseJson, stringField } from '#core/json.ts';
import type { SessionEvent } from '#core/session-event.ts';
import { FACT_KINDS, type FactKind, type SessionFact } from '#core/session-fact.ts';
import { namesInPlace } from '#infra/own-files.ts';

/** Only hooks write here: a link, or a pipe that would be waited for, is not theirs. */
const NO_FOLLOW = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const LINE_FEED = 0x0a;
/** Read at most this much of a file in one go; the rest follows at the next reading. A longer line is passed over. */
const READ_LIMIT = 8 * 1024 * 1024;

export interface SpoolPart {
  /** Position behind the last complete line. */
  readonly end: number;
  /** Complete lines that are events; a line that is none (torn by a full disk) is passed over. */
  readonly events: readonly SessionEvent[];
}

/** `<platform>-<session>.jsonl`: what else lies there is not ours to read, nor to remove. */
const SPOOL_NAME = /^[\w.-]+-[\w.-]+\.jsonl$/;

/** Names of spool files, in a stable order. Empty when there is no spool, or a link in its place. */
export function spoolFiles(home: string): readonly string[] {
  try {
    return namesInPlace(join(home, 'spool'))
      .filter((name) => SPOOL_NAME.test(name))
      .sort();
  } catch {
    return [];
  }
}

const optional = <K extends string, T>(key: K, value: T | undefined) =>
  value === undefined ? {} : ({ [key]: value } as { readonly [k in K]: T });

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);

const KINDS: ReadonlySet<unknown> = new Set(FACT_KINDS);

/** What stands in a line as facts; those of a kind that nobody knows are passed over. Undefined: none. */
function parseFacts(value: unknown): readonly SessionFact[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const facts = value.flatMap((fact: unknown): readonly SessionFact[] => {
    if (!isRecord(fact) || !KINDS.has(fact.kind)) return [];
    const text = stringField(fact, 'text');
    if (text === undefined) return [];
    const kind = fact.kind as FactKind;
    return [
      {
        kind,
        ...optional('key', stringField(fact, 'key')),
        ...optional('state', stringField(fact, 'state')),
        text,
      },
    ];
  });
  return facts.length === 0 ? undefined : facts;
}

/** A spooled line as event; undefined when it is none. */
export function parseSpoolLine(line: string): SessionEvent | undefined {
  const record = parseJson(line);
  if (!isRecord(record)) return undefined;
  const platform = stringField(record, 'platform');
  const sessionId = stringField(record, 'sessionId');
  const name = stringField(record, 'name');
  const { atMs, bytes } = record;
  if (platform === undefined || sessionId === undefined || name === undefined) return undefined;
  // The store takes whole numbers only: one line that it refuses would keep all that follow from being read.
  if (!isWhole(atMs)) return undefined;
  return {
    platform,
    sessionId,
    name,
    atMs,
    cwd: stringField(record, 'cwd') ?? '',
    ...optional('agentId', stringField(record, 'agentId')),
    ...optional('toolName', stringField(record, 'toolName')),
    ...optional('toolUseId', stringField(record, 'toolUseId')),
    ...optional('detail', stringField(record, 'detail')),
    ...optional('bytes', isWhole(bytes) ? bytes : undefined),
    ...optional('hash', stringField(record, 'hash')),
    ...optional('project', stringField(record, 'project')),
    ...optional('facts', parseFacts(record.facts)),
  };
}

/** The complete lines of a spool file from a position on. A position behind the end (the file is a new one) counts as 0. */
export function readSpool(home: string, file: string, from: number): SpoolPart & { readonly from: number } {
  const fd = openSync(join(home, 'spool', file), constants.O_RDONLY | NO_FOLLOW);
  try {
    const stat = fstatSync(fd);
    const size = stat.isFile() ? stat.size : 0;
    const start = from > size ? 0 : from;
    const bytes = Buffer.allocUnsafe(Math.min(size - start, READ_LIMIT));
    const count = readSync(fd, bytes, 0, bytes.length, start);
    const lineEnd = bytes.subarray(0, count).lastIndexOf(LINE_FEED) + 1;
    const end = lineEnd === 0 && count === READ_LIMIT ? count : lineEnd;
    const lines = bytes.toString('utf8', 0, end).split('\n');
    const events = lines.flatMap((line) => parseSpoolLine(line) ?? []);
    return { from: start, end: start + end, events };
  } finally {
    closeSync(fd);
  }
}

/** Working folders of all spooled events, each once: the projects that a reader has to look at. Unreadable files: none. */
export function spooledFolders(home: string): readonly string[] {
  const folders = spoolFiles(home).flatMap((file) => {
    try {
      return readSpool(home, file, 0).events.map((event) => event.project ?? event.cwd);
    } catch {
      return [];
    }
  });
  return [...new Set(folders)];
}

/**
 * Every error this program raises on purpose, in one table. `docs/errors.md` is generated from it.
 * A code is stable: logs, doctor and bug reports refer to it.
 */
export const ERROR_CODES = {
  ARGUMENT_INVALID: 'A tool, CLI or configuration argument is missing, mistyped or out of range.',
  PERMISSION_DENIED: 'A permission rule forbids the call; nothing ran.',
  PERMISSION_NEEDED: 'The user would have to be asked about the call, and nobody said yes; nothing ran.',
  TOOL_UNKNOWN: 'A tool was called that does not exist.',
  HANDLE_UNKNOWN: 'No stored original has this handle in this project.',
  ORIGINAL_GONE: 'The stored or indexed file behind a handle changed or is gone.',
  CONTENT_BINARY: 'The content is binary and cannot be indexed as text.',
  FILE_UNREADABLE: 'A file cannot be read.',
  NOTHING_INDEXED: 'A folder holds no file that is worth indexing.',
  FILE_TOO_LARGE: 'A file or argument is larger than the limit.',
  HOME_UNUSABLE: 'The data directory cannot be created or written.',
  DISK_FULL: 'The disk or quota of the data directory is full.',
  STORE_BUSY: 'Another process held the store longer than the wait limit.',
  STORE_CORRUPT: 'The store was damaged; it was set aside and a new one was opened.',
  STORE_NEWER: 'The store was written by a newer version of plimsoll.',
  STORE_FAILED: 'The store refused a statement for another reason.',
  DRIVER_MISSING: 'No SQLite driver with FTS5 could be loaded.',
  DRIVER_SKIPPED: 'A SQLite driver was found but cannot be used here; the next one was tried.',
  RUNTIME_MISSING: 'The program that runs this language is not installed.',
  RUN_FAILED: 'A child process could not be started.',
  SANDBOX_REQUIRED: 'Code may run only confined, and nothing here can confine it.',
  SANDBOX_OUTSIDE: 'Confined code was to start in a folder that it may not see.',
  JOB_UNKNOWN: 'No background run has this id.',
  JOB_LIMIT: 'As many background runs as allowed are running.',
  WORKER_FAILED: 'A worker thread ended before it answered.',
  FETCH_REFUSED: 'An address may not be fetched: by its kind, its port, or a rule of the user.',
  FETCH_FAILED: 'A page could not be had: name, connection, certificate, time or redirects.',
  FETCH_STATUS: 'A server answered with an error instead of a page.',
  FETCH_UNUSABLE: 'A page came of which no text can be stored.',
  EXPORT_FAILED: 'A file of another agent cannot be edited; nothing was changed.',
  HOOK_INPUT_EMPTY: 'A hook was started without input.',
  HOOK_INPUT_INVALID: 'A hook received input that is no JSON object with a session.',
  HOOK_INPUT_TRUNCATED: 'A hook’s input ended before its JSON document was complete.',
  HOOK_INPUT_TOO_LARGE: 'A hook received more than the input limit.',
  HOOK_INPUT_LATE: 'A hook’s input did not arrive within the deadline.',
  HOOK_EVENT_UNKNOWN: 'A hook was called for a platform or event that is not known.',
  HOOK_RESULT_UNKNOWN: 'A tool’s result has a shape that is not known; it was left as it is.',
  HOOK_FAILED: 'A hook failed inside; the agent was not disturbed.',
  MESSAGE_MALFORMED: 'A line on the MCP connection is no JSON-RPC message.',
  MESSAGE_TOO_LARGE: 'A line on the MCP connection is larger than the limit.',
  SEARCH_THROTTLED: 'More searches within a minute than the setting allows.',
  INTERNAL: 'A fault in plimsoll itself.',
} as const satisfies Record<string, string>;

export type ErrorCode = keyof typeof ERROR_CODES;

/**
 * An error with a stable code. The message says what failed, with which value and limit, and what to do next;
 * it may be shown to the model and to the user.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  /** Facts for the log and for structured answers; never secrets. */
  readonly data: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; data?: Record<string, unknown> } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.data = options.data ?? {};
  }
}

/** The AppError itself, or any thrown value wrapped as INTERNAL with its message kept. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new AppError('INTERNAL', message, { cause: thrown });
}

/** The system error code of a thrown value (`ENOENT`, `SQLITE_BUSY` …), or undefined. */
export function systemCode(thrown: unknown): string | undefined {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown)) return undefined;
  return typeof thrown.code === 'string' ? thrown.code : undefined;
}

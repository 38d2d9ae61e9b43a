import type { ToolOutput } from '#core/tool-output.ts';

/** What advice is about; each is given once. */
export const ADVICE_KINDS = ['file', 'command', 'mcp'] as const;
export type AdviceKind = (typeof ADVICE_KINDS)[number];

/** A smaller file is read faster than anything else could be written. */
const FILE_BYTES = 20_000;
const RESULT_BYTES = 6_000;
/** Sessions that are remembered. */
const SESSIONS = 100;

const TEXTS: Readonly<
  Record<AdviceKind, (tool: (name: 'ctx_execute' | 'ctx_execute_file') => string) => string>
> = {
  file: (tool) =>
    `plimsoll: to count or look for something in a large file, ${tool('ctx_execute_file')} runs code over it and shows what the code prints.`,
  command: (tool) =>
    `plimsoll: ${tool('ctx_execute')} shows a digest of a long output and keeps the whole of it searchable.`,
  mcp: (tool) =>
    `plimsoll: a result like this can be asked for in parts; ${tool('ctx_execute')} can filter what it is given.`,
};

/** The text of an advice, at most 200 bytes. */
export const adviceText = (
  kind: AdviceKind,
  toolName: (name: 'ctx_execute' | 'ctx_execute_file') => string,
): string => TEXTS[kind](toolName);

/** Which advice a result that stays as it is would have been worth; undefined when none. */
export function adviceFor({ kind }: ToolOutput, bytes: number, isGoverned: boolean): AdviceKind | undefined {
  if (kind === 'file') return bytes > FILE_BYTES ? 'file' : undefined;
  // Where such results are made short, nothing has to be said.
  if (isGoverned || bytes <= RESULT_BYTES) return undefined;
  return kind === 'command' || kind === 'mcp' ? kind : undefined;
}

/** Says each thing once per session, and again when the session no longer knows it. */
export class Advice {
  private readonly given = new Map<string, Set<AdviceKind>>();

  /** The context was emptied: what was said is gone. */
  rearm(sessionId: string): void {
    this.given.delete(sessionId);
  }

  /** The text, at most 200 bytes; undefined when it was given before. */
  give(
    sessionId: string,
    kind: AdviceKind,
    toolName: (name: 'ctx_execute' | 'ctx_execute_file') => string,
  ): string | undefined {
    const given = this.given.get(sessionId) ?? new Set();
    if (given.has(kind)) return undefined;
    this.given.set(sessionId, given.add(kind));
    const [oldest] = this.given.keys();
    if (this.given.size > SESSIONS && oldest !== undefined) this.given.delete(oldest);
    return adviceText(kind, toolName);
  }
}

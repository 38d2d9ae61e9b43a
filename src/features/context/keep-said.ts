import type { ContextLoad, SaidLoad } from '#core/context-load.ts';
import type { ContextFiles } from '#infra/context-files.ts';
import { keptLoad } from './kept-load.ts';

/**
 * Writes down what a hook's input said, where the status line of another agent would have written it. A window that is said
 * apart makes a number no younger. @throws the file system's error
 */
export function keepSaid(
  files: Pick<ContextFiles, 'read' | 'write'>,
  sessionId: string,
  said: SaidLoad,
  nowMs: number,
): void {
  const before = keptLoad(files.read('json')?.value ?? {}, sessionId, nowMs);
  const kept = { sessionId, model: said.model ?? before?.model ?? '', version: undefined };
  const load: ContextLoad =
    said.kind === 'usage'
      ? {
          ...kept,
          usedTokens: said.usedTokens,
          windowTokens: said.windowTokens ?? before?.windowTokens,
          atMs: nowMs,
        }
      : {
          ...kept,
          usedTokens: before?.usedTokens,
          windowTokens: said.windowTokens,
          atMs: before?.atMs ?? nowMs,
        };
  files.write('json', load);
}

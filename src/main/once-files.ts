import { ADVICE_KINDS, type Advice, adviceText } from '#features/routing/advice.ts';
import { contextFiles } from '#infra/context-files.ts';
import { fileSafe } from '#infra/spool.ts';

/** Says each advice once per session, where every hook is a process of its own: files remember it. See Advice. */
export const adviceByFiles = (home: string): Pick<Advice, 'give' | 'rearm'> => ({
  give: (sessionId, kind, toolName) =>
    contextFiles(home, sessionId).create(`once-${kind}`, {}) ? adviceText(kind, toolName) : undefined,
  rearm(sessionId) {
    const files = contextFiles(home, sessionId);
    for (const kind of ADVICE_KINDS) files.remove(`once-${kind}`);
  },
});

/** True the first time that it is asked of this in a session, by whatever process. */
export const isFirstOf = (home: string, sessionId: string, what: string): boolean =>
  contextFiles(home, sessionId).create(`once-${fileSafe(what)}`, {});

import { existsSync } from 'node:fs';
import { fileSafe } from './spool.ts';

/** Files of `context-files.ts`, one of which is there as soon as anything is remembered of a session's context. */
const FILES = ['json', 'state', 'told', 'claim-0'];

/** Something is remembered of a session's context. Apart, because every hook asks for it before it loads the rest. */
export const hasContextFiles = (home: string, sessionId: string): boolean =>
  FILES.some((file) => existsSync(`${home}/context/${fileSafe(sessionId)}.${file}`));

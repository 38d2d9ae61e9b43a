/** `code-rules.cjs`: judges code, and finds another way for it. Loaded when code is first to run: it holds a shell's parser. */
import { judgeBatch } from '#features/policy/judge-batch.ts';
import { judgeCode } from '#features/policy/judge-code.ts';
import { shellDetour } from '#features/routing/route.ts';

export const codeRules = { judgeCode, judgeBatch, shellDetour };

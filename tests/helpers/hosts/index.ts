import type { HookAnswer } from '#core/hook-decision.ts';
import { claude } from './claude.ts';
import { cursor } from './cursor.ts';
import { gemini } from './gemini.ts';
import type { HookEnd, Host } from './host.ts';
import { kiro, kiro2 } from './kiro.ts';

/** Every agent has one: what we answer is looked at as the agent would. */
export const HOSTS: Readonly<Record<string, Host>> = {
  'claude-code': claude,
  'gemini-cli': gemini,
  cursor,
  kiro,
  kiro2,
};

/** How a process ends that gives this answer. */
export const endOf = (answer: HookAnswer): HookEnd =>
  typeof answer === 'string' ? { exitCode: 0, stdout: answer, stderr: '' } : { stdout: '', ...answer };

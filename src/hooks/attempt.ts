import { toAppError } from '#core/errors.ts';
import type { HookPorts } from './pipeline.ts';

/** What must not take the rest of an answer away: where it fails, that is reported with what it was, and `otherwise` holds. */
export function attempt<T>(ports: Pick<HookPorts, 'fault'>, what: string, work: () => T, otherwise: T): T {
  try {
    return work();
  } catch (thrown) {
    ports.fault('HOOK_FAILED', `${what}: ${toAppError(thrown).message}`);
    return otherwise;
  }
}

import type { HookEvent } from '#core/hook-event.ts';
import type { SessionFact } from '#core/session-fact.ts';

/** What agents call a reason. */
const WORD = /^[a-z]{1,20}$/;

/** What is remembered of a compaction behind which nobody wrote anything; undefined: it takes a closer look. */
export function bareCompaction({
  name,
  detail = 'auto',
  instructions = '',
}: HookEvent): SessionFact | undefined {
  const isBare = name === 'pre_compact' && instructions === '' && WORD.test(detail);
  return isBare ? { kind: 'compaction', state: detail, text: '' } : undefined;
}

import { AppError } from '#core/errors.ts';
import type { SearchPace } from '#features/knowledge/search/search-throttle.ts';
import { ToolResponse } from '../response.ts';

/** Questions that one call takes. */
export const MAX_QUERIES = 20;

/** The line at the end of an answer; empty when there is nothing to say. */
export function paceNote(pace: SearchPace): string {
  switch (pace.kind) {
    case 'full':
    case 'refused':
      return '';
    case 'noted':
      return `[search ${pace.calls} within 60 s; queries takes up to ${MAX_QUERIES} questions per call]`;
    case 'reduced':
      return `[search ${pace.calls} within 60 s: one hit per question; queries takes up to ${MAX_QUERIES} questions per call]`;
    default:
      return pace satisfies never;
  }
}

/** A search that is not answered: nothing was looked for. */
export function refusedSearch({ calls, waitMs }: Extract<SearchPace, { kind: 'refused' }>): ToolResponse {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const error = new AppError(
    'SEARCH_THROTTLED',
    `Not searched: call ${calls} within 60 s. One call takes up to ${MAX_QUERIES} questions in queries; the next is answered in ${seconds} s.`,
  );
  return new ToolResponse().error(error).data({ verdict: 'deny', retry_after_ms: waitMs });
}

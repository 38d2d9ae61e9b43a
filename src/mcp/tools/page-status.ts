import { formatHandle } from '#core/ids.ts';
import { formatAge } from '#core/time-span.ts';
import { formatBytes, formatCount } from '#core/units.ts';
import type { PageFailure } from '#features/fetching/failure-lines.ts';
import { shownUrl } from '#features/fetching/failure-lines.ts';
import type { FetchedPage } from '#features/fetching/fetching.ts';
import { shortened } from './search-hits.ts';

const LABEL_CHARS = 60;

/** How new the text is, and how that is known. */
function freshness({ state, ageMs, kept, replacedId, trouble }: FetchedPage): string {
  const age = formatAge(ageMs);
  if (trouble !== undefined) return `the copy fetched ${age}, because: ${trouble.line}`;
  if (state === 'cached') return `cached, fetched ${age}`;
  if (state === 'unchanged') return `not changed since it was fetched ${age} (the server says so)`;
  if (replacedId !== undefined) return `fetched anew, replaces ${formatHandle(replacedId)}`;
  return kept.change === 'unchanged' ? 'fetched anew, the same text as before' : 'fetched now';
}

/** One line about a page: what came, what became of it, and how new it is. */
export function pageStatus(found: FetchedPage): string {
  const { page, kept, proxy } = found;
  const asked = page.finalUrl === page.url ? '' : ` (asked for ${shownUrl(page.url)})`;
  const type = page.contentType === '' ? 'no type' : page.contentType.split(';')[0]?.trim();
  const label = page.label === page.url ? '' : ` ${shortened(page.label, LABEL_CHARS)}`;
  const lines = kept.lines === 1 ? '1 line' : `${formatCount(kept.lines)} lines`;
  const text = `${formatBytes(kept.bytes)} of text, ${lines}, ${formatCount(kept.passages)} passages`;
  const parts = [
    `${page.status} ${shownUrl(page.finalUrl)}${asked}: ${shortened(type ?? '', LABEL_CHARS)}, ${formatBytes(page.wireBytes)}`,
    `${formatHandle(kept.id)}${label}: ${text}`,
    freshness(found),
  ];
  if (page.note !== '') parts.push(page.note);
  if (proxy !== undefined)
    parts.push(`by the proxy ${proxy}, which looks names up itself: addresses were not checked`);
  const line = parts.join('; ');
  return line.endsWith('.') ? line : `${line}.`;
}

/** What programs get of a page. */
export const pageFields = ({ page, kept, state, ageMs, replacedId, proxy }: FetchedPage) => ({
  url: page.url,
  final_url: page.finalUrl,
  status: page.status,
  content_type: page.contentType,
  state,
  age_ms: ageMs,
  id: formatHandle(kept.id),
  source: page.label,
  title: page.title,
  note: page.note || undefined,
  fetched_bytes: page.wireBytes,
  bytes: kept.bytes,
  lines: kept.lines,
  passages: kept.passages,
  replaced: replacedId === undefined ? undefined : formatHandle(replacedId),
  proxy,
  verdict: 'allow',
});

/** What programs get of a page that could not be had. */
export const failureFields = ({ url, code, line, verdict, status, isCached }: PageFailure) => ({
  url,
  status,
  error: code,
  reason: line,
  verdict,
  cached: isCached || undefined,
});

import { join } from 'node:path';
import { AppError } from '#core/errors.ts';
import { formatAge } from '#core/time-span.ts';
import type { StoredPage } from '#storage/page-store.ts';
import { absentLine, failedLine, type PageFailure, unusableLine } from './failure-lines.ts';
import { deniedCopy, followPage, type ReachedPage } from './follow-page.ts';
import type { FetchPorts, KeptPage } from './page-port.ts';
import { pageUrl } from './page-url.ts';

const HOUR_MS = 3_600_000;
/** Whoever asks again within this time for a page that is not there gets the same answer from here. */
const ABSENT_MS = 10 * 60_000;
/** Statuses that say that there is no such page, and not that something is wrong. */
const ABSENT = new Set([404, 410]);

export interface FetchRequest {
  readonly url: string;
  /** Label of the text in the store; undefined: the address. */
  readonly label: string | undefined;
  /** A copy that is younger is good without a question. */
  readonly ttlHours: number;
  /** The page is asked for whatever is known of it. */
  readonly isForced: boolean;
}

/** A page whose text is stored and searchable. */
export interface FetchedPage {
  readonly kind: 'page';
  /** `cached`: the server was not asked; `unchanged`: it was, and said so. */
  readonly state: 'fetched' | 'cached' | 'unchanged';
  /** Since the text came, in milliseconds; 0 for a fetched one. */
  readonly ageMs: number;
  readonly page: StoredPage;
  readonly kept: KeptPage;
  /** The older text of this page, which is gone now. */
  readonly replacedId: number | undefined;
  /** The proxy that was asked, which looked the name up itself; undefined: none. */
  readonly proxy: string | undefined;
  /** Why an older copy has to do: the server could not be asked; undefined: it was not tried or it could. */
  readonly trouble: PageFailure | undefined;
}

/** A copy that is there already. */
type KnownPage = FetchedPage & { readonly state: 'cached' };

const OWN_COPY = {
  kind: 'page',
  state: 'cached',
  replacedId: undefined,
  proxy: undefined,
  trouble: undefined,
} as const;

export type Fetching = ReturnType<typeof createFetching>;

/** Fetches pages, makes text of them and keeps it; asks for a page again only when it may have changed. */
export function createFetching(ports: FetchPorts) {
  const { nowMs } = ports;

  /** The copy of a page that can still be read: under this label, or under any. */
  function knownPage(url: string, label: string | undefined): KnownPage | undefined {
    for (const page of ports.pages.find(url)) {
      if (page.sourceId === undefined || (label !== undefined && page.label !== label)) continue;
      const kept = ports.kept(page.sourceId);
      const ageMs = Math.max(0, nowMs() - page.fetchedMs);
      if (kept !== undefined) return { ...OWN_COPY, page, kept, ageMs };
    }
    return undefined;
  }

  function absentAnswer(url: string): PageFailure | undefined {
    const newest = ports.pages.find(url)[0];
    if (newest === undefined || newest.sourceId !== undefined) return undefined;
    const ageMs = nowMs() - newest.checkedMs;
    return ageMs < ABSENT_MS ? absentLine(url, newest.finalUrl, newest.status, formatAge(ageMs)) : undefined;
  }

  function noteAbsent(url: string, { status }: PageFailure): void {
    ports.pages.forgetAbsent(nowMs() - ABSENT_MS);
    ports.pages.put({
      url,
      label: '',
      sourceId: undefined,
      finalUrl: url,
      status: status ?? 0,
      contentType: '',
      title: '',
      note: '',
      etag: undefined,
      lastModified: undefined,
      wireBytes: 0,
      fetchedMs: nowMs(),
      checkedMs: nowMs(),
    });
  }

  /** Makes text of the body and keeps it, in place of the older text. */
  async function take(
    url: string,
    label: string,
    { finalUrl, answer }: ReachedPage,
    replacedId: number | undefined,
  ): Promise<FetchedPage | PageFailure> {
    const { status, headers, body, proxy } = answer;
    if (body.length === 0) return unusableLine(url, finalUrl, status, 'the page is empty');
    const contentType = headers['content-type'] ?? '';
    const scratch = ports.scratch();
    try {
      const file = join(scratch.folder, 'page.txt');
      const made = await ports.convert({ bytes: body, contentType, url: finalUrl, file });
      if (made.kind === 'unusable') return unusableLine(url, finalUrl, status, made.reason);
      const kept = await ports.keep({ ...made, label, replacedId });
      const page: StoredPage = {
        url,
        label,
        sourceId: kept.id,
        finalUrl,
        status,
        contentType,
        title: made.title,
        note: made.note,
        etag: headers.etag,
        lastModified: headers['last-modified'],
        wireBytes: answer.wireBytes,
        fetchedMs: nowMs(),
        checkedMs: nowMs(),
      };
      ports.pages.put(page);
      const gone = replacedId === kept.id ? undefined : replacedId;
      return { ...OWN_COPY, state: 'fetched', ageMs: 0, page, kept, proxy, replacedId: gone };
    } catch (thrown) {
      if (!(thrown instanceof AppError) || thrown.code !== 'WORKER_FAILED') throw thrown;
      return unusableLine(
        url,
        finalUrl,
        status,
        `no text could be made of it (${thrown.message.replace(/\.$/, '')})`,
      );
    } finally {
      scratch.remove();
    }
  }

  /** The server says that the copy is still right. */
  function confirmed(url: string, known: KnownPage | undefined, { finalUrl, answer }: ReachedPage) {
    if (known === undefined)
      return failedLine(url, finalUrl, 'the server answered 304 without being asked', false);
    const page = { ...known.page, checkedMs: nowMs() };
    ports.pages.put(page);
    return { ...known, page, state: 'unchanged', proxy: answer.proxy } as const;
  }

  /** The server could not be asked, or had no page. An older copy is better than nothing where that may pass. */
  function notReached(url: string, failure: PageFailure, known: KnownPage | undefined) {
    if (ABSENT.has(failure.status ?? 0)) noteAbsent(url, failure);
    const mayPass = failure.isTransient || failure.code === 'FETCH_FAILED';
    return known !== undefined && mayPass ? { ...known, trouble: failure } : failure;
  }

  return {
    /**
     * A page by its address. What can go wrong with pages is a value.
     * @throws AppError ARGUMENT_INVALID for a text that is no address, and those of the store
     */
    async fetch(request: FetchRequest, signal: AbortSignal): Promise<FetchedPage | PageFailure> {
      const { isForced, ttlHours } = request;
      const url = pageUrl(request.url).href;
      const isUrgent = isForced || ttlHours === 0;
      const absent = isUrgent ? undefined : absentAnswer(url);
      if (absent !== undefined) return absent;
      const known = knownPage(url, request.label);
      const isFresh = known !== undefined && nowMs() - known.page.checkedMs < ttlHours * HOUR_MS;
      if (isFresh && !isUrgent) return (await deniedCopy(url, known.page.finalUrl, ports)) ?? known;
      const { etag, lastModified } = (isForced ? undefined : known?.page) ?? {};
      ports.expectBody();
      const reached = await followPage({ url, etag, lastModified }, ports, signal);
      if (reached.kind === 'failed') return notReached(url, reached, isForced ? undefined : known);
      if (reached.answer.status === 304) return confirmed(url, known, reached);
      const label = request.label ?? known?.page.label ?? url;
      return await take(url, label, reached, known?.page.sourceId);
    },
  };
}

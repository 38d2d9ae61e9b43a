import { Deadline } from '#core/deadline.ts';
import type { HopAnswer, HopOutcome } from '#infra/http/hop.ts';
import {
  failedLine,
  type PageFailure,
  refusedLine,
  retryAfterSeconds,
  ruleLine,
  statusLine,
} from './failure-lines.ts';
import type { FetchPorts } from './page-port.ts';

/** For one page, redirects and the second try included. */
const PAGE_TIMEOUT_MS = 30_000;
const MAX_REDIRECTS = 5;
/** Before the second try: whatever was restarting gets a moment. */
const RETRY_PAUSE_MS = 300;
/** With less time left a second try makes no sense. */
const LEAST_RETRY_MS = 1_000;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export interface PageQuestion {
  /** As it was asked for, without its fragment. */
  readonly url: string;
  /** Of a copy that is there. */
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
}

/** The last answer of a chain of redirects; its status is 304 or one of success. */
export interface ReachedPage {
  readonly kind: 'reached';
  readonly finalUrl: string;
  readonly answer: HopAnswer;
}

type Ports = Pick<FetchPorts, 'hop' | 'judge' | 'allowedHosts' | 'wait' | 'nowMs'>;

/** What forbids this address, before it is dialled; undefined: nothing. */
async function forbidden(asked: string, at: URL, consented: ReadonlySet<string>, { judge }: Ports) {
  if (at.protocol !== 'http:' && at.protocol !== 'https:')
    return refusedLine(asked, at.href, `only http and https are fetched, not ${at.protocol}`, undefined);
  const { verdict, reason } = await judge(at);
  // The call itself, and its host, were consented to before it got here; another host was not.
  const isSettled = verdict === 'allow' || (verdict === 'ask' && consented.has(at.hostname));
  return isSettled ? undefined : ruleLine(asked, at.href, verdict, reason);
}

/** A rule that forbids a page of which there is a copy, by the address that was asked for or the one that it came from. */
export async function deniedCopy(
  asked: string,
  finalUrl: string,
  { judge }: Ports,
): Promise<PageFailure | undefined> {
  for (const at of new Set([asked, finalUrl])) {
    const { verdict, reason } = await judge(new URL(at));
    if (verdict === 'deny') return ruleLine(asked, at, verdict, reason);
  }
  return undefined;
}

/** How the setting names this host and port. */
function entryOf(url: URL): string {
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  return `${url.hostname.replace(/\.+$/, '')}:${port}`;
}

/** Where a redirect leads; headers come as bytes, in which some servers write UTF-8. */
function targetOf(location: string, from: string): URL | undefined {
  const text = Buffer.from(location, 'latin1').toString('utf8');
  const usable = text.includes('\ufffd') ? location : text;
  if (!URL.canParse(usable, from)) return undefined;
  const target = new URL(usable, from);
  target.hash = '';
  return target;
}

/** Hops of one page: they share its time, and one second try after a failure that may pass. */
function hopsOf({ etag, lastModified }: PageQuestion, ports: Ports, signal: AbortSignal) {
  const deadline = new Deadline(PAGE_TIMEOUT_MS);
  const allowed = ports.allowedHosts();
  let isRetried = false;
  return async (at: URL): Promise<HopOutcome> => {
    for (;;) {
      const request = { url: at.href, allowed, etag, lastModified, timeoutMs: Math.ceil(deadline.leftMs) };
      const outcome = await ports.hop(request, signal);
      const mayRetry = !isRetried && !signal.aborted && deadline.leftMs > LEAST_RETRY_MS + RETRY_PAUSE_MS;
      if (outcome.kind !== 'failed' || !outcome.isTransient || !mayRetry) return outcome;
      isRetried = true;
      await ports.wait(RETRY_PAUSE_MS, signal);
    }
  };
}

type Step = ReachedPage | PageFailure | { readonly kind: 'onward'; readonly to: URL };

/** What an answer means: the page, a step onward, or the end. */
function readAnswer(
  { url, etag, lastModified }: PageQuestion,
  at: URL,
  answer: HopAnswer,
  nowMs: number,
): Step {
  const { status, headers } = answer;
  const isUnchanged = status === 304 && (etag ?? lastModified) !== undefined;
  if ((status >= 200 && status < 300) || isUnchanged) return { kind: 'reached', finalUrl: at.href, answer };
  if (!REDIRECTS.has(status))
    return statusLine(url, at.href, status, retryAfterSeconds(headers['retry-after'], nowMs));
  const to = headers.location === undefined ? undefined : targetOf(headers.location, at.href);
  if (to !== undefined) return { kind: 'onward', to };
  return failedLine(url, at.href, `a redirect (${status}) without an address that can be read`, false);
}

/** Asks for a page and follows where it leads, each step judged before it is dialled. */
export async function followPage(
  question: PageQuestion,
  ports: Ports,
  signal: AbortSignal,
): Promise<ReachedPage | PageFailure> {
  const { url: asked } = question;
  const hop = hopsOf(question, ports, signal);
  const seen = new Set<string>();
  let at = new URL(asked);
  const consented = new Set([at.hostname]);
  for (;;) {
    const no = await forbidden(asked, at, consented, ports);
    if (no !== undefined) return no;
    seen.add(at.href);
    const outcome = await hop(at);
    if (outcome.kind === 'refused')
      // A page that leads into the user's network gets no advice on how to get there.
      return refusedLine(
        asked,
        at.href,
        outcome.reason,
        outcome.setting && seen.size === 1 ? entryOf(at) : undefined,
      );
    if (outcome.kind === 'failed') return failedLine(asked, at.href, outcome.reason, outcome.isTransient);
    const step = readAnswer(question, at, outcome, ports.nowMs());
    if (step.kind !== 'onward') return step;
    if (seen.has(step.to.href)) return failedLine(asked, step.to.href, 'the redirects go in a circle', false);
    if (seen.size > MAX_REDIRECTS)
      return failedLine(asked, at.href, `more than ${MAX_REDIRECTS} redirects`, false);
    at = step.to;
  }
}

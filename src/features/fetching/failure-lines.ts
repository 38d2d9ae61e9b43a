import type { Verdict } from '#core/verdict.ts';

/** Why a page was not fetched; nothing of it was stored. */
export interface PageFailure {
  readonly kind: 'failed';
  readonly url: string;
  readonly code: 'FETCH_REFUSED' | 'FETCH_FAILED' | 'FETCH_STATUS' | 'FETCH_UNUSABLE';
  /** One line: the cause, the address, and what can be done. */
  readonly line: string;
  /** `deny` and `ask` when a rule or the address was the cause. */
  readonly verdict: Verdict;
  /** The server's last answer; undefined when there was none. */
  readonly status: number | undefined;
  /** The answer is remembered; the server was not asked again. */
  readonly isCached: boolean;
  /** Network or server may do better in a moment. */
  readonly isTransient: boolean;
}

const STATUS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  407: 'Proxy Authentication Required',
  408: 'Request Timeout',
  410: 'Gone',
  418: "I'm a Teapot",
  421: 'Misdirected Request',
  422: 'Unprocessable Content',
  425: 'Too Early',
  429: 'Too Many Requests',
  451: 'Unavailable For Legal Reasons',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** Statuses after which the same request may well succeed. */
const TRANSIENT_STATUS = new Set([408, 425, 429, 500, 502, 503, 504]);

const LONGEST_URL = 300;
/** An address as it is named in a line. */
export const shownUrl = (url: string): string =>
  url.length <= LONGEST_URL ? url : `${url.slice(0, LONGEST_URL - 1)}…`;

const statusText = (status: number): string => `${status} ${STATUS[status] ?? ''}`.trimEnd();

const failure = (
  url: string,
  code: PageFailure['code'],
  line: string,
  more: Partial<PageFailure> = {},
): PageFailure => ({
  kind: 'failed',
  url,
  code,
  line,
  verdict: 'allow',
  status: undefined,
  isCached: false,
  isTransient: false,
  ...more,
});

/** Where a page is that was asked for under another address; empty when it is the same. */
const reached = (asked: string, at: string): string =>
  at === asked ? '' : ` (redirected to ${shownUrl(at)})`;

/** A word for the shell, as it would have to be typed. */
const quoted = (text: string): string => `'${text.replace(/'/g, "'\\''")}'`;

/** The address may not be dialled. `entry`: what the user would write to allow it; undefined when nothing helps. */
export function refusedLine(
  asked: string,
  at: string,
  reason: string,
  entry: string | undefined,
): PageFailure {
  const head = `${shownUrl(asked)}${reached(asked, at)} refused: ${reason}.`;
  if (entry === undefined) return failure(asked, 'FETCH_REFUSED', head, { verdict: 'deny' });
  const setting = `The user can allow it: "fetch": {"allowHosts": ["${entry}"]} in config.json of the data folder, or PLIMSOLL_FETCH_ALLOW=${entry}.`;
  const code = JSON.stringify(`curl -sS --max-time 30 ${quoted(shownUrl(at))}`);
  const command = `By the user's rules for commands: ctx_execute(language: "shell", code: ${code}).`;
  return failure(asked, 'FETCH_REFUSED', `${head} ${setting} ${command}`, { verdict: 'deny' });
}

/** A rule of the user forbids the address, or asks for one that was only redirected to. */
export function ruleLine(asked: string, at: string, verdict: Verdict, reason: string): PageFailure {
  const where = `${shownUrl(asked)}${reached(asked, at)}`;
  const line =
    verdict === 'deny'
      ? `${where} denied: ${reason}.`
      : `${where} not followed: ${reason}. To ask for it: ctx_fetch_and_index(url: ${JSON.stringify(shownUrl(at))}).`;
  return failure(asked, 'FETCH_REFUSED', line, { verdict });
}

/** No answer, or one that could not be read. */
export const failedLine = (asked: string, at: string, reason: string, isTransient: boolean): PageFailure =>
  failure(
    asked,
    'FETCH_FAILED',
    `${shownUrl(asked)}${reached(asked, at)} failed: ${reason}.${isTransient ? ' The same call may be repeated.' : ''}`,
    { isTransient },
  );

/** What a server wants to be waited for: seconds, or a date. Undefined when it says nothing that can be read. */
export function retryAfterSeconds(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header);
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - nowMs) / 1000));
}

/** The server answered, but with no page. */
export function statusLine(
  asked: string,
  at: string,
  status: number,
  waitSeconds: number | undefined,
): PageFailure {
  const isTransient = TRANSIENT_STATUS.has(status);
  const wait =
    waitSeconds === undefined
      ? 'The same call may be repeated.'
      : `The server asks to wait ${waitSeconds} s before the same call is repeated.`;
  const line = `${statusText(status)}: ${shownUrl(asked)}${reached(asked, at)}; nothing stored.${isTransient ? ` ${wait}` : ''}`;
  return failure(asked, 'FETCH_STATUS', line, { status, isTransient });
}

/** The server said a moment ago that there is no such page. */
export const absentLine = (asked: string, at: string, status: number, age: string): PageFailure =>
  failure(
    asked,
    'FETCH_STATUS',
    `${statusText(status)}: ${shownUrl(asked)}${reached(asked, at)}; nothing stored. Cached: the server said so ${age} and was not asked again; force: true asks it.`,
    { status, isCached: true },
  );

/** A page came, but no text of it can be stored. */
export const unusableLine = (asked: string, at: string, status: number, reason: string): PageFailure =>
  failure(
    asked,
    'FETCH_UNUSABLE',
    `${shownUrl(asked)}${reached(asked, at)} answered ${status}, but ${reason}; nothing stored.`,
    { status },
  );

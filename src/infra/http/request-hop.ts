import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { Client } from 'undici';
import { formatBytes, MIB } from '#core/units.ts';
import type { Environment } from '../home.ts';
import { allowEntry } from './allowed-hosts.ts';
import { decoderOf, encodingsOf, MAX_ENCODINGS } from './decode-body.ts';
import { AddressRefused, dial, type Lookup } from './dial.ts';
import { toFailure } from './explain-failure.ts';
import { type HopFailure, type HopOutcome, type HopRequest, KEPT_HEADERS, type KeptHeader } from './hop.ts';
import { proxyFor } from './proxy.ts';
import { proxyAuthorization } from './proxy-tunnel.ts';
import { refuseUrl } from './refuse-url.ts';

/** Until the headers are there, connection included. */
const HEADERS_TIMEOUT_MS = 10_000;
const MAX_HEADER_BYTES = 64 * 1024;
/** Of a page, decoded. */
const MAX_BODY_BYTES = 10 * MIB;
/** Fixed: a page must not be able to tell one user from another. */
const USER_AGENT = 'Mozilla/5.0 (compatible; plimsoll)';
const ACCEPT = 'text/html,application/xhtml+xml,text/markdown;q=0.9,application/json;q=0.9,*/*;q=0.5';
/** Types of which no text can be made: their bodies are not waited for. */
const NO_TEXT =
  /^(?:image\/(?!svg\+xml)|video\/|audio\/|font\/|application\/(?:zip|gzip|x-tar|x-7z|vnd\.rar|wasm|java-archive|x-msdownload|vnd\.microsoft|vnd\.openxmlformats|msword|vnd\.ms-))/i;

export interface HopPlace {
  readonly env: Environment;
  readonly lookup: Lookup;
}

const failed = (code: string, reason: string, isTransient = false): HopFailure => ({
  kind: 'failed',
  code,
  reason,
  isTransient,
});

function keptHeaders(headers: Readonly<Record<string, string | string[] | undefined>>) {
  const kept: Partial<Record<KeptHeader, string>> = {};
  for (const name of KEPT_HEADERS) {
    const value = headers[name];
    const first = Array.isArray(value) ? value[0] : value;
    if (first !== undefined) kept[name] = first;
  }
  return kept;
}

const isWithBody = (status: number): boolean =>
  status >= 200 && status < 300 && status !== 204 && status !== 205;

/** Thrown inside, to come out as an outcome. */
class HopEnd extends Error {
  override readonly name = 'HopEnd';
  readonly outcome: HopFailure;

  constructor(outcome: HopFailure) {
    super(outcome.reason);
    this.outcome = outcome;
  }
}

/** The decoded body, at most `MAX_BODY_BYTES`. @throws HopEnd, and errors of the connection and of the decoders */
async function readBody(raw: Readable, encodings: readonly string[], onWire: (bytes: number) => void) {
  const decoders = encodings.map(decoderOf);
  raw.on('data', (chunk: Buffer) => onWire(chunk.length));
  const last = decoders.at(-1) ?? raw;
  // Errors of any part end the last one, which is read here.
  if (decoders.length > 0) pipeline([raw, ...decoders], () => undefined);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of last as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES)
      throw new HopEnd(
        failed('TOO_LARGE', `the page has more than ${formatBytes(MAX_BODY_BYTES)} (decoded)`),
      );
    chunks.push(chunk);
  }
  const body = new Uint8Array(new SharedArrayBuffer(size));
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
  }
  return body;
}

/** What speaks against reading a body, by its headers. */
function refuseBody(headers: Readonly<Partial<Record<KeptHeader, string>>>, encodings: readonly string[]) {
  const type = headers['content-type'] ?? '';
  if (NO_TEXT.test(type.trim()))
    return failed(
      'TYPE',
      `${type.split(';')[0]?.trim()} is not indexed; only text, HTML, JSON, XML and PDF are`,
    );
  if (encodings.length > MAX_ENCODINGS)
    return failed(
      'ENCODING',
      `the body is encoded ${encodings.length} times; at most ${MAX_ENCODINGS} are undone`,
    );
  const length = Number(headers['content-length'] ?? 0);
  if (encodings.length === 0 && length > MAX_BODY_BYTES)
    return failed(
      'TOO_LARGE',
      `the page has ${formatBytes(length)}; at most ${formatBytes(MAX_BODY_BYTES)} are read`,
    );
  return undefined;
}

async function ask(
  url: URL,
  request: HopRequest,
  proxy: URL | undefined,
  place: HopPlace,
  end: AbortController,
) {
  const { signal } = end;
  const isForwarded = proxy !== undefined && url.protocol === 'http:';
  const authorization = isForwarded ? proxyAuthorization(proxy) : undefined;
  const late = setTimeout(
    () => end.abort(new HopEnd(failed('TIMEOUT', 'timeout: no answer within 10 s', true))),
    Math.min(HEADERS_TIMEOUT_MS, request.timeoutMs),
  );
  const client = new Client(url.origin, {
    pipelining: 0,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: (_, done) => {
      const options = {
        allowed: request.allowed,
        lookup: place.lookup,
        proxy,
        signal,
        limitMs: HEADERS_TIMEOUT_MS,
      };
      dial(url, options).then(
        (socket) => done(null, socket),
        (error) => done(error, null),
      );
    },
  });
  try {
    const answer = await client.request({
      method: 'GET',
      path: isForwarded ? `${url.origin}${url.pathname}${url.search}` : `${url.pathname}${url.search}`,
      headers: {
        'user-agent': USER_AGENT,
        accept: ACCEPT,
        'accept-encoding': 'gzip, deflate, br',
        'accept-language': 'en,*;q=0.5',
        ...(request.etag === undefined ? {} : { 'if-none-match': request.etag }),
        ...(request.lastModified === undefined ? {} : { 'if-modified-since': request.lastModified }),
        ...(authorization === undefined ? {} : { 'proxy-authorization': authorization }),
      },
      signal,
    });
    clearTimeout(late);
    answer.body.on('error', () => undefined);
    const headers = keptHeaders(answer.headers);
    const status = answer.statusCode;
    let wireBytes = 0;
    const encoding = answer.headers['content-encoding'] ?? '';
    const encodings = encodingsOf(Array.isArray(encoding) ? encoding.join(',') : encoding);
    const refused = isWithBody(status) ? refuseBody(headers, encodings) : undefined;
    if (refused !== undefined) return refused;
    const body = isWithBody(status)
      ? await readBody(answer.body, encodings, (bytes) => {
          wireBytes += bytes;
        })
      : new Uint8Array(0);
    const via = proxy === undefined ? undefined : allowEntry(proxy);
    return { kind: 'answer', status, headers, body, wireBytes, proxy: via } as const;
  } finally {
    clearTimeout(late);
    void client.destroy();
  }
}

/** The work, or the reason of the abort, whichever comes first: a name server that does not answer cannot be interrupted. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
  });
  // What comes after the end has nobody to go to.
  work.catch(() => undefined);
  return await Promise.race([work, aborted]);
}

/** One GET request. Never throws: whatever happens is an outcome. `signal` ends it early. */
export async function requestHop(
  request: HopRequest,
  place: HopPlace,
  signal: AbortSignal,
): Promise<HopOutcome> {
  const url = new URL(request.url);
  const choice = proxyFor(url, place.env);
  const refusal = refuseUrl(url, request.allowed, choice.kind === 'proxy');
  if (refusal !== undefined) return { kind: 'refused', ...refusal };
  if (choice.kind === 'unusable') return failed('PROXY', choice.problem);
  const end = new AbortController();
  const onAbort = (): void => end.abort(new HopEnd(failed('CANCELLED', 'cancelled')));

  const timer = setTimeout(
    () => end.abort(new HopEnd(failed('TIMEOUT', 'timeout: the page was not complete within 30 s'))),
    request.timeoutMs,
  );
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  const proxy = choice.kind === 'proxy' ? choice.proxy : undefined;
  try {
    return await unlessAborted(ask(url, request, proxy, place, end), end.signal);
  } catch (thrown) {
    const cause = end.signal.aborted ? end.signal.reason : thrown;
    if (cause instanceof HopEnd) return cause.outcome;
    if (cause instanceof AddressRefused) return { kind: 'refused', ...cause.refusal };
    return proxy === undefined ? toFailure(cause) : viaProxy(toFailure(cause), proxy);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

const viaProxy = (failure: HopFailure, proxy: URL): HopFailure => ({
  ...failure,
  reason: `${failure.reason} (by the proxy ${allowEntry(proxy)})`,
});

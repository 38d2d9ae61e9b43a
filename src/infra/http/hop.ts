/** One request and its answer; redirects are not followed here, so that every address can be judged first. */
export interface HopRequest {
  readonly url: string;
  /** See allowed-hosts.ts. */
  readonly allowed: readonly string[];
  /** Of a copy that is there: asks for the page only if it changed. */
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
  /** For this hop, up to the last byte. */
  readonly timeoutMs: number;
}

/** What a hop brought. Failures are values: each is told in one line, none is a fault of ours. */
export type HopOutcome =
  | HopAnswer
  | { readonly kind: 'refused'; readonly reason: string; readonly setting: boolean }
  | HopFailure;

export interface HopAnswer {
  readonly kind: 'answer';
  readonly status: number;
  /** Of the headers only those that matter here, names in small letters. */
  readonly headers: Readonly<Partial<Record<KeptHeader, string>>>;
  /** The decoded body; shared, so that handing it on copies nothing. Empty for redirects, 304 and errors. */
  readonly body: Uint8Array;
  /** Bytes that came over the wire. */
  readonly wireBytes: number;
  /** The proxy that was asked, `host:port`; undefined: the page's own server. */
  readonly proxy: string | undefined;
}

export interface HopFailure {
  readonly kind: 'failed';
  /** One of the system, of TLS or of ours: `ENOTFOUND`, `CERT_HAS_EXPIRED`, `TIMEOUT`, `TOO_LARGE`, `TYPE` … */
  readonly code: string;
  /** What happened, without the address, as it follows "failed: ". */
  readonly reason: string;
  /** It may well work the next time. */
  readonly isTransient: boolean;
}

export const KEPT_HEADERS = [
  'content-type',
  'content-length',
  'content-disposition',
  'location',
  'etag',
  'last-modified',
  'retry-after',
  'refresh',
] as const;
export type KeptHeader = (typeof KEPT_HEADERS)[number];

import type { Verdict } from '#core/verdict.ts';
import type { HopOutcome, HopRequest } from '#infra/http/hop.ts';
import type { PageStore } from '#storage/page-store.ts';

/** What the converter is sent: a body, and where its text goes. */
export interface ConvertJob {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly url: string;
  /** Absolute; must not be there. */
  readonly file: string;
}

/** The text of a page in a file, and what is known of it; see ConvertedPage. */
export type ConvertResult =
  | {
      readonly kind: 'text';
      readonly file: string;
      readonly bytes: number;
      /** sha256 of the text, hex. */
      readonly hash: string;
      readonly from: string;
      readonly format: string;
      readonly title: string;
      readonly note: string;
    }
  | { readonly kind: 'unusable'; readonly reason: string };

/** A verdict on an address, with its cause. */
interface UrlJudgement {
  readonly verdict: Verdict;
  readonly reason: string;
}

/**
 * Judges an address by the user's rules, before it is dialled: the first one and every one that is redirected to. That the
 * first one was asked for is settled before the call gets here, so `ask` stops redirects only.
 */
export type JudgeUrl = (url: URL) => UrlJudgement | Promise<UrlJudgement>;

export interface KeptPage {
  readonly id: number;
  /** Absolute path of the stored text. */
  readonly path: string;
  readonly bytes: number;
  readonly lines: number;
  readonly passages: number;
  /** By which it was cut into passages; empty when its looks decided. */
  readonly format: string;
  /** `unchanged`: the same text was there under this label. */
  readonly change: 'new' | 'changed' | 'unchanged';
}

/** What fetching needs of the rest of the program. */
export interface FetchPorts {
  /** One request; never throws but for faults of ours. */
  readonly hop: (request: HopRequest, signal: AbortSignal) => Promise<HopOutcome>;
  readonly judge: JudgeUrl;
  /** A page is asked for: its body will have to be converted. */
  readonly expectBody: () => void;
  /** In a thread of its own, which is ended after a while. @throws AppError WORKER_FAILED */
  readonly convert: (job: ConvertJob) => Promise<ConvertResult>;
  /** Stores and indexes a text; `replacedId` is the page's older text, which goes. */
  readonly keep: (page: {
    readonly label: string;
    readonly file: string;
    readonly bytes: number;
    readonly hash: string;
    readonly format: string;
    readonly replacedId: number | undefined;
  }) => Promise<KeptPage>;
  /** A stored text; undefined when it is gone. */
  readonly kept: (id: number) => KeptPage | undefined;
  readonly pages: PageStore;
  /** A private folder for texts on their way. */
  readonly scratch: () => { readonly folder: string; readonly remove: () => void };
  /** See allowed-hosts.ts. @throws AppError ARGUMENT_INVALID for a setting that cannot be read */
  readonly allowedHosts: () => readonly string[];
  readonly nowMs: () => number;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

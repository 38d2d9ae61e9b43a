import { publicUrl } from './public-url.ts';

/** A call of ours that does the same, ready to be made. */
export interface Detour {
  /** What would flood the context, in a few words. */
  readonly what: string;
  readonly tool: 'ctx_execute' | 'ctx_fetch_and_index';
  readonly args: Readonly<Record<string, string>>;
}

/** The call of ours that fetches a page; undefined where the page is not public. */
export function pageDetour(url: string): Detour | undefined {
  const page = publicUrl(url);
  if (page === undefined) return undefined;
  return { what: 'the page would be put into the context', tool: 'ctx_fetch_and_index', args: { url: page } };
}

import { publicUrl } from './public-url.ts';
import type { ShownCommand } from './shown-commands.ts';

/** Options behind which code stands, by interpreter. */
const CODE_OPTION: readonly (readonly [RegExp, RegExp, string])[] = [
  [/^(?:node|bun)$/, /^(?:-[ep]|-pe|--eval|--print)$/, 'javascript'],
  [/^python(?:\d(?:\.\d+)?)?$/, /^-c$/, 'python'],
  [/^ruby$/, /^-e$/, 'ruby'],
  [/^perl$/, /^-[eE]$/, 'perl'],
  [/^php$/, /^-r$/, 'php'],
];
const FETCHES =
  /\bfetch\s*\(|\bhttps?\.get\s*\(|\baxios(?:\.get)?\s*\(|\brequests\.get\s*\(|\bhttpx\.get\s*\(|\burlopen\s*\(|\bNet::HTTP\.get|\bURI\.open\s*\(|\bLWP::Simple|\bfile_get_contents\s*\(/;
/** A request that may change something is never sent another way. */
const ACTS =
  /\b(?:POST|PUT|PATCH|DELETE|method|data|json|body|headers)\b\s*[:=]|\.(?:post|put|patch|delete)\s*\(|['"](?:POST|PUT|PATCH|DELETE)['"]/i;
const URLS = /https?:\/\/[^\s'"`)>\\]+/g;

export interface InlineFetch {
  readonly language: string;
  readonly code: string;
}

/** Code on a command line that fetches one public page and prints what it likes; undefined for other code. */
export function inlineFetch({ name, args }: ShownCommand): InlineFetch | undefined {
  for (const [program, option, language] of CODE_OPTION) {
    if (!program.test(name)) continue;
    const at = args.findIndex((arg) => arg !== undefined && option.test(arg));
    const code = at < 0 ? undefined : args[at + 1];
    if (code === undefined || !FETCHES.test(code) || ACTS.test(code)) return undefined;
    const urls = code.match(URLS) ?? [];
    const isPublic = urls.length > 0 && urls.every((url) => publicUrl(url) !== undefined);
    return isPublic ? { language, code } : undefined;
  }
  return undefined;
}

import { publicUrl } from './public-url.ts';
import type { ShownCommand } from './shown-commands.ts';

/** Options after which a request is more than fetching a page, or prints none of it. */
const CURL_OTHER =
  /^(?:-[a-zA-Z]*[XdFTIoOHubKVhMJDcExPtQCrzU]|--(?:request|data|data-\w+|json|form|form-string|upload-file|head|output|output-dir|remote-name|remote-name-all|remote-header-name|header|user|oauth2-bearer|cookie|cookie-jar|config|version|help|manual|dump-header|cert|key|proxy|range|continue-at|unix-socket|resolve|connect-to|interface|url-query|aws-sigv4|netrc|netrc-file))(?:=|$)/;
/** Options that take a value, among those that change nothing. */
const CURL_VALUE =
  /^(?:-[AemwY]|--(?:user-agent|referer|max-time|connect-timeout|retry|retry-delay|retry-max-time|write-out|max-redirs|speed-limit|speed-time|limit-rate|url))$/;
const WGET_OTHER =
  /^(?:-[a-zA-Z]*[iVhbcNrmpH]|--(?:post-data|post-file|body-data|body-file|method|header|spider|input-file|user|password|http-user|http-password|load-cookies|recursive|mirror|version|help|background|continue))(?:=|$)/;
const WGET_VALUE = /^(?:-[tTUew]|--(?:timeout|tries|user-agent|wait|referer))$/;
const WGET_PRINTS = /^(?:-[a-zA-Z]*O-|--output-document=-)$/;

/** The one page that is asked for; undefined where there are none or several, or one that is not public. */
const only = (urls: readonly (string | undefined)[]): string | undefined =>
  urls.length === 1 ? publicUrl(urls[0]) : undefined;

function operands(args: ShownCommand['args'], takesValue: RegExp): readonly (string | undefined)[] {
  const found: (string | undefined)[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at];
    if (arg === '--url') found.push(args[at + 1]);
    if (arg !== undefined && takesValue.test(arg)) at += 1;
    else if (arg?.startsWith('--url=')) found.push(arg.slice('--url='.length));
    else if (arg === undefined || !arg.startsWith('-')) found.push(arg);
  }
  return found;
}

function curlUrl(args: ShownCommand['args']): string | undefined {
  if (args.some((arg) => arg !== undefined && CURL_OTHER.test(arg))) return undefined;
  return only(operands(args, CURL_VALUE));
}

/** wget writes to a file unless it is told otherwise. */
function wgetUrl(args: ShownCommand['args']): string | undefined {
  const at = args.findIndex((arg) => /^(?:-[a-zA-Z]*O|--output-document)$/.test(arg ?? ''));
  const printed = at >= 0 ? args[at + 1] === '-' : args.some((arg) => WGET_PRINTS.test(arg ?? ''));
  if (!printed || args.some((arg) => arg !== undefined && WGET_OTHER.test(arg))) return undefined;
  const rest = at >= 0 ? args.filter((_, i) => i !== at && i !== at + 1) : args;
  return only(operands(rest, WGET_VALUE));
}

/** The public page that a curl or wget would print; undefined for all else that they do. */
export function fetchedUrl({ name, args }: ShownCommand): string | undefined {
  if (name === 'curl') return curlUrl(args);
  return name === 'wget' ? wgetUrl(args) : undefined;
}

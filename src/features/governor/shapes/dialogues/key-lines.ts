/** Of an exchange over HTTP: request, status, and headers that say how it went. */
const KEY_LINE = new RegExp(
  [
    String.raw`^(?:[<>*] )?(?:HTTP\/[\d.]+ \d{3}\b|(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|CONNECT) \S+)`,
    String.raw`^(?:[<>] )?(?:location|content-type|content-length|www-authenticate|retry-after|host|authorization|x-request-id|x-error\S*|x-cache|cf-ray|link|allow|etag|x-ratelimit-\S*|ratelimit-\S*|grpc-\S+|set-cookie|access-control-allow-origin):`,
    String.raw`^\* (?:connected to|issue another|.*\bconnect(?:ion)? to\b|ssl certificate|subject:|expire date|closing|server certificate|.*redirect)`,
    '^curl: ',
  ].join('|'),
  'i',
);

const LONGEST = 400;

/** True for a line of an HTTP dialogue that says what was asked and what came back. */
export const isKeyLine = (text: string): boolean => text.length <= LONGEST && KEY_LINE.test(text);

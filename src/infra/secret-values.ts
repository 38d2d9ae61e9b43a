import type { SecretValue } from '#core/text/redact-values.ts';
import { sha256 } from '#core/text/sha256.ts';
import type { Environment } from './home.ts';

/** Shorter values are words and flags; replacing them would blank out half of an output. */
const MIN_LENGTH = 8;
/** A longer value is a document; each of its lines would be looked for in vain. */
const MAX_LENGTH = 16 * 1024;

/** Words of a name, between underscores, after which its value is a secret, whatever it looks like. */
const SECRET_WORDS =
  /(?:^|_)(?:TOKENS?|SECRETS?|PASSWORDS?|PASSWD|PASSPHRASE|PWD|PASS|CREDENTIALS?|CREDS|APIKEYS?|APITOKEN|ACCESSTOKEN|AUTHTOKEN|(?:API|ACCESS|PRIVATE|SECRET|SIGNING|ENCRYPTION|MASTER|AUTH|DEPLOY|LICENSE|ACCOUNT|STORAGE|SERVICE)_KEYS?)(?:_|$)|(?:TOKEN|SECRET|PASSWORD|PASSWD|APIKEY)$/;
/** A key may be a secret, or the key of a column or a cache: then its value must look like a secret, too. */
const MAYBE_WORDS = /(?:^|_)KEYS?(?:_|$)|(?:^|_)(?:AUTH|SALT|PAT|DSN|COOKIE|SESSION)$/;
/** What a secret's neighbours are called: where it lies, how it is made, how long it holds. */
const NO_SECRET =
  /(?:_|^)(?:FILE|PATH|DIR|FOLDER|URL|URI|HOST|NAME|TYPE|ALGORITHM|ALG|EXPIRY|EXPIRES|TTL|COUNT|LIMIT|MAX|LENGTH|VERSION|STORE|HELPER|SOCK|ISSUER|BACKEND|PROVIDER)$|^(?:OLD)?PWD$/;
const WORDS = new Set(
  'undefined disabled required optional password changeme production development localhost anonymous default0'.split(
    ' ',
  ),
);

/** Paths, URLs, numbers, dates and words that stand for a choice. Base64 may begin with a slash, too. */
function isHarmless(value: string): boolean {
  return (
    /^[\d\s.,:+-]+$/.test(value) ||
    /^[a-z][a-z\d+.-]*:\/\//i.test(value) ||
    /^(?:~?\/|\.{1,2}[\\/]|[A-Za-z]:[\\/])[^+=\n]*$/.test(value) ||
    /^[\w.-]+(?:\/[\w.-]+)+\.[a-z]{1,5}$/i.test(value) ||
    WORDS.has(value.toLowerCase())
  );
}

const looksRandom = (value: string): boolean =>
  !/\s/.test(value) && (value.length >= 24 || (/\d/.test(value) && /[A-Za-z]/.test(value)));

function isSecret(name: string, value: string): boolean {
  if (value.length < MIN_LENGTH || value.length > MAX_LENGTH || isHarmless(value)) return false;
  const upper = name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .replaceAll('-', '_');
  if (NO_SECRET.test(upper)) return false;
  return SECRET_WORDS.test(upper) || (MAYBE_WORDS.test(upper) && looksRandom(value));
}

/** `[redacted:NAME:sha256-8]`: which one it was can be seen, and whether two are the same. */
const markOf = (name: string, value: string): string =>
  `[redacted:${name}:${sha256(Buffer.from(value)).slice(0, 8)}]`;

/** How a value stands in JSON and in a URL, beside itself. */
const spellings = (value: string): ReadonlySet<string> =>
  new Set([value, JSON.stringify(value).slice(1, -1), encodeURIComponent(Buffer.from(value).toString())]);

/** The values of an environment that must not be shown or stored: by their names, and by what they look like. */
export function secretValues(env: Environment): readonly SecretValue[] {
  const marks = new Map<string, string>();
  for (const [name, raw = ''] of Object.entries(env)) {
    const value = raw.trim();
    if (!isSecret(name, value)) continue;
    for (const spelling of spellings(value))
      if (!marks.has(spelling)) marks.set(spelling, markOf(name, value));
  }
  return [...marks].map(([value, mark]) => ({ value, mark }));
}

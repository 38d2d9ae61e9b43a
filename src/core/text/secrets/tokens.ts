import { ALNUM, BITS, chars, hasBits, isWordStart, runEnd } from './byte-runs.ts';
import { isPlaceholder, type Look, type Sight, type Sighting } from './secret.ts';
import { type Body, TOKEN_RULES, type TokenRule } from './token-table.ts';

/** No token is longer; what goes on behind it is text. */
export const TOKEN_LIMIT = 16 * 1024;

const BODIES: Readonly<Record<Body, number>> = {
  letters: ALNUM,
  hex: BITS.hex,
  capitals: BITS.digit | BITS.upper,
  url: ALNUM | BITS.url,
  dotted: ALNUM | BITS.url | BITS.dot,
  base64: ALNUM | BITS.url | BITS.base64,
  path: ALNUM | BITS.url | BITS.slash,
};

/** Words with hyphens are names: `sk-ant-some-long-name`. */
const isName = (body: string): boolean => /^[a-z]+(?:[-_./][a-z]+)+$/.test(body);

function sightOf({ kind, body, min, max, keepsPrefix }: TokenRule, prefix: string, look: Look): Sight {
  const { text, at, after, isPart } = look;
  if (at < look.from || chars(text, at, after) !== prefix || !isWordStart(text, at)) return undefined;
  const bits = BODIES[body];
  let end = runEnd(text, after, bits, after + (max ?? TOKEN_LIMIT) + 1);
  if (isPart && end === text.length) return 'open';
  if (body === 'dotted') while (end > after && hasBits(text, end - 1, BITS.dot)) end -= 1;
  if (end - after < min) return undefined;
  // One that has to have an exact length is no token when more letters follow.
  if (max !== undefined && (end - after > max || hasBits(text, end, ALNUM))) return undefined;
  const value = chars(text, after, end);
  if (isPlaceholder(value) || isName(value)) return end;
  return { kind, start: keepsPrefix === true ? after : at, end };
}

/** What is found by a prefix, by the prefix. */
export const TOKENS: ReadonlyMap<string, Sighting> = new Map(
  TOKEN_RULES.flatMap((rule) =>
    rule.prefixes.split(' ').map((prefix) => [prefix, (look: Look): Sight => sightOf(rule, prefix, look)]),
  ),
);

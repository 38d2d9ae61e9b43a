import { lazily } from '../../lazily.ts';
import { Anchors } from './anchors.ts';
import { DOT, DOTTED_TOKENS, isLikelyDot, LEAD_LIMIT } from './dotted-tokens.ts';
import { HEADERS_AND_URLS } from './headers-and-urls.ts';
import { KEY_BLOCKS } from './key-blocks.ts';
import { LITERALS } from './literals.ts';
import { PLAIN_FORMS } from './plain-forms.ts';
import type { Look, Secret, Sight, Sighting } from './secret.ts';
import { TOKENS } from './tokens.ts';

/** Of several signs at one place the more telling ones come first. */
const SIGHTINGS: readonly (readonly [string, Sighting])[] = [
  ...KEY_BLOCKS,
  ...TOKENS,
  ...DOTTED_TOKENS,
  ...HEADERS_AND_URLS,
  ...PLAIN_FORMS,
  ...LITERALS,
];

/** Made when it is first needed: a few milliseconds, which the start of a program need not take. */
const anchors = lazily(() => new Anchors(SIGHTINGS.map(([anchor]) => anchor.toLowerCase())));
const DOT_PLACE = SIGHTINGS.findIndex(([anchor]) => anchor === DOT);
/** Kinds that say less than what may stand in their place. */
const VAGUE: ReadonlySet<string> = new Set([
  'secret',
  'token',
  'password',
  'api-key',
  'key',
  'authorization',
]);

export interface FoundSecrets {
  /** In their order; they do not overlap. */
  readonly secrets: readonly Secret[];
  /** Where a secret may begin that ends behind this part; the text's length without one. */
  readonly openFrom: number;
}

/**
 * Tries every sign at its place.
 * @param isPart the text goes on behind these bytes
 * @param start what stands before it is only looked at
 */
export function findSecrets(text: Buffer, isPart: boolean, start = 0): FoundSecrets {
  const secrets: Secret[] = [];
  let from = start;
  let openFrom = text.length;
  const take = (sight: Sight, at: number): number | undefined => {
    if (typeof sight === 'number' || sight === undefined) return sight;
    if (sight === 'open') {
      openFrom = Math.max(from, at - LEAD_LIMIT);
      // Nothing behind it is given out.
      return text.length;
    }
    secrets.push(VAGUE.has(sight.kind) ? { ...sight, kind: exactKind(text, sight) } : sight);
    from = sight.end;
    return sight.end;
  };
  anchors().scan(text, (place, after) => {
    if (place === DOT_PLACE && !isLikelyDot(text, after)) return undefined;
    const [anchor, sighting] = SIGHTINGS[place] ?? ['', () => undefined];
    const look: Look = { text, at: after - anchor.length, after, from, isPart };
    return take(sighting(look), look.at);
  });
  return { secrets: secrets.filter(({ end }) => end <= openFrom), openFrom };
}

/** A value that is a token itself is called by that. */
function exactKind(text: Buffer, { kind, start, end }: Secret): string {
  const value = text.subarray(start, end);
  let found = kind;
  anchors().scan(value, (place, after) => {
    const [anchor, sighting] = SIGHTINGS[place] ?? ['', () => undefined];
    if (!TOKENS.has(anchor) && !DOTTED_TOKENS.has(anchor)) return undefined;
    const sight = sighting({ text: value, at: after - anchor.length, after, from: 0, isPart: false });
    if (typeof sight !== 'object' || sight.start !== 0 || sight.end !== value.length) return undefined;
    found = sight.kind;
    return value.length;
  });
  return found;
}

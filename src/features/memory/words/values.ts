/** What a value looks like: two of one shape can take each other's place. */
export interface Value {
  readonly text: string;
  readonly shape:
    | 'amount'
    | 'time'
    | 'mail'
    | 'number'
    | 'version'
    | 'host'
    | 'url'
    | 'path'
    | 'name'
    | 'chain';
}

const SHAPES: readonly (readonly [Value['shape'], RegExp])[] = [
  ['url', /^\w+:\/\/\S+$/],
  [
    'amount',
    /^\d+(?:[.,]\d+)?\s?(?:ns|us|µs|ms|s|sec|secs|seconds?|min|mins|minutes?|h|hours?|days?|d|[kmgt]i?b|bytes?|%|percent|px|rpm|qps|x)$/i,
  ],
  ['time', /^\d{1,2}:\d{2}$/],
  ['mail', /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/],
  ['version', /^v?\d+(?:\.\d+)+(?:[-+][\w.]+)?$/],
  ['number', /^\d+$/],
  [
    'path',
    /^\.{0,2}\/(?:[\w@.*-]+\/?)+$|^(?:[\w@.-]+\/)+(?:[\w@*-]*\.[\w@.*-]*|[A-Za-z_@*-]*)$|^[\w@-]+\.(?:[cm]?[jt]sx?|py|rs|go|java|kt|rb|cs?|cpp|hpp?|php|swift|scala|sql|sh|md|json|ya?ml|toml|html|css|txt)$/,
  ],
  ['host', /^(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?$|^localhost(?::\d+)?$/i],
  [
    'name',
    /^`[^`]+`$|^[A-Za-z\d]*[a-z\d][A-Z][A-Za-z\d]*$|^[A-Za-z\d]+(?:_[A-Za-z\d]+)+$|^[\w.]+::[\w:]+$|^[A-Z]{2,}[A-Z\d]*-\d+$|^[\w-]+\/?\d+[\w-]*$/,
  ],
  // Names of buckets, queues, clusters; `up-to-date` looks the same.
  ['chain', /^[a-z][a-z\d]*(?:-[a-z\d]+){2,}$/],
];

/** Letters by their ranges: properties of Unicode make an expression that takes ten times as long to compile. */
const WORD =
  /`[^`\n]+`|\w+:\/\/[^\s"'<>]+|\d+(?:[.,]\d+)?\s?(?:ms|sec(?:ond)?s?|s|min(?:ute)?s?|h(?:ours?)?|days?|[kmgt]i?b|bytes?|percent|px)(?![\wÀ-ɏЀ-ӿ])|\d+(?:[.,]\d+)?\s?%|[\wÀ-ɏͰ-ӿ@./:-]+/gi;

/** Nothing but letters, capitals only in front: no shape has those, but for one name. */
const PLAIN = /^(?!localhost\b)[A-Z]*[a-zÀ-ɏͰ-ӿ]*[-./:@]?$/;

/** Values and names in a text, in their order; ordinary words are none. */
export function values(text: string): readonly Value[] {
  const found: Value[] = [];
  for (const raw of text.match(WORD) ?? []) {
    if (PLAIN.test(raw)) continue;
    const word = raw.replace(/^[-./:@]+|[-./:@]+$/g, '');
    const shape = SHAPES.find(([, pattern]) => pattern.test(word))?.[0];
    if (shape !== undefined) found.push({ text: word, shape });
  }
  return found;
}

/** True when a text names a value or a thing of code, other than a file. */
export const namesSomething = (text: string): boolean =>
  values(text).some(({ shape }) => shape !== 'path' && shape !== 'chain');

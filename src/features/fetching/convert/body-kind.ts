/** What a body is, whatever its header says. */
export type BodyKind =
  | { readonly kind: 'html' | 'json' | 'ndjson' | 'feed' | 'xml' | 'pdf' }
  /** `ending`: by which the text is cut into passages, as of a file; empty when nothing is known. */
  | { readonly kind: 'text'; readonly ending: string }
  | { readonly kind: 'none'; readonly what: string };

const MAGIC: readonly (readonly [string, string])[] = [
  ['\x89PNG', 'a PNG image'],
  ['\xff\xd8\xff', 'a JPEG image'],
  ['GIF8', 'a GIF image'],
  ['PK\x03\x04', 'a ZIP archive'],
  ['\x1f\x8b', 'gzip data'],
  ['BZh', 'bzip2 data'],
  ['\xfd7zXZ', 'xz data'],
  ['\x28\xb5\x2f\xfd', 'zstd data'],
  ['7z\xbc\xaf', 'a 7z archive'],
  ['Rar!', 'a RAR archive'],
  ['\x7fELF', 'a program'],
  ['MZ\x90', 'a program'],
  ['\0asm', 'WebAssembly'],
  ['wOF', 'a font'],
  ['OggS', 'audio or video'],
  ['ID3', 'audio'],
  ['RIFF', 'an image, audio or video'],
];

/** Where it is looked for NUL characters and for the beginning of a document. */
const SAMPLE_BYTES = 4 * 1024;
/** Some writers put a line in front of a PDF. */
const PDF_BYTES = 1024;

const HTML_START =
  /^(?:<!--[\s\S]{0,2000}?-->\s*|<\?xml[^>]*\?>\s*)*<(?:!doctype\s+html|html|head|body|title|meta|script)\b/i;
const FEED_START = /<(?:rss|feed|rdf:RDF)\b[^>]*>/i;
const XML_START = /^<(?:\?xml|[a-z_][\w:.-]*[\s/>])/i;

const ENDINGS: Readonly<Record<string, string>> = {
  'text/markdown': 'md',
  'text/x-markdown': 'md',
  'text/csv': 'csv',
  'text/tab-separated-values': 'tsv',
  'text/css': 'css',
  'text/javascript': 'js',
  'application/javascript': 'js',
  'application/x-javascript': 'js',
  'application/ecmascript': 'js',
  'application/typescript': 'ts',
  'text/yaml': 'yaml',
  'application/yaml': 'yaml',
  'application/x-yaml': 'yaml',
  'application/toml': 'toml',
  'text/x-python': 'py',
  'application/x-sh': 'sh',
  'application/sql': 'sql',
  'text/x-diff': 'diff',
};

/** The type itself, in small letters, without parameters. */
export const mediaType = (contentType: string): string =>
  (contentType.split(/[;,]/)[0] ?? '').trim().toLowerCase();

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** The ending of a file in an address, where it tells of what kind a plain text is. */
const endingOf = (url: string): string =>
  /\.([a-z0-9]{1,8})$/i.exec(URL.canParse(url) ? new URL(url).pathname : '')?.[1]?.toLowerCase() ?? '';

/** What the bytes themselves rule out, or say for sure; undefined: they may be text. */
export function kindByBytes(bytes: Uint8Array): BodyKind | undefined {
  const start = Buffer.from(bytes.subarray(0, SAMPLE_BYTES)).toString('latin1');
  if (start.slice(0, PDF_BYTES).trimStart().startsWith('%PDF-')) return { kind: 'pdf' };
  const magic = MAGIC.find(([mark]) => start.startsWith(mark));
  if (magic !== undefined) return { kind: 'none', what: magic[1] };
  return undefined;
}

/** `text/*` and what is text under another name. */
const isTextType = (type: string): boolean =>
  type === '' ||
  type.startsWith('text/') ||
  Object.hasOwn(ENDINGS, type) ||
  /[/+](?:json|xml|ndjson|jsonl|json-seq|x-ndjson)$|^application\/(?:json|xml|graphql|x-httpd-php|x-perl|x-tex|rtf)/.test(
    type,
  ) ||
  type === 'image/svg+xml';

/** True when a type can be fetched at all; anything that turns out to be PDF can, too. */
export const isWantedType = (contentType: string): boolean => isTextType(mediaType(contentType));

/** What a decoded text is. Headers are often wrong: what a text begins with counts more. */
export function kindOfText(text: string, contentType: string, url: string): BodyKind {
  if (text.slice(0, SAMPLE_BYTES).includes('\0')) return { kind: 'none', what: 'binary data' };
  const type = mediaType(contentType);
  const start = text.slice(0, SAMPLE_BYTES).trimStart();
  if (HTML_START.test(start)) return { kind: 'html' };
  if (/[/+](?:x-)?(?:ndjson|jsonl|json-seq)$/.test(type)) return { kind: 'ndjson' };
  if (/^[{[]/.test(start) && (/json/.test(type) || /html|plain|^$|javascript/.test(type)) && isJson(text))
    return { kind: 'json' };
  if (/[/+]json/.test(type) && !start.startsWith('<')) return { kind: 'json' };
  if (/html/.test(type)) return { kind: 'html' };
  const isMarkup = XML_START.test(start);
  if (isMarkup && FEED_START.test(start)) return { kind: 'feed' };
  if (isMarkup && (/xml/.test(type) || start.startsWith('<?xml'))) return { kind: 'xml' };
  return { kind: 'text', ending: ENDINGS[type] ?? endingOf(url) };
}

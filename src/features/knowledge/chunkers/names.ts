import type { ContentKind } from './sniff.ts';

const BY_ENDING: ReadonlyMap<string, ContentKind> = new Map(
  (
    [
      ['markdown', 'md markdown mdx mdown mkd qmd rmd'],
      ['markup', 'rst adoc asciidoc'],
      ['json', 'json jsonc json5 geojson webmanifest har map ipynb'],
      ['ndjson', 'ndjson jsonl'],
      ['yaml', 'yml yaml'],
      ['toml', 'toml ini cfg conf properties env editorconfig gitconfig'],
      ['csv', 'csv tsv'],
      ['diff', 'diff patch'],
      ['html', 'html htm xhtml xml svg xsd xsl plist csproj pom'],
    ] as const
  ).flatMap(([kind, endings]) => endings.split(' ').map((ending) => [ending, kind] as const)),
);

/** Files that are known by their whole name, and the ending that they might have. */
const BY_NAME: Readonly<Record<string, string>> = {
  gemfile: 'rb',
  rakefile: 'rb',
  vagrantfile: 'rb',
  podfile: 'rb',
  jenkinsfile: 'groovy',
  '.bashrc': 'sh',
  '.profile': 'sh',
  '.zshrc': 'sh',
  '.env': 'env',
  '.npmrc': 'ini',
  pipfile: 'toml',
  'cargo.lock': 'toml',
  'poetry.lock': 'toml',
};

/** Programs of a `#!` line, and the ending that their scripts might have. */
const BY_PROGRAM: readonly (readonly [RegExp, string])[] = [
  [/\b(?:ba|z|k|da)?sh\b/, 'sh'],
  [/\bpython[\d.]*\b/, 'py'],
  [/\b(?:node|deno|bun|tsx)\b/, 'js'],
  [/\bruby\b/, 'rb'],
  [/\bperl\b/, 'pl'],
  [/\bphp\b/, 'php'],
  [/\blua\b/, 'lua'],
  [/\belixir\b/, 'exs'],
];

/** A label of an output (`shell: npm test`) or an address: what it ends with says little about its content. */
const isLabel = (name: string): boolean => /^[\w-]+: /.test(name) || /^[a-z][a-z+.-]+:\/\//i.test(name);

/** Lower-case ending without the dot of a file's name; undefined for a label, an address, or when there is none. */
export function endingOf(name: string): string | undefined {
  if (isLabel(name)) return undefined;
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1).toLowerCase();
  const known = Object.hasOwn(BY_NAME, base) ? BY_NAME[base] : undefined;
  return known ?? /.\.([a-z0-9]{1,12})$/.exec(base)?.[1];
}

/** Ending that a script without one might have, by its first line. */
export function endingOfScript(bytes: Buffer): string | undefined {
  if (bytes[0] !== 35 || bytes[1] !== 33) return undefined;
  const first = bytes.toString('latin1', 0, 128).split('\n', 1)[0] ?? '';
  return BY_PROGRAM.find(([pattern]) => pattern.test(first))?.[1];
}

export const kindOfEnding = (ending: string): ContentKind | undefined => BY_ENDING.get(ending);

/** What values a setting takes. */
type SettingType =
  /** One of these words, ordered from the one that does most to the one that does least. */
  | { readonly kind: 'choice'; readonly words: readonly string[] }
  /** A whole number, from 1 on unless it says more. */
  | { readonly kind: 'count'; readonly from?: number; readonly to?: number }
  /** Texts: any, or at least one of these words and nothing else. */
  | { readonly kind: 'list'; readonly words?: readonly string[] };

/** One thing that a user can set. */
export interface Setting {
  /** `section.name`, as in `config.json`. */
  readonly key: string;
  readonly type: SettingType;
  /** What holds when nobody sets it, in words. */
  readonly fallback: string;
  /** What it decides, in one line. */
  readonly meaning: string;
  /** Whether a project's own file may set it too: only to less than the user has. */
  readonly isProjects: boolean;
  /** Its feature reads files and environment itself, because there the strictest of all places counts. */
  readonly isOwnReader?: boolean;
}

/** `governor.limitBytes` is `PLIMSOLL_GOVERNOR_LIMIT_BYTES`. */
export const variableOf = (key: string): string =>
  `PLIMSOLL_${key
    .replace('.', '_')
    .replace(/[A-Z]/g, (letter) => `_${letter}`)
    .toUpperCase()}`;

/** The values in words, for help and errors. */
export function acceptedBy({ type }: Setting): string {
  if (type.kind === 'choice') return type.words.join(', ');
  if (type.kind === 'list')
    return type.words === undefined ? 'a list of texts' : `some of ${type.words.join(', ')}`;
  const { from = 1, to } = type;
  return `a whole number from ${from} ${to === undefined ? 'on' : `to ${to}`}`;
}

const COUNT = /^[1-9]\d{0,14}$/;

/** A value of `config.json` as the text that its variable would hold; undefined when the setting does not take it. */
export function textOf({ type }: Setting, value: unknown): string | undefined {
  if (type.kind === 'list') {
    const isTexts = Array.isArray(value) && value.every((entry) => typeof entry === 'string');
    if (!isTexts) return undefined;
    const { words } = type;
    const isTaken =
      words === undefined || (value.length > 0 && value.every((entry) => words.includes(entry)));
    return isTaken ? value.join(',') : undefined;
  }
  if (type.kind === 'choice')
    return typeof value === 'string' && type.words.includes(value) ? value : undefined;
  const { from = 1, to = Number.POSITIVE_INFINITY } = type;
  const isTaken = typeof value === 'number' && COUNT.test(String(value)) && value >= from && value <= to;
  return isTaken ? String(value) : undefined;
}

/** What a command line says as the value that `config.json` holds; undefined when the setting does not take it. */
export function fileValueOf(setting: Setting, text: string): string | number | readonly string[] | undefined {
  const { kind } = setting.type;
  const value =
    kind === 'list'
      ? text.split(/[\s,;]+/).filter((entry) => entry !== '')
      : kind === 'count' && COUNT.test(text)
        ? Number(text)
        : text;
  return textOf(setting, value) === undefined ? undefined : value;
}

/** Whether a project may ask for this where the user has that; undefined: the user set nothing, so what is built in holds. */
export function isNarrower({ type, fallback }: Setting, text: string, users: string | undefined): boolean {
  if (type.kind === 'count') return Number(text) <= Number(users ?? fallback);
  if (type.kind === 'list') return false;
  const [most = ''] = type.words;
  return type.words.indexOf(text) >= type.words.indexOf(users ?? most);
}

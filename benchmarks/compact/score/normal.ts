const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&#10;': '\n',
};

/** Entities and the escapes of JSON in their plain form. */
export const decode = (text: string): string =>
  text
    .replace(/&(?:lt|gt|amp|quot|apos|#39|#10);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\\u([0-9a-fA-F]{4})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\n/g, '\n')
    .replace(/\\t/g, '\t')
    .replace(/\\"/g, '"');

/** White space, quote marks and soft wraps do not count. */
export const normal = (text: string): string =>
  decode(text)
    .replace(/\n\s*(?:>|\|)\s?/g, '\n')
    .replace(/[\u200b\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
export const lower = (text: string): string => normal(text).toLowerCase();

export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const WORD = '[\\p{L}\\p{N}_]';
/** A value that stands alone. */
export const alone = (value: string): RegExp =>
  new RegExp(`(?<!${WORD}|\\d\\.)${escaped(value)}(?!${WORD})`, 'giu');

const HEADING =
  /^\s*(?:#{1,6}\s+\S.*|<[A-Za-z][\w:-]*(?:\s[^>]*)?>\s*|\*\*[^*]+\*\*:?\s*|\[[^\]]{2,60}\]:?\s*|[A-Z\p{Lu}][^\n:]{1,60}:\s*)$/u;
/** A heading at the start of its line. */
export const INLINE = /^\s*(?:[-*•]\s*)?(?:\*\*)?([A-Za-z][\w /&()+-]{1,40}?)(?:\*\*)?\s*:(?=\s|$)/;
/** So far above a line its heading is looked for. */
const REACH = 80;

/** The heading above a line; empty: none. */
export function headingAbove(lines: readonly string[], place: number): string {
  for (let at = place - 1; at >= 0 && at >= place - REACH; at -= 1) {
    const line = lines[at] ?? '';
    if (HEADING.test(line)) return line.toLowerCase();
  }
  return '';
}

/** What a line is labelled by: its own beginning, the heading above, the label it is indented below. */
export function labelAt(lines: readonly string[], place: number): string {
  const own = lines[place] ?? '';
  const labels = [INLINE.exec(own)?.[1] ?? ''];
  for (let at = place - 1; at >= 0 && at >= place - REACH; at -= 1) {
    const line = lines[at] ?? '';
    if (HEADING.test(line)) {
      labels.push(line);
      break;
    }
    const inline = INLINE.exec(line)?.[1];
    if (inline !== undefined && !/^\s*[-*•]/.test(line) && /^\s/.test(own)) {
      labels.push(inline);
      break;
    }
  }
  return labels.filter(Boolean).join(' | ').toLowerCase();
}

export interface Hits {
  readonly lines: readonly string[];
  readonly places: readonly number[];
}

/** The lines of a text, and those that hold `part`. */
export function linesWith(text: string, part: string): Hits {
  const lines = decode(text).split('\n');
  const wanted = lower(part);
  return { lines, places: lines.flatMap((line, place) => (lower(line).includes(wanted) ? [place] : [])) };
}

/** A line without the thing that was looked for. */
export const without = (line: string, part: string): string =>
  decode(line).replace(new RegExp(escaped(part), 'ig'), ' ');

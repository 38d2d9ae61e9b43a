import { type JsonNode, skipSpace } from './json-tree.ts';

type Container = Extract<JsonNode, { readonly kind: 'object' | 'array' }>;
interface Span {
  readonly start: number;
  readonly end: number;
}

/** How a file is laid out, so that what is added looks like what is there. */
export interface Layout {
  readonly lineEnd: string;
  /** One step to the right; empty: everything stands on one line. */
  readonly step: string;
}

const DEFAULT_STEP = '  ';

/** The layout of a text whose outermost value is `root`. A text without a single line end is one line. */
export function layoutOf(text: string, root: JsonNode): Layout {
  const lineEnd = /\r\n|\n|\r/.exec(text.slice(root.start, root.end))?.[0] ?? /\r\n|\n|\r/.exec(text)?.[0];
  const first = itemsOf(root)[0];
  if (first === undefined) return { lineEnd: lineEnd ?? '\n', step: DEFAULT_STEP };
  const isSpread = /[\r\n]/.test(text.slice(root.start, first.start));
  if (!isSpread) return { lineEnd: lineEnd ?? '\n', step: '' };
  return { lineEnd: lineEnd ?? '\n', step: indentAt(text, first.start) ?? DEFAULT_STEP };
}

/** Members or elements; none of a value that holds nothing. */
export const itemsOf = (node: JsonNode): readonly Span[] => {
  if (node.kind === 'object') return node.members;
  return node.kind === 'array' ? node.elements : [];
};

/** What stands before a position on its line, when that is nothing but blanks; undefined otherwise. */
function indentAt(text: string, at: number): string | undefined {
  const before = /(?:^|[\r\n])([ \t]*)$/.exec(text.slice(0, at));
  return before?.[1];
}

/** Blanks at the start of the line on which a position stands. */
const lineIndent = (text: string, at: number): string =>
  /(?:^|[\r\n])\uFEFF?([ \t]*)[^\r\n]*$/.exec(text.slice(0, at))?.[1] ?? '';

/** The value as it is written behind `indent`. */
function written(value: unknown, indent: string, { lineEnd, step }: Layout): string {
  if (step === '') return JSON.stringify(value);
  return JSON.stringify(value, null, step).replaceAll('\n', `${lineEnd}${indent}`);
}

const itemText = (key: string | undefined, value: unknown, indent: string, layout: Layout): string =>
  `${key === undefined ? '' : `${JSON.stringify(key)}:${layout.step === '' ? '' : ' '}`}${written(value, indent, layout)}`;

const SAME_LINE = /(?:[ \t]*\/\*[^\r\n]*?\*\/)*(?:[ \t]*\/\/[^\r\n]*)?/y;

/** Behind the comments that stand on the same line, which belong to what is there. */
function behindComments(text: string, at: number): number {
  SAME_LINE.lastIndex = at;
  return SAME_LINE.test(text) ? SAME_LINE.lastIndex : at;
}

function appendToEmpty(
  text: string,
  container: Container,
  layout: Layout,
  item: (indent: string) => string,
): string {
  const close = container.end - 1;
  const outer = lineIndent(text, container.start);
  const isPlain = /^\s*$/.test(text.slice(container.start + 1, close));
  if (layout.step === '') return `${text.slice(0, close)}${item('')}${text.slice(close)}`;
  const indent = `${outer}${layout.step}`;
  const kept = text.slice(0, isPlain ? container.start + 1 : close).replace(/[ \t\r\n]+$/, '');
  return `${kept}${layout.lineEnd}${indent}${item(indent)}${layout.lineEnd}${outer}${text.slice(close)}`;
}

/** The text with one more member (with a key) or element at the end of a container. */
export function withItem(
  text: string,
  container: Container,
  key: string | undefined,
  value: unknown,
  layout: Layout,
): string {
  const item = (indent: string): string => itemText(key, value, indent, layout);
  const last = itemsOf(container).at(-1);
  if (last === undefined) return appendToEmpty(text, container, layout, item);
  const next = skipSpace(text, last.end);
  const hasComma = text[next] === ',';
  const anchor = behindComments(text, hasComma ? next + 1 : last.end);
  const indent = indentAt(text, last.start);
  const isCut = /\/\/[^\r\n]*$/.test(text.slice(last.end, anchor));
  const lead =
    indent === undefined && !isCut ? (layout.step === '' ? '' : ' ') : `${layout.lineEnd}${indent ?? ''}`;
  const inner: Layout = indent === undefined ? { ...layout, step: '' } : layout;
  const added = `${lead}${itemText(key, value, indent ?? '', inner)}${hasComma ? ',' : ''}`;
  const comma = hasComma ? '' : ',';
  return `${text.slice(0, last.end)}${comma}${text.slice(last.end, anchor)}${added}${text.slice(anchor)}`;
}

/** The text with another value in the place of one. */
export function withValue(text: string, node: JsonNode, value: unknown, layout: Layout): string {
  return `${text.slice(0, node.start)}${written(value, lineIndent(text, node.start), layout)}${text.slice(node.end)}`;
}

/** The text without one member or element, its line and one comma; comments around it stay. */
export function withoutItem(text: string, container: Container, item: Span): string {
  const items = itemsOf(container);
  const place = items.findIndex(({ start }) => start === item.start);
  const previous = items[place - 1];
  const after = skipSpace(text, item.end);
  const hasComma = text[after] === ',';
  const rest = hasComma ? `${text.slice(item.end, after)}${text.slice(after + 1)}` : text.slice(item.end);
  // A line end before it goes only where another follows: it may be what ends a comment.
  const blanks = /^[ \t]*[\r\n]/.test(rest) ? /(?:\r\n|\n|\r)?[ \t]*$/ : /[ \t]*$/;
  const start = item.start - (blanks.exec(text.slice(0, item.start))?.[0].length ?? 0);
  if (hasComma) return `${text.slice(0, start)}${rest}`;
  const comma = previous === undefined ? -1 : skipSpace(text, previous.end);
  const head = comma < 0 ? text.slice(0, start) : `${text.slice(0, comma)}${text.slice(comma + 1, start)}`;
  return `${head}${rest}`;
}

/** Parts of tables, and what may hold something that only looks like one. */
const PIECE =
  /<!--[\s\S]*?-->|<(script|style|textarea)\b[\s\S]*?<\/\1\s*>|<(\/?)(table|caption|colgroup|thead|tbody|tfoot|tr|td|th)\b[^>]*>/gi;

/** Calls back for every tag that is part of a table, with the table that it belongs to; 0 outside of any. */
function scan(
  html: string,
  found: (tag: RegExpMatchArray, table: number, outer: number | undefined) => void,
): void {
  const open: number[] = [];
  let count = 0;
  for (const tag of html.matchAll(PIECE)) {
    const [, , slash, name] = tag;
    if (name === undefined) continue;
    const isTable = name.toLowerCase() === 'table';
    const outer = open.at(-1);
    if (isTable && slash === '') {
      count += 1;
      open.push(count);
      found(tag, count, outer);
      continue;
    }
    found(tag, outer ?? 0, undefined);
    if (isTable) open.pop();
  }
}

/**
 * Tables that hold tables only arrange a page: they become plain blocks, so that what is in them is read as headings, paragraphs
 * and tables of its own. The innermost ones stay. A page without such tables comes back as it is.
 */
export function withoutLayoutTables(html: string): string {
  const layout = new Set<number>();
  scan(html, (_, __, outer) => {
    if (outer !== undefined) layout.add(outer);
  });
  if (layout.size === 0) return html;
  const parts: string[] = [];
  let from = 0;
  scan(html, (tag, table) => {
    if (!layout.has(table)) return;
    parts.push(html.slice(from, tag.index), tag[2] === '' ? '<div>' : '</div>');
    from = (tag.index ?? 0) + tag[0].length;
  });
  return parts.join('') + html.slice(from);
}

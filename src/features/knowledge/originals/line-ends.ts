const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/** True when carriage returns are the only line ends of a UTF-8 text, as on a Mac before 2001 and in some exports. */
export const hasOnlyReturns = (text: Buffer): boolean => text.includes(RETURN) && !text.includes(LINE_FEED);

/**
 * A text whose only line ends are carriage returns with line feeds in their place, so that every place in it stays the
 * same; any other text is given back itself. In a text that has line feeds as well, a carriage return ends no line.
 */
export function withLineFeeds(text: Buffer): Buffer {
  if (!hasOnlyReturns(text)) return text;
  const changed = Buffer.from(text);
  for (let at = changed.indexOf(RETURN); at >= 0; at = changed.indexOf(RETURN, at + 1))
    changed[at] = LINE_FEED;
  return changed;
}

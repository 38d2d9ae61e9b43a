/** A section of a Markdown text: lines from 1, the heading's own line first. */
export interface Section {
  readonly firstLine: number;
  readonly lastLine: number;
}

const FENCE = /^\s*(?:```|~~~)/;
const HEADING = /^#{1,6}\s+(.*?)\s*#*\s*$/;

/** From the heading that begins with this text, whatever its case, to the next heading. Undefined when there is none. */
export function findSection(text: string, heading: string): Section | undefined {
  const wanted = heading.toLowerCase();
  const lines = text.split('\n');
  let isCode = false;
  let firstLine: number | undefined;
  for (const [index, line] of lines.entries()) {
    if (FENCE.test(line)) isCode = !isCode;
    const title = isCode ? undefined : HEADING.exec(line)?.[1];
    if (title === undefined) continue;
    if (firstLine !== undefined) return { firstLine, lastLine: index };
    if (title.toLowerCase().startsWith(wanted)) firstLine = index + 1;
  }
  return firstLine === undefined ? undefined : { firstLine, lastLine: lines.length };
}

import { byteLength } from '#core/text/bytes.ts';
import { chunkDocument } from './chunkers/index.ts';

/** A part of a text with its name: a definition, a heading, a key. Lines count from 1, both ends inclusive. */
interface Part {
  readonly title: string;
  readonly firstLine: number;
  readonly lastLine: number;
}

function partsOf(name: string, text: string): readonly Part[] {
  const parts: Part[] = [];
  for (const { title, startLine, endLine } of chunkDocument(name, Buffer.from(text))) {
    const last = parts.at(-1);
    if (last?.title === title) parts[parts.length - 1] = { ...last, lastLine: endLine };
    else parts.push({ title, firstLine: startLine, lastLine: endLine });
  }
  return parts;
}

const lineOf = ({ title, firstLine, lastLine }: Part): string =>
  `${firstLine}-${lastLine}${title === '' ? '' : ` ${title}`}`;

/** Neighbours as one, named after the first and the last of them, until the outline is short enough. */
function thinOut(parts: readonly Part[], maxBytes: number): readonly Part[] {
  for (let size = 1; ; size *= 2) {
    const groups = Array.from({ length: Math.ceil(parts.length / size) }, (_, i): readonly Part[] =>
      parts.slice(i * size, (i + 1) * size),
    );
    const merged = groups.map((group): Part => {
      const [first, last] = [group[0] as Part, group.at(-1) as Part];
      const title = first === last ? first.title : `${first.title} … ${last.title}`;
      return { title, firstLine: first.firstLine, lastLine: last.lastLine };
    });
    const bytes = merged.reduce((sum, part) => sum + byteLength(lineOf(part)) + 1, 0);
    if (bytes <= maxBytes || merged.length <= 1) return merged;
  }
}

/** What a text holds and in which lines, in at most about `maxBytes`: a line each, `120-188 createStore`; empty for no text. */
export const outlineOf = (name: string, text: string, maxBytes: number): string =>
  thinOut(partsOf(name, text), maxBytes).map(lineOf).join('\n');

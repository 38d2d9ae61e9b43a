import { byteLength, takeBytes } from '#core/text/bytes.ts';
import type { FactExtractor } from '../extractor.ts';
import { ownWords } from '../words/host-noise.ts';
import { takeLastBytes } from '../words/last-bytes.ts';
import { splitPrompt } from '../words/pasted-data.ts';
import { withoutSecrets } from '../words/spoken-secrets.ts';

/** One row holds 2,048 bytes; a mark and the redaction's marks need room. */
const ROW_BYTES = 1900;
/** What is kept of either end of a very long prompt: eight rows together. */
const END_BYTES = 4 * ROW_BYTES - 100;

/** A very long prompt keeps its head and its tail. */
function bothEnds(text: string): string {
  const bytes = byteLength(text);
  if (bytes <= 2 * END_BYTES) return text;
  const tail = takeLastBytes(text, END_BYTES);
  return `${takeBytes(text, END_BYTES)}\n[… ${bytes - 2 * END_BYTES} bytes left out …]\n${tail}`;
}

/** The text in pieces of one row each, cut at characters. */
function rows(text: string): string[] {
  const found: string[] = [];
  for (let rest = text; rest !== ''; ) {
    const piece = takeBytes(rest, ROW_BYTES);
    found.push(piece);
    rest = rest.slice(piece.length);
  }
  return found;
}

/** The user's own words of a prompt event; empty elsewhere. Data in it stands as a mark, and a very long text is cut. */
export const userWords = (event: { readonly name: string; readonly prompt?: string }): string =>
  event.name === 'user_prompt' ? bothEnds(splitPrompt(ownWords(event.prompt ?? '')).words) : '';

/** What the user said. A long prompt lies in several rows, `1/3`, `2/3`, `3/3`. */
export const prompt: FactExtractor = {
  priority: 1,
  extract(event) {
    const said = rows(withoutSecrets(userWords(event)));
    return said.map((text, place) =>
      said.length === 1
        ? { kind: 'prompt', text }
        : { kind: 'prompt', state: `${place + 1}/${said.length}`, text },
    );
  },
};

import { byteLength, takeBytes } from '#core/text/bytes.ts';
import type { FactExtractor } from '../extractor.ts';
import { ownWords } from '../words/host-noise.ts';
import { splitPrompt } from '../words/pasted-data.ts';
import { withoutSecrets } from '../words/spoken-secrets.ts';

/** One row holds 2,048 bytes; a mark and the redaction's marks need room. */
const ROW_BYTES = 1900;
/** Rows of one prompt: what is longer is cut in its middle. */
const MOST_ROWS = 8;

/** The text in pieces of one row each, cut at characters. */
function pieces(text: string): string[] {
  const found: string[] = [];
  for (let rest = text; rest !== ''; ) {
    const piece = takeBytes(rest, ROW_BYTES);
    found.push(piece);
    rest = rest.slice(piece.length);
  }
  return found;
}

/** A very long prompt keeps its head and its tail. */
function rows(text: string): readonly string[] {
  const all = pieces(text);
  if (all.length <= MOST_ROWS) return all;
  const half = MOST_ROWS / 2;
  const left = byteLength(all.slice(half, all.length - half + 1).join(''));
  return [...all.slice(0, half), `[… ${left} bytes left out …]`, ...all.slice(all.length - half + 1)];
}

/** The user's own words of a prompt event; empty elsewhere. Data in it stands as a mark. */
export const userWords = (event: { readonly name: string; readonly prompt?: string }): string =>
  event.name === 'user_prompt' ? splitPrompt(ownWords(event.prompt ?? '')).words : '';

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

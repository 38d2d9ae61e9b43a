/** So many words at most come out of one; more are left unexpanded. */
const WORD_LIMIT = 64;

/**
 * What bash makes of the braces in a word that has no quotes and no expansions: `{rm,x}` is two words. A sequence of more
 * than a few letters or numbers stays as it is. Undefined when it would be too many words.
 */
export function expandBraces(text: string): readonly string[] | undefined {
  const open = findGroup(text);
  if (open === undefined) return [text];
  const head = text.slice(0, open.from);
  const tails = expandBraces(text.slice(open.to));
  if (tails === undefined) return undefined;
  const out: string[] = [];
  for (const choice of open.choices) {
    const middles = expandBraces(choice);
    if (middles === undefined) return undefined;
    for (const middle of middles) for (const tail of tails) out.push(`${head}${middle}${tail}`);
    if (out.length > WORD_LIMIT) return undefined;
  }
  return out;
}

interface Group {
  readonly from: number;
  /** Behind the closing brace. */
  readonly to: number;
  readonly choices: readonly string[];
}

/** The first pair of braces that bash expands. */
function findGroup(text: string): Group | undefined {
  for (let from = text.indexOf('{'); from >= 0; from = text.indexOf('{', from + 1)) {
    const commas: number[] = [];
    let depth = 0;
    for (let at = from; at < text.length; at += 1) {
      const sign = text[at];
      if (sign === '{') depth += 1;
      else if (sign === ',' && depth === 1) commas.push(at);
      else if (sign === '}') {
        depth -= 1;
        if (depth > 0) continue;
        const choices =
          commas.length > 0 ? split(text, from, at, commas) : sequence(text.slice(from + 1, at));
        if (choices !== undefined) return { from, to: at + 1, choices };
        break;
      }
    }
  }
  return undefined;
}

function split(text: string, from: number, to: number, commas: readonly number[]): readonly string[] {
  const cuts = [from, ...commas, to];
  return cuts.slice(1).map((end, i) => text.slice((cuts[i] ?? 0) + 1, end));
}

/** `a..e` or `1..5`. */
function sequence(body: string): readonly string[] | undefined {
  const letters = /^([A-Za-z])\.\.([A-Za-z])$/.exec(body);
  const numbers = /^(-?\d{1,6})\.\.(-?\d{1,6})$/.exec(body);
  if (letters === null && numbers === null) return undefined;
  const [low, high] =
    letters === null
      ? [Number(numbers?.[1]), Number(numbers?.[2])]
      : [letters[1]?.charCodeAt(0) ?? 0, letters[2]?.charCodeAt(0) ?? 0];
  const step = low <= high ? 1 : -1;
  const count = Math.min(Math.abs(high - low) + 1, WORD_LIMIT + 1);
  return Array.from({ length: count }, (_, i) => {
    const at = low + i * step;
    return letters === null ? String(at) : String.fromCharCode(at);
  });
}

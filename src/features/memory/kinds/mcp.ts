import { isRecord, parseJson } from '#core/json.ts';
import type { FactExtractor } from '../extractor.ts';
import { mcpLabel } from '../tool-acts.ts';
import { toolCall } from '../tool-call.ts';

/** The longest argument that is kept, in UTF-16 units: keys and names, not documents. */
const ARGUMENT = 80;
const MOST_ARGUMENTS = 4;

/** An answer that is one figure with its name, or a few of them. */
const FIGURES = /^(?=[^\d]{0,40}\d)(?:[\w.%:/-]+[\s,|]*){1,6}$/;
const FIGURES_UNITS = 60;
/** A value that is no text: one word, a number, a date, a name. */
const ONE_WORD = /^[\w.:@%+-]{1,40}$/;
const LARGEST_JSON = 2048;

/** The figures of an answer, or the fields of an object that are no texts. Empty: it is something else. */
function figuresOf(answer: string): string {
  if (answer.length <= FIGURES_UNITS && FIGURES.test(answer)) return answer.replace(/\s+/g, ' ');
  const fields = answer.startsWith('{') && answer.length <= LARGEST_JSON ? parseJson(answer) : undefined;
  if (!isRecord(fields)) return '';
  return Object.entries(fields)
    .filter(
      ([name, value]) =>
        ONE_WORD.test(name) && ['string', 'number'].includes(typeof value) && ONE_WORD.test(String(value)),
    )
    .slice(0, MOST_ARGUMENTS)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(' ');
}

/** Calls of other servers, by name and short arguments, and figures if they are the answer. No text is taken from them. */
export const mcp: FactExtractor = {
  priority: 3,
  extract(event) {
    const call = toolCall(event);
    if (call?.act !== 'mcp' || !call.ok) return [];
    const label = mcpLabel(call.toolName);
    const given = Object.entries(call.input)
      .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
      .map(([name, value]) => `${name}=${String(value)}`)
      .filter((pair) => pair.length <= ARGUMENT && !/\n/.test(pair))
      .slice(0, MOST_ARGUMENTS);
    const figures = figuresOf(call.output.trim());
    const text = [label, ...given, ...(figures === '' ? [] : [`=> ${figures}`])].join(' ');
    return [{ kind: 'mcp', key: label, text }];
  },
};

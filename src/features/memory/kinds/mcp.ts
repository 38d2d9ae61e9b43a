import type { FactExtractor } from '../extractor.ts';
import { mcpLabel } from '../tool-acts.ts';
import { toolCall } from '../tool-call.ts';

/** The longest argument that is kept, in UTF-16 units: keys and names, not documents. */
const ARGUMENT = 80;
const MOST_ARGUMENTS = 4;

/** An answer that is one figure with its name, or a few of them. */
const VALUE = /^(?=[^\d]{0,40}\d)(?:[\w.%:/-]+[\s,|]*){1,6}$/;
const VALUE_UNITS = 60;

/** Calls of other servers, by name and short arguments, and a figure if that is the answer. No text is taken from them. */
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
    const answer = call.output.trim();
    const value =
      answer.length <= VALUE_UNITS && VALUE.test(answer) ? answer.replace(/\s+/g, ' ') : undefined;
    const text = [label, ...given, ...(value === undefined ? [] : [`=> ${value}`])].join(' ');
    return [{ kind: 'mcp', key: label, text }];
  },
};

import type { FactExtractor } from '../extractor.ts';
import { mcpLabel } from '../tool-acts.ts';
import { toolCall } from '../tool-call.ts';

/** The longest argument that is kept, in UTF-16 units: keys and names, not documents. */
const ARGUMENT = 80;
const MOST_ARGUMENTS = 4;

/** Calls of other servers, by name and short arguments. What they answered is not taken from them. */
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
    return [{ kind: 'mcp', key: label, text: [label, ...given].join(' ') }];
  },
};

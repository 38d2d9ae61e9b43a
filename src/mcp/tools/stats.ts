import { z } from 'zod';
import { OWN_READ } from '#features/policy/act.ts';
import { ToolResponse } from '../response.ts';
import { defineTool } from '../tool.ts';

export const stats = defineTool({
  name: 'ctx_stats',
  description: 'How many bytes plimsoll kept out of the context (savings), and what this project stores.',
  annotations: { readOnlyHint: true },
  input: z.strictObject({}),
  access: () => OWN_READ,
  async run(_args, context) {
    const notices = context.takeNotices('stats');
    const { text, fields } = await context.stats();
    const load = context.contextLoad();
    return new ToolResponse()
      .text(notices.join('\n'))
      .text(text)
      .text(load === undefined ? '' : `Context: ${load}.`)
      .data({ ...fields, ...(load === undefined ? {} : { context: load }) });
  },
});

import { z } from 'zod';
import { OWN_READ } from '#features/policy/act.ts';
import { ToolResponse } from '../response.ts';
import { defineTool } from '../tool.ts';

export const upgrade = defineTool({
  name: 'ctx_upgrade',
  description: 'What of plimsoll is installed and running, and the steps to update it. Changes nothing.',
  annotations: { readOnlyHint: true },
  input: z.strictObject({}),
  access: () => OWN_READ,
  async run(_args, { upgradePlan }) {
    const { text, ...fields } = await upgradePlan();
    return new ToolResponse().text(text).data(fields);
  },
});

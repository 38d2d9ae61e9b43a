import { z } from 'zod';
import { renderFindings } from '#features/doctor/render.ts';
import { OWN_READ } from '#features/policy/act.ts';
import { ToolResponse } from '../response.ts';
import { defineTool } from '../tool.ts';

export const doctor = defineTool({
  name: 'ctx_doctor',
  description: 'Check that every part of plimsoll works here, and how to mend what does not.',
  annotations: { readOnlyHint: true },
  input: z.strictObject({}),
  access: () => OWN_READ,
  async run(_args, { diagnose }) {
    const findings = await diagnose();
    return new ToolResponse().text(renderFindings(findings)).data({ findings });
  },
});

import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { needHandle } from '#core/ids.ts';
import type { PurgeTarget } from '#core/purge.ts';
import { planText, reportText } from '#core/purge-text.ts';
import { OWN_CHANGE } from '#features/policy/act.ts';
import { ToolResponse } from '../response.ts';
import { defineTool } from '../tool.ts';

const SCOPES = ['source', 'session', 'project', 'all'] as const;

/** @throws AppError ARGUMENT_INVALID */
function targetOf(scope: (typeof SCOPES)[number], id: string | undefined): PurgeTarget {
  if (scope === 'project' || scope === 'all') {
    if (id === undefined) return { scope };
    throw new AppError('ARGUMENT_INVALID', `ctx_purge: scope ${scope} takes no id.`);
  }
  if (id === undefined)
    throw new AppError(
      'ARGUMENT_INVALID',
      `ctx_purge: id is missing; expected ${scope === 'source' ? 'a handle such as "#12"' : 'a session id'}.`,
    );
  return scope === 'session' ? { scope, id } : { scope, id: needHandle(id) };
}

export const purge = defineTool({
  name: 'ctx_purge',
  description:
    'Delete stored data for good: a source, a session, this project, or all. Without confirm it only tells what would go.',
  annotations: { destructiveHint: true },
  input: z.strictObject({
    scope: z.enum(SCOPES),
    id: z.string().min(1).optional(),
    confirm: z.boolean().default(false),
  }),
  access: () => OWN_CHANGE,
  async run({ scope, id, confirm }, { purging }) {
    const target = targetOf(scope, id);
    if (!confirm) {
      const plan = await purging.plan(target);
      return new ToolResponse()
        .text(`Would remove ${planText(plan)}.`)
        .text('Nothing was removed: confirm is not set. It is the user who decides this.')
        .data({ ...plan, removed: false });
    }
    const report = await purging.run(target);
    return new ToolResponse().text(reportText(report)).data({ ...report, removed: true });
  },
});

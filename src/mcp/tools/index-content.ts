import { isAbsolute, relative, resolve } from 'node:path';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { formatHandle } from '#core/ids.ts';
import { formatBytes, formatCount } from '#core/units.ts';
import { pathText } from '../arguments.ts';
import { ToolResponse } from '../response.ts';
import { defineTool } from '../tool.ts';

const CONTENT_LIMIT = 8 * 1024 * 1024;

/** A path inside the project is named relative to it. */
function labelOf(path: string, projectRoot: string): string {
  const inside = relative(projectRoot, path);
  return inside === '' || inside.startsWith('..') || isAbsolute(inside) ? path : inside.split('\\').join('/');
}

export const indexContent = defineTool({
  name: 'ctx_index',
  description:
    'Make a file or a given text searchable by ctx_search without reading it into the context. A file stays where it is; indexing it again takes in its changes.',
  annotations: { readOnlyHint: false, destructiveHint: false },
  input: z.strictObject({
    path: pathText.optional(),
    content: z.string().min(1).max(CONTENT_LIMIT).optional(),
    source: z.string().min(1).max(200).optional().describe('label'),
  }),
  async run(args, { knowledge, projectRoot }) {
    const { path, content, source } = args;
    if ((path === undefined) === (content === undefined)) {
      const given = path === undefined ? 'neither is given' : 'both are given';
      throw new AppError('ARGUMENT_INVALID', `ctx_index: ${given}; accepted: either path or content.`);
    }
    let report: Awaited<ReturnType<typeof knowledge.indexFile>>;
    if (path === undefined) report = await knowledge.indexContent(content ?? '', source ?? 'content');
    else {
      const absolute = resolve(projectRoot, path);
      report = await knowledge.indexFile(absolute, source ?? labelOf(absolute, projectRoot));
    }
    const handle = formatHandle(report.id);
    const { label, bytes, lines, passages, change } = report;
    const size = `${formatBytes(bytes)}, ${formatCount(lines)} lines, ${formatCount(passages)} passages`;
    return new ToolResponse()
      .text(`${change === 'unchanged' ? 'Unchanged' : 'Indexed'} ${handle} ${label}: ${size}.`)
      .data({ id: handle, source: label, bytes, lines, passages, change });
  },
});

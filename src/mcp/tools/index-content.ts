import { isAbsolute, relative, resolve } from 'node:path';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { formatHandle } from '#core/ids.ts';
import { formatBytes, formatCount } from '#core/units.ts';
import { folderSummary, isNothing, nothingIndexed } from '#features/knowledge/indexing/folder-summary.ts';
import type { IndexReport } from '#features/knowledge/indexing/index-source.ts';
import { OWN_CHANGE } from '#features/policy/act.ts';
import { statPath } from '#infra/stat-path.ts';
import { pathText, textList } from '../arguments.ts';
import type { ToolContext } from '../context.ts';
import { ToolResponse } from '../response.ts';
import { redactedIn } from '../runs/run-status.ts';
import { type CallScope, defineTool } from '../tool.ts';

const CONTENT_LIMIT = 8 * 1024 * 1024;
const MAX_PATTERNS = 50;

/** A path inside the project is named relative to it; the project itself has the empty name. */
function labelOf(path: string, projectRoot: string): string {
  const inside = relative(projectRoot, path);
  const isOutside = inside.split(/[\\/]/)[0] === '..' || isAbsolute(inside);
  return isOutside ? path : inside.split('\\').join('/');
}

function describeSource(report: IndexReport, replaced: readonly number[], redactions = 0): ToolResponse {
  const handle = formatHandle(report.id);
  const { label, bytes, lines, passages, change } = report;
  const size = `${formatBytes(bytes)}, ${formatCount(lines)} lines, ${formatCount(passages)} passages`;
  const gone = replaced.length === 0 ? '' : ` It replaces ${replaced.map(formatHandle).join(', ')}.`;
  return new ToolResponse()
    .text(
      `${change === 'unchanged' ? 'Unchanged' : 'Indexed'} ${handle} ${label}: ${size}${redactedIn(redactions)}.${gone}`,
    )
    .data({
      id: handle,
      source: label,
      bytes,
      lines,
      passages,
      change,
      replaced: replaced.length === 0 ? undefined : replaced.map(formatHandle),
      redactions: redactions || undefined,
    });
}

interface FolderArguments {
  readonly source?: string | undefined;
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}

async function indexFolder(
  folder: string,
  args: FolderArguments,
  { knowledge, projectRoot }: ToolContext,
  { signal, progress }: CallScope,
): Promise<ToolResponse> {
  const own = labelOf(folder, projectRoot);
  const prefix = args.source ?? own;
  const report = await knowledge.indexFolder(
    {
      folder,
      labelPrefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`,
      include: args.include ?? [],
      exclude: args.exclude ?? [],
    },
    { signal, progress },
  );
  const name = own === '' ? folder : own;
  if (isNothing(report)) throw new AppError('NOTHING_INDEXED', nothingIndexed(name, report));
  return new ToolResponse().text(folderSummary(name, report)).data({
    source: prefix === '' ? '*' : `${prefix.replace(/\/$/, '')}/*`,
    files: report.files,
    new: report.added.count,
    changed: report.changed.count,
    unchanged: report.unchanged,
    removed: report.removed.count,
    skipped: Object.fromEntries(report.skipped.map(({ reason, count }) => [reason.replace(' ', '_'), count])),
    limits_hit: report.hit,
    passages: report.passages,
    cancelled: report.isCancelled || undefined,
  });
}

export const indexContent = defineTool({
  name: 'ctx_index',
  description:
    'Make a file, a folder or a given text searchable by ctx_search without reading it into the context. Files stay where they are; indexing again takes in changes.',
  annotations: { readOnlyHint: false, destructiveHint: false },
  input: z.strictObject({
    path: pathText.optional(),
    content: z.string().min(1).max(CONTENT_LIMIT).optional(),
    source: z.string().min(1).max(200).optional().describe('label'),
    include: textList(0, MAX_PATTERNS).optional().describe('gitignore patterns'),
    exclude: textList(0, MAX_PATTERNS).optional(),
  }),
  access: ({ path }, projectRoot) =>
    path === undefined ? OWN_CHANGE : { acts: [{ kind: 'read', path, cwd: projectRoot }], isOwnRead: false },
  async run(args, context, scope) {
    const { path, content, source } = args;
    if ((path === undefined) === (content === undefined)) {
      const given = path === undefined ? 'neither is given' : 'both are given';
      throw new AppError('ARGUMENT_INVALID', `ctx_index: ${given}; accepted: either path or content.`);
    }
    const { knowledge, projectRoot } = context;
    const absolute = path === undefined ? undefined : resolve(projectRoot, path);
    if (absolute !== undefined && statPath(absolute)?.isDirectory())
      return indexFolder(absolute, args, context, scope);
    if ((args.include?.length ?? 0) + (args.exclude?.length ?? 0) > 0)
      throw new AppError('ARGUMENT_INVALID', 'include, exclude: only with a path that is a folder.');
    if (absolute === undefined) {
      const report = await knowledge.indexContent(content ?? '', source ?? 'content', source !== undefined);
      return describeSource(report, report.replaced, report.redactions);
    }
    const label = source ?? labelOf(absolute, projectRoot);
    const report = await knowledge.indexFile(absolute, label, source !== undefined);
    const response = describeSource(report, []);
    // Nobody would have read again what has not changed.
    return report.change === 'unchanged'
      ? response
      : response.counts({ kind: 'unread', insteadBytes: context.host.text(report) });
  },
});

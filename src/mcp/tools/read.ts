import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { formatHandle, parseHandle } from '#core/ids.ts';
import { formatLineRange, LINES_ACCEPTED, type LineRange, parseLineRange } from '#core/text/lines.ts';
import { tagsLine } from '#core/text/shown-text.ts';
import { formatBytes, formatCount } from '#core/units.ts';
import type { KnowledgeJobResults } from '#features/knowledge/jobs.ts';
import { OWN_READ } from '#features/policy/act.ts';
import { answerBytes, maxBytes } from '../arguments.ts';
import { fenced, isPage } from '../fenced.ts';
import { ToolResponse } from '../response.ts';
import { redactedIn } from '../runs/run-status.ts';
import { defineTool } from '../tool.ts';
import { sourceName } from './search-hits.ts';

type Page = KnowledgeJobResults['read'];

/** The last line: where in the original this page lies, and the call for the next one. */
function footer(handle: string, page: Page, range: LineRange | undefined, grep: string | undefined): string {
  const last = (range?.last ?? page.totalLines) < page.totalLines ? range?.last : undefined;
  const total = formatCount(page.totalLines);
  const from = range?.firstByte ? ` (from byte ${range.firstByte})` : '';
  const place = `lines ${page.firstLine}-${page.lastLine}${from} of ${total}`;
  const isPart = page.firstLine > 1 || last !== undefined;
  const searched = isPart
    ? `the ${formatCount(page.lastLine - page.firstLine + 1)} lines ${page.firstLine}-${page.lastLine}`
    : `${total} lines`;
  const parts = [page.matches === undefined ? place : `${formatCount(page.matches)} of ${searched} match`];
  if (page.cutBytes > 0) parts.push(`${formatBytes(page.cutBytes)} of the line are left`);
  if (page.redactions > 0) parts.push(`${redactedIn(page.redactions).slice(2)} of the file`);
  if (page.isChanged) parts.push('the file changed since it was indexed');
  const again = grep === undefined ? '' : `, grep: ${JSON.stringify(grep)}`;
  const lines = formatLineRange(page.nextLine ?? 1, page.nextByte, last);
  const next = page.nextLine === undefined ? '' : `; ctx_read(id: "${handle}", lines: "${lines}"${again})`;
  return `[${handle}: ${parts.join(', ')}${next}]`;
}

export const read = defineTool({
  name: 'ctx_read',
  description: 'Read back a stored original (#id) by lines or by grep, page by page.',
  annotations: { readOnlyHint: true },
  input: z.strictObject({
    id: z.preprocess((value) => (typeof value === 'number' ? String(value) : value), z.string().min(1)),
    lines: z
      .preprocess((value) => (typeof value === 'number' ? String(value) : value), z.string())
      .optional()
      .describe('100-160'),
    grep: z.string().min(1).max(1000).optional().describe('regex'),
    max_bytes: maxBytes,
  }),
  access: () => OWN_READ,
  async run(args, context) {
    const id = parseHandle(args.id, context.outDir);
    if (id === undefined)
      throw new AppError(
        'ARGUMENT_INVALID',
        `id is "${args.id}"; accepted: a handle such as "#12", or the path of a stored original of this project.`,
      );
    const range = args.lines === undefined ? undefined : parseLineRange(args.lines);
    if (args.lines !== undefined && range === undefined) {
      throw new AppError('ARGUMENT_INVALID', `lines is "${args.lines}"; accepted: ${LINES_ACCEPTED}.`);
    }
    const budget = answerBytes(args.max_bytes);
    const page = await context.knowledge.read({ id, range, grep: args.grep, maxBytes: budget });
    const handle = formatHandle(id);
    return new ToolResponse()
      .text(isPage(page.source) ? fenced(page.text, page.source.label) : page.text)
      .text(tagsLine(page.tags, sourceName(page.source)))
      .text(footer(handle, page, range, args.grep))
      .data({
        id: handle,
        source: page.source.label,
        total_lines: page.totalLines,
        next_line: page.nextLine,
        next_byte: page.nextByte > 0 ? page.nextByte : undefined,
        matches: page.matches,
      });
  },
});

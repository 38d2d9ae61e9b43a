import { relative, resolve } from 'node:path';
import { AppError } from '#core/errors.ts';
import { formatHandle } from '#core/ids.ts';
import { folderSummary, isNothing, nothingIndexed } from '#features/knowledge/indexing/folder-summary.ts';
import type { Knowledge } from '#features/knowledge/knowledge.ts';
import { statPath } from '#infra/stat-path.ts';
import type { Command, CommandScope } from '../command.ts';
import { parseOptions } from '../options.ts';

const patternsOf = (text: string | undefined): readonly string[] =>
  (text ?? '').split(',').filter((pattern) => pattern.trim() !== '');

async function indexFolder(
  { knowledge, showProgress }: { readonly knowledge: Knowledge } & Pick<CommandScope, 'showProgress'>,
  asked: Parameters<Knowledge['indexFolder']>[0],
  name: string,
): ReturnType<Knowledge['indexFolder']> {
  const cancel = new AbortController();
  const onInterrupt = (): void => cancel.abort();
  process.once('SIGINT', onInterrupt);
  try {
    const report = await knowledge.indexFolder(asked, {
      signal: cancel.signal,
      progress: ({ message }) => showProgress(`${name}: ${message}`),
    });
    if (isNothing(report)) throw new AppError('NOTHING_INDEXED', nothingIndexed(name, report));
    return report;
  } finally {
    process.off('SIGINT', onInterrupt);
  }
}

const passages = (count: number): string => `${count} ${count === 1 ? 'passage' : 'passages'}`;

export const indexFiles: Command = {
  name: 'index',
  summary: 'make files and folders searchable',
  usage: `plimsoll index PATH... [--include PATTERNS] [--exclude PATTERNS] [--json]
  --include   only files of a folder that fit one of these patterns, separated by commas, as in a .gitignore
  --exclude   what fits one of these patterns is left out
  --json      one JSON object per file or folder named`,
  async run({ args, folder, out, knowledge, showProgress }) {
    const text = { type: 'string' } as const;
    const types = { json: { type: 'boolean' }, include: text, exclude: text } as const;
    const options = parseOptions(args, types, Number.POSITIVE_INFINITY);
    if (options.positionals.length === 0)
      throw new AppError('ARGUMENT_INVALID', 'index needs at least one file or folder.');
    let isCancelled = false;
    for (const name of options.positionals) {
      const path = resolve(folder, name);
      const inside = relative(folder, path);
      const label = inside.split(/[\\/]/)[0] === '..' ? path : inside.split('\\').join('/');
      if (statPath(path)?.isDirectory()) {
        const labelPrefix = label === '' ? '' : `${label}/`;
        const [include, exclude] = [options.value('include'), options.value('exclude')].map(patternsOf);
        const asked = { folder: path, labelPrefix, include: include ?? [], exclude: exclude ?? [] };
        const report = await indexFolder({ knowledge: knowledge(), showProgress }, asked, name);
        isCancelled ||= report.isCancelled;
        out(options.flag('json') ? JSON.stringify(report) : folderSummary(name, report));
        continue;
      }
      const report = await knowledge().indexFile(path, label);
      if (options.flag('json')) out(JSON.stringify(report));
      else out(`${formatHandle(report.id)} ${report.label}: ${passages(report.passages)}, ${report.change}`);
    }
    return isCancelled ? 1 : 0;
  },
};

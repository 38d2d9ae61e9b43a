import { redactCommand } from '#core/text/redact-command.ts';
import { redactText } from '#core/text/redact-secrets.ts';
import { type IndexReport, reportOf } from '../indexing/index-source.ts';
import type { KnowledgePlace } from '../jobs.ts';
import { keepOriginal } from './keep-original.ts';
import type { PageTools } from './pages.ts';
import { textOf } from './read-text.ts';

export interface ContentReport extends IndexReport {
  /** Handles of older texts of this label that are gone now. */
  readonly replaced: readonly number[];
  /** Places in the text at which a secret was replaced before it was stored. */
  readonly redactions: number;
}

/** Texts that a caller hands over. */
export function createGivenContent(place: KnowledgePlace, { run, request }: Omit<PageTools, 'note'>) {
  const { sources } = place;
  return {
    /**
     * Stores and indexes a given text, without its secrets. The same text under the same label is stored once; with
     * `replaces`, older given texts of this label go.
     */
    async indexContent(given: string, name: string, replaces: boolean): Promise<ContentReport> {
      const { text, count: redactions } = redactText(given);
      const label = redactCommand(name);
      const content = Buffer.from(text);
      textOf(content, 'content');
      const known = sources.findStored(label);
      const output = { kind: 'text', text } as const;
      const kept = keepOriginal(place, { ...request(), label, kind: 'doc', output, bytes: content.length });
      const same = known.find(({ id, state }) => id === kept.id && state === 'ready');
      if (same !== undefined) return { ...reportOf(place, same, 'unchanged'), replaced: [], redactions };
      const { nowMs } = request();
      const report = await run<'index-stored'>({ kind: 'index-stored', id: kept.id, nowMs }, content.length);
      const older = replaces ? known.filter(({ id, kind }) => kind === 'doc' && id !== kept.id) : [];
      if (older.length === 0) return { ...report, replaced: [], redactions };
      const ids = older.map(({ id }) => id);
      const bytes = older.reduce((sum, source) => sum + source.bytes, 0);
      await run<'remove-sources'>({ kind: 'remove-sources', ids }, bytes);
      return { ...report, change: 'changed', replaced: ids, redactions };
    },
  };
}

import { blocksOf, type MessagesBody, seenResults, textOf } from '../../tests/e2e/harness/messages.ts';
import type { Fact } from './task.ts';

/** What one request shows to the model, beside the tools' schemas. */
export interface Sight {
  /** All that was not said by the model itself. */
  readonly text: string;
  /** Tools that have to be loaded before they can be called. */
  readonly deferred: ReadonlySet<string>;
}

export function sightOf(body: MessagesBody): Sight {
  const others = body.messages.filter(({ role }) => role !== 'assistant');
  const text = others.map(({ content }) => textOf(content)).join('\n');
  const notes = others
    .flatMap(({ content }) => blocksOf(content))
    .flatMap((block) => (block.text !== undefined && /deferred tools/i.test(block.text) ? [block.text] : []));
  const names = notes.flatMap((note) => note.match(/^(?:mcp__[\w-]+|[A-Z]\w+)$/gm) ?? []);
  const loaded = new Set((body.tools ?? []).map(({ name }) => name));
  // What ToolSearch has loaded stands in its result, not among the declarations.
  const searched = seenResults(body.messages).filter(({ tool }) => tool === 'ToolSearch').length;
  return { text, deferred: searched > 0 ? new Set() : new Set(names.filter((name) => !loaded.has(name))) };
}

/** A quotation mark may reach the model escaped, as part of JSON. */
export function isSeen({ texts, pattern }: Fact, sight: string): boolean {
  const plain = sight.replaceAll('\\"', '"');
  return texts.every((text) => plain.includes(text)) || pattern?.test(plain) === true;
}

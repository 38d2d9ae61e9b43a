import { byteLength } from '#core/text/bytes.ts';
import { pack, type Writer } from './render/pack.ts';
import { sectionsOf } from './render/sections.ts';
import { minuteOf } from './render/shown-words.ts';
import type { SessionState } from './session-state.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

const XML: Writer = {
  write({ id, atMs: at }, lines, left) {
    const attributes = `${at === undefined ? '' : ` at="${minuteOf(at)}"`}${left > 0 ? ` more="${left}"` : ''}`;
    const body = lines.map(({ text, atMs }) =>
      escaped(atMs === undefined ? text : `${minuteOf(atMs)} ${text}`),
    );
    return `<${id}${attributes}>\n${body.join('\n')}\n</${id}>`;
  },
};

const CLOSING = '</session_snapshot>';

/**
 * The session as XML for the store, in tiers, cut to `budgetBytes` of UTF-8; each element counts what was cut from it. Goal
 * and last request are in it even if they alone need more. Empty: nothing happened that would have to be kept.
 */
export function renderSnapshot(
  state: SessionState,
  { budgetBytes }: { readonly budgetBytes: number },
): string {
  const head = `<session_snapshot version="1" from="${minuteOf(state.fromMs)}" to="${minuteOf(state.toMs)}">`;
  const room = budgetBytes - byteLength(head) - byteLength(CLOSING) - 2;
  const body = pack(sectionsOf(state, budgetBytes), room, XML);
  return body === '' ? '' : `${head}\n${body}\n${CLOSING}`;
}

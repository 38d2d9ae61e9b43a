import { indentOf } from '../../signals/outline.ts';

/** An element of a page, as browser tools print it. */
export interface PageElement {
  readonly role: string;
  /** Between its quotes, as it stands; empty when it has none. */
  readonly name: string;
  /** As it stands: `[ref=e12]`, `uid=1_2`; empty when it cannot be acted on. */
  readonly ref: string;
  readonly indent: number;
  /** Elements below it follow. */
  readonly hasChildren: boolean;
  /** What follows the name but for the reference. */
  readonly rest: string;
}

const LISTED = /^\s*- '?([a-z][\w-]*)(?: "((?:[^"\\]|\\.)*)")?(.*)$/i;
const REF = /\[ref=[^\]\s]+\]/;
const BY_UID = /^\s*(?:\[?uid=([\w.:-]+)\]?) +"?([\w-]+)"?(?: "((?:[^"\\]|\\.)*)")?(.*)$/;

/** Reads a line of a snapshot: `- button "Save" [ref=e12]` or `uid=1_2 button "Save"`; undefined for other lines. */
export function elementOf(text: string): PageElement | undefined {
  const indent = indentOf(text);
  if (text.startsWith('- ', indent)) {
    const [, role = '', name = '', rest = ''] = LISTED.exec(text) ?? [];
    if (role === '') return undefined;
    const ref = REF.exec(rest)?.[0] ?? '';
    return { role, name, ref, indent, hasChildren: /:\s*$/.test(rest), rest: rest.replace(ref, '').trim() };
  }
  if (!text.includes('uid=')) return undefined;
  const [, uid = '', role = '', name = '', rest = ''] = BY_UID.exec(text) ?? [];
  return role === ''
    ? undefined
    : { role, name, ref: `uid=${uid}`, indent, hasChildren: false, rest: rest.trim() };
}

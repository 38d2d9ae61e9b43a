import { stripHidden } from './strip-hidden.ts';

/** Name of the fence, as the model reads it. */
const FENCE = 'outside_text';

/** Elements by which hosts tell the model things, or by which it calls tools: inside a fence they are text. */
const HOST_TAGS = [
  'system[-_ ]?(?:reminder|prompt|message|instructions?)',
  'system',
  '(?:antml:)?(?:function_calls?|function_results?|function|invoke|parameters?|thinking)',
  'tool[-_ ]?(?:use|call|calls|result|results|response)s?',
  'user[-_](?:message|prompt|prompt-submit-hook|memory)',
  '(?:local-)?command-(?:name|message|args|stdout|stderr|contents|caveat)',
  'bash-(?:input|stdout|stderr)',
  '(?:assistant|human|user|developer)',
  'task-notification',
  'untrusted[-_ ]?\\w*',
  FENCE,
].join('|');
/** A tag, or its beginning: with blanks, attributes or without an end it is read as one all the same. */
const HOST_TAG = new RegExp(String.raw`<(?=\s*[/\\]?\s*(?:${HOST_TAGS})(?![\w]))`, 'gi');
/** Marks of chat templates: they begin and end messages in some models. */
const TEMPLATE_MARKS = /<(?=\|[\w ]{1,40}\|?>)|<(?=<\/?SYS>>)|\[(?=\/?INST\])/gi;
/** What begins a line, or follows a tag, as a part in a talk. */
const ROLE = /((?:^|>)[ \t>*_#-]{0,12})\b(system|human|assistant|developer)([*_ \t]{0,4}):(?=\s|$|\*)/gim;
/** Fullwidth and look-alike signs that are read as `<`. */
const LOOKALIKE_TAG = new RegExp(
  String.raw`[\uff1c\u2039\u02c2\u276e\ufe64](?=\s*[/\\\uff0f\u2215\u2044]?\s*(?:${HOST_TAGS})(?![\w]))`,
  'gi',
);

/**
 * The text as something that was said elsewhere: tags of hosts, marks of chat templates and parts of a talk no longer work as
 * such, though a person reads the same. Other markup stays. Idempotent.
 */
export const neutralise = (text: string): string =>
  text
    .replace(HOST_TAG, '&lt;')
    .replace(LOOKALIKE_TAG, '&lt;')
    .replace(TEMPLATE_MARKS, (sign) => (sign === '[' ? '&#91;' : '&lt;'))
    .replace(ROLE, '$1$2$3&#58;');

/** An origin as an attribute: one line, no quotes. */
const attribute = (origin: string): string =>
  stripHidden(origin).replace(/\s+/g, ' ').replace(/"/g, '%22').replace(/</g, '%3C').replace(/>/g, '%3E');

/**
 * Text from outside between two lines that name where it comes from. `nonce` is random and not known to whoever wrote the
 * text; wherever it occurs in it, it is broken. What is hidden goes, host tags are neutralised. Empty text has no fence.
 */
export function fence(text: string, origin: string, nonce: string): string {
  const clean = neutralise(stripHidden(text)).replaceAll(nonce, `${nonce.slice(0, -1)}…`);
  if (clean.trim() === '') return '';
  return `<${FENCE} from="${attribute(origin)}" mark="${nonce}">\n${clean.trimEnd()}\n</${FENCE} mark="${nonce}">`;
}

const FENCE_START = new RegExp(`<${FENCE} from="[^"]*" mark="(\\w+)">`, 'g');
/** The first line of a fence that was cut through. */
const HALF_START = new RegExp(`\\n?<${FENCE}[^>]*$|\\n?<[a-z_]{0,12}$`);

/** A text that was cut off, with its last fence closed; one of which not even the first line is left goes. */
export function closeFence(cut: string): string {
  const text = cut.replace(HALF_START, '');
  const nonce = [...text.matchAll(FENCE_START)].at(-1)?.[1];
  const end = `\n</${FENCE} mark="${nonce}">`;
  return nonce === undefined || text.includes(end) ? text : `${text}${end}`;
}

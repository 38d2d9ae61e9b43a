import { asRead } from './look-alike.ts';
import { stripHidden } from './strip-hidden.ts';

/** Name of the fence, as the model reads it. */
const FENCE = 'outside_text';

/** Elements by which hosts tell the model things, or by which it calls tools: inside a fence they are text. */
const HOST_TAGS = [
  'system[-_ ]?(?:reminder|prompt|message|instructions?)',
  'system',
  '(?:antml:)?(?:function_calls?|function_results?|function|invoke|parameters?|thinking)',
  'tool[-_ ]?(?:use|call|result|response)s?(?:[-_]error)?',
  'user[-_](?:message|prompt|prompt-submit-hook|memory)',
  '(?:local-)?command-(?:name|message|args|stdout|stderr|contents|caveat)',
  'bash-(?:input|stdout|stderr)',
  '(?:assistant|human|user|developer)',
  '(?:task|agent)-notification',
  '[a-z]+(?:-[a-z]+){0,4}-hook',
  'ide[-_](?:selection|opened[-_]file|diagnostics)',
  '(?:new-diagnostics|persisted-output|teammate-message|claudemd)',
  'mcp-(?:resource|polling)(?:-[a-z]+)*',
  '(?:start|end)_of_turn',
  'untrusted[-_ ]?\\w*',
  FENCE,
].join('|');
/** A tag, or its beginning: with some blanks, attributes or without an end it is read as one all the same. */
const HOST_TAG = new RegExp(String.raw`<(?=\s{0,8}[/\\]?\s{0,8}(?:${HOST_TAGS})(?![\w]))`, 'gi');
/** Marks of chat templates, with plain or wide bars: they begin and end messages in some models. */
const TEMPLATE_MARKS =
  /[<\uff1c](?=[|\uff5c][\w \u2581]{1,40}[|\uff5c]?[>\uff1e])|<(?=<\/?SYS>>)|\[(?=\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_(?:CALLS|RESULTS))\])/gi;
/** What begins a line, or follows a tag, as a part in a talk. */
const ROLE =
  /((?:^|>)[ \t>*_#-]{0,12})\b(system|human|assistant|developer)([*_ \t]{0,4})[:\uff1a](?=\s|$|\*)/gim;
/** A sign that is read as `<`, and what may be a name behind it. */
const TAG_LIKE =
  /[<\uff1c\u2039\u02c2\u276e\ufe64\u3008\u27e8\u2329\u29fc\u1438\u227a\u22d6](?=(\s{0,8}[/\\\uff0f\u2215\u2044\u29f8]?\s{0,8}[\p{L}\p{M}\p{N}\p{Pd}\p{Pc}: \u2212]{1,48}))/gu;
const READ_AS_TAG = new RegExp(`^[\\s/\\\\\u2215\u2044\u29f8]*(?:${HOST_TAGS})(?!\\w)`, 'i');
const ASCII = /^[\0-\x7f]*$/;

/** A tag of a host that is not written as one: a look-alike of `<`, or of a letter in its name. */
const lookalikeTag = (sign: string, name: string): string =>
  ASCII.test(sign + name) || !READ_AS_TAG.test(asRead(name)) ? sign : '&lt;';

/**
 * The text as something that was said elsewhere: tags of hosts, marks of chat templates and parts of a talk no longer work as
 * such, though a person reads the same. Other markup stays. Idempotent.
 */
export const neutralise = (text: string): string =>
  text
    .replace(HOST_TAG, '&lt;')
    .replace(TAG_LIKE, lookalikeTag)
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

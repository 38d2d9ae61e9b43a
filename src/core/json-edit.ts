/** Where a member of the outermost object stands in the text; the end of a span is the first position behind it. */
interface JsonMember {
  readonly key: string;
  readonly keyStart: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

/** The outermost object of a JSON text, comments allowed: where it begins and ends, and its members in order. */
interface JsonObjectSpan {
  readonly open: number;
  readonly close: number;
  readonly members: readonly JsonMember[];
}

const SPACE = /(?:\s|\uFEFF|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const STRING = /"(?:[^"\\]|\\[\s\S])*"/y;
const SCALAR = /[^\s,{}[\]"/]+/y;

/** Position behind what `pattern` matches at `at`; undefined when it does not match there. */
function behind(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

const skipSpace = (text: string, at: number): number => behind(SPACE, text, at) ?? at;

/** Position behind the value that begins at `at`; undefined for what is no JSON. */
function skipValue(text: string, at: number): number | undefined {
  const first = text[at];
  if (first === '"') return behind(STRING, text, at);
  if (first !== '{' && first !== '[') return behind(SCALAR, text, at);
  let depth = 0;
  let position = at;
  while (position < text.length) {
    const c = text[position];
    if (c === '"') {
      const end = behind(STRING, text, position);
      if (end === undefined) return undefined;
      position = end;
      continue;
    }
    if (c === '/') {
      const end = skipSpace(text, position);
      if (end === position) return undefined;
      position = end;
      continue;
    }
    if (c === '{' || c === '[') depth += 1;
    if (c === '}' || c === ']') depth -= 1;
    position += 1;
    if (depth === 0) return position;
  }
  return undefined;
}

/** Finds the members of the outermost object; undefined when the text is none. */
function objectSpan(text: string): JsonObjectSpan | undefined {
  const open = skipSpace(text, 0);
  if (text[open] !== '{') return undefined;
  const members: JsonMember[] = [];
  let at = skipSpace(text, open + 1);
  while (text[at] !== '}') {
    const keyEnd = behind(STRING, text, at);
    if (keyEnd === undefined) return undefined;
    const colon = skipSpace(text, keyEnd);
    if (text[colon] !== ':') return undefined;
    const valueStart = skipSpace(text, colon + 1);
    const valueEnd = skipValue(text, valueStart);
    if (valueEnd === undefined) return undefined;
    members.push({ key: keyOf(text.slice(at, keyEnd)), keyStart: at, valueStart, valueEnd });
    const next = skipSpace(text, valueEnd);
    if (text[next] === '}') return { open, close: next, members };
    if (text[next] !== ',') return undefined;
    at = skipSpace(text, next + 1);
  }
  return { open, close: at, members };
}

function keyOf(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}

/** The text with another value for a key of the outermost object; all else stays as it is. Undefined: no JSON object. */
export function withMember(text: string, key: string, value: unknown): string | undefined {
  const span = objectSpan(text);
  if (span === undefined) return undefined;
  const found = span.members.findLast((member) => member.key === key);
  const [first] = span.members;
  const before =
    first === undefined ? '\n  ' : text.slice(text.lastIndexOf('\n', first.keyStart), first.keyStart);
  const indent = /^\n[ \t]*$/.test(before) ? before : '';
  const unit = indent.slice(1);
  const written =
    indent === '' ? JSON.stringify(value) : JSON.stringify(value, null, unit).replaceAll('\n', indent);
  if (found !== undefined) return text.slice(0, found.valueStart) + written + text.slice(found.valueEnd);
  const member = `${JSON.stringify(key)}:${indent === '' ? '' : ' '}${written}`;
  const last = span.members.at(-1);
  if (last === undefined) return `${text.slice(0, span.open + 1)}\n  ${member}\n${text.slice(span.close)}`;
  return `${text.slice(0, last.valueEnd)},${indent}${member}${text.slice(last.valueEnd)}`;
}

/** The text with other characters, as they stood somewhere before, as the value of a key that is there. */
export function withValueText(text: string, key: string, valueText: string): string | undefined {
  const found = objectSpan(text)?.members.findLast((member) => member.key === key);
  if (found === undefined) return undefined;
  return text.slice(0, found.valueStart) + valueText + text.slice(found.valueEnd);
}

/** The characters of a key's value; undefined when there is no such key. */
export function valueText(text: string, key: string): string | undefined {
  const found = objectSpan(text)?.members.findLast((member) => member.key === key);
  return found === undefined ? undefined : text.slice(found.valueStart, found.valueEnd);
}

/** The text without a key of the outermost object. Undefined: no JSON object. */
export function withoutMember(text: string, key: string): string | undefined {
  const span = objectSpan(text);
  if (span === undefined) return undefined;
  const place = span.members.findLastIndex((member) => member.key === key);
  const found = span.members[place];
  if (found === undefined) return text;
  const previous = span.members[place - 1];
  const next = span.members[place + 1];
  if (previous !== undefined) return text.slice(0, previous.valueEnd) + text.slice(found.valueEnd);
  if (next !== undefined) return text.slice(0, found.keyStart) + text.slice(next.keyStart);
  return text.slice(0, span.open + 1) + text.slice(span.close);
}

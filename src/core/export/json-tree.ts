import { parseJson } from '../json.ts';

/** A value in a JSON text and where it stands; `end` is the first position behind it. */
export type JsonNode =
  | {
      readonly kind: 'object';
      readonly start: number;
      readonly end: number;
      readonly members: readonly JsonMember[];
    }
  | {
      readonly kind: 'array';
      readonly start: number;
      readonly end: number;
      readonly elements: readonly JsonNode[];
    }
  | { readonly kind: 'scalar'; readonly start: number; readonly end: number; readonly value: unknown };

export interface JsonMember {
  readonly key: string;
  /** Of the key. */
  readonly start: number;
  /** Behind the value. */
  readonly end: number;
  readonly node: JsonNode;
}

/** What makes a text no JSON, and where: both count from 1. */
export interface JsonFault {
  readonly line: number;
  readonly column: number;
  readonly reason: string;
}

/** Blank space and comments. A byte order mark counts as blank at the very start only. */
const SPACE = /(?:[ \t\r\n]+|\/\/[^\n\r]*|\/\*[\s\S]*?\*\/)*/y;
const STRING = /"(?:[^"\\\r\n]|\\[^\r\n])*"/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
/** Deeper than any settings of an agent, and far from the end of the stack. */
const MAX_DEPTH = 200;

/** What is wrong at a position; thrown inside this file alone. */
class Fault extends Error {
  readonly at: number;
  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

/** Position behind what `pattern` matches at `at`; undefined when it does not match there. */
function behind(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** Position of the first character from `at` on that is neither blank nor part of a comment. */
export const skipSpace = (text: string, at: number): number => behind(SPACE, text, at) ?? at;

const shown = (text: string, at: number): string =>
  at >= text.length ? 'the text ends' : `${JSON.stringify(text[at])} stands`;

function parseString(text: string, at: number): { readonly value: string; readonly end: number } {
  const end = behind(STRING, text, at);
  if (end === undefined) throw new Fault(at, `${shown(text, at)} where a text in double quotes was expected`);
  const value = parseJson(text.slice(at, end));
  if (typeof value !== 'string')
    throw new Fault(at, 'a text holds a character or an escape that JSON does not allow');
  return { value, end };
}

function parseScalar(text: string, at: number): JsonNode {
  if (text[at] === '"') {
    const { value, end } = parseString(text, at);
    return { kind: 'scalar', start: at, end, value };
  }
  const end = behind(SCALAR, text, at);
  if (end === undefined) throw new Fault(at, `${shown(text, at)} where a value was expected`);
  return { kind: 'scalar', start: at, end, value: JSON.parse(text.slice(at, end)) };
}

/** Items up to the bracket that closes; a comma may stand behind the last one. Returns the position behind the bracket. */
function parseItems(text: string, open: number, close: string, item: (at: number) => number): number {
  let at = skipSpace(text, open + 1);
  while (text[at] !== close) {
    at = skipSpace(text, item(at));
    if (text[at] === ',') at = skipSpace(text, at + 1);
    else if (text[at] !== close)
      throw new Fault(at, `${shown(text, at)} where "," or "${close}" was expected`);
  }
  return at + 1;
}

function parseNode(text: string, start: number, depth: number): JsonNode {
  if (depth > MAX_DEPTH) throw new Fault(start, `values lie more than ${MAX_DEPTH} deep`);
  if (text[start] === '{') {
    const members: JsonMember[] = [];
    const end = parseItems(text, start, '}', (at) => {
      const key = parseString(text, at);
      const colon = skipSpace(text, key.end);
      if (text[colon] !== ':') throw new Fault(colon, `${shown(text, colon)} where ":" was expected`);
      const node = parseNode(text, skipSpace(text, colon + 1), depth + 1);
      members.push({ key: key.value, start: at, end: node.end, node });
      return node.end;
    });
    return { kind: 'object', start, end, members };
  }
  if (text[start] === '[') {
    const elements: JsonNode[] = [];
    const end = parseItems(text, start, ']', (at) => {
      const node = parseNode(text, at, depth + 1);
      elements.push(node);
      return node.end;
    });
    return { kind: 'array', start, end, elements };
  }
  return parseScalar(text, start);
}

/** Where in the text a position is. */
export function placeOf(text: string, at: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, at).split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}

/** The value of a JSON text, comments and commas behind the last item allowed; or what is wrong with it. */
export function parseJsonTree(text: string): JsonNode | JsonFault {
  try {
    const node = parseNode(text, skipSpace(text, text.startsWith('\uFEFF') ? 1 : 0), 0);
    const rest = skipSpace(text, node.end);
    if (rest < text.length) throw new Fault(rest, `${shown(text, rest)} behind the end of the value`);
    return node;
  } catch (thrown) {
    if (!(thrown instanceof Fault)) throw thrown;
    return { ...placeOf(text, thrown.at), reason: thrown.message };
  }
}

/** The value without its places. */
export function plainValue(node: JsonNode): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'array') return node.elements.map(plainValue);
  return Object.fromEntries(node.members.map(({ key, node: member }) => [key, plainValue(member)]));
}

/** The member that counts: of several with one key that is the last. */
export const memberOf = (node: JsonNode, key: string): JsonMember | undefined =>
  node.kind === 'object' ? node.members.findLast((member) => member.key === key) : undefined;

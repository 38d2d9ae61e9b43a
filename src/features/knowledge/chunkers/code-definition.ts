import type { Language } from './code-languages.ts';

/** A definition that begins in a line. */
export interface Definition {
  /** Latin-1; empty when it has none. */
  readonly name: string;
  /** Other definitions may be members of it: a class, a trait, a suite of tests. */
  readonly isContainer: boolean;
}

/** Where a line stands: what may be defined there. */
export interface DefinitionPlace {
  /** Directly in a class or the like, or at the outermost level. */
  readonly isMember: boolean;
  readonly isOutermost: boolean;
}

const CONTAINERS = new Set(
  (
    'class interface @interface trait impl object module namespace struct enum union extension protocol defmodule defprotocol ' +
    'defimpl actor record mod describe context suite concept RSpec.describe package'
  ).split(' '),
);
/** Words before a bracket, or before a name, that begin a statement and no definition. */
const STATEMENT =
  /(?:if|for|while|switch|catch|return|else|do|try|throw|new|delete|await|yield|case|using|lock|assert|foreach|elseif|echo|print|goto|super|this|import|require|include|sizeof|static_assert|defined|synchronized|typeof|void 0)\b/y;
/** Where a method's body or its parameters go on, not a call with a function as argument. */
const CALLBACK = /=>\s*\{?$|\bfunction\b/;

const isStatement = (text: string, at: number): boolean => {
  STATEMENT.lastIndex = at;
  return STATEMENT.test(text);
};

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The target of an assignment, `module.exports =`; empty for what is no assignment. */
const assignedName = (text: string): string => (/^[\w$.\s]+=$/.test(text) ? text.slice(0, -1).trim() : '');

function strongDefinition(language: Language, text: string, at: number): Definition | undefined {
  for (const pattern of language.strong) {
    const groups = match(pattern, text, at)?.groups;
    if (groups === undefined) continue;
    const name = (groups.n ?? '').trim();
    const keyword = (groups.k ?? '').split(' ')[0] ?? '';
    const isContainer = CONTAINERS.has(keyword);
    return { name: groups.r === undefined ? name : `${groups.r}.${name}`, isContainer };
  }
  return undefined;
}

/** The definition that begins at `at` in this line, as far as its start tells. */
export function findDefinition(
  language: Language,
  text: string,
  at: number,
  place: DefinitionPlace,
): Definition | undefined {
  const strong = strongDefinition(language, text, at);
  if (strong !== undefined) return strong;
  if (place.isOutermost && language.value !== undefined) {
    const found = match(language.value, text, at);
    if (found !== null) return { name: found.groups?.n ?? assignedName(found[0]), isContainer: false };
  }
  const mayBeMember = place.isOutermost ? language.hasFreeMembers : place.isMember;
  if (!mayBeMember || language.member === undefined || isStatement(text, at)) return undefined;
  const name = match(language.member, text, at)?.groups?.n;
  if (name === undefined || (place.isOutermost && /^[A-Z_]+$/.test(name))) return undefined;
  if (CALLBACK.test(text) && !/[=:]/.test(text)) return undefined;
  return { name, isContainer: false };
}

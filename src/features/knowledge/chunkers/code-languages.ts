/** How definitions are recognised in a language: by the start of a line, never by parsing. */
export interface Language {
  /** Definitions wherever they may stand. Sticky; groups: `k` keyword, `n` name, `r` receiver (a method's type). */
  readonly strong: readonly RegExp[];
  /** Methods: only directly in a class, trait, interface …; the same groups. */
  readonly member: RegExp | undefined;
  /** Members may stand outside of a class too (functions of C). */
  readonly hasFreeMembers: boolean;
  /** Constants and assignments: only at the outermost level. */
  readonly value: RegExp | undefined;
  /** A comment of one line, a decorator or attribute: belongs to the definition below it. Sticky. */
  readonly prefix: RegExp;
  /** Start and end of a comment of several lines. */
  readonly block: readonly [string, string] | undefined;
}

/** A name, read as Latin-1: letters beyond ASCII are bytes from 0x80. */
const ID = String.raw`[\w$\x80-\xff]+`;
const C_BLOCK = ['/*', '*/'] as const;

const sticky = (source: string, flags = ''): RegExp => new RegExp(source.replaceAll('ID', ID), `y${flags}`);
const TEST = sticky(String.raw`(?<k>describe|context|suite|it|test)(?:\.\w+)*\(\s*(['"${'`'}])(?<n>.*?)\2`);

const language = (
  parts: Partial<Omit<Language, 'strong' | 'prefix'>> & { strong: readonly RegExp[]; prefix: string },
): Language => ({
  member: undefined,
  hasFreeMembers: false,
  value: undefined,
  block: undefined,
  ...parts,
  prefix: sticky(parts.prefix),
});

const JAVASCRIPT = language({
  strong: [
    sticky(
      String.raw`(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:global\s+)?(?:abstract\s+|async\s+|const\s+)*(?<k>class|interface|enum|namespace|module|function|type)(?:\s+|\s*\*\s*)(?<n>ID|['"][^'"]+)`,
    ),
    TEST,
  ],
  member: sticky(
    String.raw`(?:(?:public|private|protected|static|async|get|set|readonly|override|abstract|declare)\s+|\*\s*)*(?<n>#?ID|\[[\w.]+\])\??(?:\s*(?:<[^(]*>)?\(|\s*[=:]\s*(?:async\s*)?(?:function\b|\([^()]*\)\s*(?::[^=]+)?=>|ID\s*=>))`,
  ),
  value: sticky(
    String.raw`(?:export\s+)?(?:declare\s+)?(?:(?:const|let|var)\s+(?<n>ID)(?!.*\brequire\()|export\s+(?:default|=)|ID(?:\.ID)+\s*=(?![=>]))`,
  ),
  prefix: String.raw`//|@|\*`,
  block: C_BLOCK,
});

const JVM_MODIFIERS = String.raw`(?:(?:public|private|protected|internal|static|abstract|final|sealed|open|data|inner|inline|override|suspend|partial|readonly|virtual|async|unsafe|extern|new|implicit|lazy|case|companion|strictfp|default|native|synchronized|required|convenience|mutating|fileprivate|operator|infix|tailrec|external|expect|actual|enum|value|annotation|indirect|nonisolated|ref|record)\s+)*`;
/** Types before a method's name, and then its bracket. */
const TYPED_METHOD = String.raw`(?:[\w$<>\[\],.?&*:~\x80-\xff]+\s+[*&]*)+(?<n>~?ID|operator\S{1,3})\s*(?:<[^(]*>)?\(`;

const JVM = language({
  strong: [
    sticky(
      `${JVM_MODIFIERS}(?<k>class|interface|@interface|enum|record|object|trait|protocol|extension|struct|actor|namespace|fun|func|function|def|typealias|given)\\s+(?:<[^>]*>\\s*)?(?<r>ID(?=\\.ID\\s*\\())?\\.?(?<n>ID(?:\\.ID)*)`,
    ),
    sticky(`${JVM_MODIFIERS}(?<k>companion object|init|deinit|constructor)(?<n>)\\b`),
  ],
  member: sticky(TYPED_METHOD),
  value: sticky(`${JVM_MODIFIERS}(?:val|var|let|const)\\s+(?<n>ID)`),
  prefix: String.raw`//|@|\*|\[[A-Z]`,
  block: C_BLOCK,
});

const C_FAMILY = language({
  strong: [
    sticky(
      String.raw`(?:typedef\s+)?(?<k>class|struct|enum(?:\s+class|\s+struct)?|union|namespace|concept)\s+(?:[A-Z_]{3,}(?:\([^)]*\))?\s+|alignas\([^)]*\)\s*|\[\[.*?\]\]\s*)*(?<n>ID(?:::ID)*)(?![\w:])(?!\s*[*&]*\s*ID\s*[(=;\[])(?!\s*[*&(;=])`,
    ),
    sticky(String.raw`(?<k>TEST|TEST_F|TEST_P|TYPED_TEST|BENCHMARK|TEST_CASE)\s*\(\s*(?<n>[^){]+)`),
  ],
  member: sticky(
    String.raw`(?:[\w$<>\[\],.?&*:~\x80-\xff]+\s+[*&]*)*(?<n>~?ID(?:<[^(]*>)?(?:::~?ID)*|(?:ID::)*operator\s*\S{1,3})\s*\((?!.*\)\s*,\s*$)`,
  ),
  hasFreeMembers: true,
  value: sticky(String.raw`#\s*define\s+(?<n>ID)`),
  prefix: String.raw`//|template\b|\*|\[\[|@|(?:static|inline|extern|constexpr)\s*$`,
  block: C_BLOCK,
});

const PHP = language({
  strong: [
    sticky(
      String.raw`(?:(?:abstract|final|public|private|protected|static|readonly)\s+)*(?<k>class|interface|trait|enum|function)\s+&?(?<n>ID)`,
    ),
  ],
  value: sticky(String.raw`(?:const|define\()\s*['"]?(?<n>ID)`),
  prefix: String.raw`//|#|\*`,
  block: C_BLOCK,
});

const RUBY = language({
  strong: [
    sticky(
      String.raw`(?:private\s+|protected\s+|public\s+|module_function\s+)?(?<k>class|module|def)\s+(?:self\.)?(?<n>[\w:.?!=<>\[\]+*\x80-\xff-]+)`,
    ),
    sticky(
      String.raw`(?<k>describe|context|it|test|RSpec\.describe|task|namespace)\s*\(?\s*['":]?(?<n>[\w][^'"]*?)['"]?\s*(?:,.*)?\bdo\b`,
    ),
  ],
  value: sticky(String.raw`(?<n>[A-Z]\w*)\s*=(?!=)`),
  prefix: '#',
});

const PYTHON = language({
  strong: [sticky(String.raw`(?:async\s+)?(?<k>def|class|cdef\s+class|cpdef)\s+(?<n>ID)`)],
  value: sticky(String.raw`(?<n>ID)\s*(?::[^=]+)?=(?!=)`),
  prefix: '#|@',
});

const GO = language({
  strong: [sticky(String.raw`(?<k>func|type)\s+(?:\(\s*(?:ID\s+)?\*?(?<r>ID)[^)]*\)\s*)?(?<n>ID)`)],
  value: sticky(String.raw`(?:var|const|type)\s+(?:(?<n>ID)|\()`),
  prefix: '//',
  block: C_BLOCK,
});

const RUST_HEAD = String.raw`(?:pub(?:\([^)]*\))?\s+)?(?:default\s+|unsafe\s+|async\s+|const\s+|extern\s+(?:"[^"]*"\s+)?)*`;
const RUST = language({
  strong: [
    sticky(
      `${RUST_HEAD}(?<k>fn|struct|enum|trait|union|mod|type|macro_rules!|static|const)\\s+(?:mut\\s+)?(?<n>ID)`,
    ),
    sticky(
      String.raw`(?:unsafe\s+)?(?<k>impl)\b(?:<.*?>(?=\s))?\s+(?:.*?\bfor\s+)?(?:[&*']|mut\s+|dyn\s+|\w+::)*(?<n>ID)`,
    ),
  ],
  prefix: '//|#!?\\[|\\*',
  block: C_BLOCK,
});

const SHELL = language({
  strong: [
    sticky(String.raw`(?:function\s+)?(?<n>[\w:.-]+)\s*\(\s*\)`),
    sticky(String.raw`(?<k>function|@test)\s+["']?(?<n>[\w:.-][^"'{]*)`),
  ],
  prefix: '#',
});

const LUA = language({
  strong: [sticky(String.raw`(?:local\s+)?(?<k>function)\s+(?<n>[\w.:]+)`)],
  value: sticky(String.raw`(?:local\s+)?(?<n>[\w.]+)\s*=(?!=)(?!\s*require\b)`),
  prefix: '--',
  block: ['--[[', ']]'],
});

const ELIXIR = language({
  strong: [
    sticky(
      String.raw`(?<k>defmodule|defprotocol|defimpl|defp|defmacrop|defmacro|defguardp|defguard|defdelegate|def|describe|test)\s+["']?(?<n>[\w.!?][^"'(,]*?)["']?(?=[\s(,]|$)`,
    ),
  ],
  prefix: '#|@',
  block: ['"""', '"""'],
});

const SQL = language({
  strong: [
    sticky(
      String.raw`create\s+(?:or\s+replace\s+)?(?:temp(?:orary)?\s+|unique\s+|virtual\s+|materialized\s+)*(?<k>table|view|function|procedure|index|trigger|type|schema)\s+(?:if\s+not\s+exists\s+)?(?<n>[\w."]+)`,
      'i',
    ),
  ],
  prefix: '--',
  block: C_BLOCK,
});

const PERL = language({
  strong: [sticky(String.raw`(?<k>sub|package)\s+(?<n>[\w:]+)`)],
  value: sticky(String.raw`(?:my|our)\s+[$@%](?<n>\w+)`),
  prefix: '#',
});

/** Languages by the endings of their files. */
export const LANGUAGES: ReadonlyMap<string, Language> = new Map(
  (
    [
      [JAVASCRIPT, 'js mjs cjs jsx ts mts cts tsx vue svelte astro'],
      [PYTHON, 'py pyi pyx'],
      [GO, 'go'],
      [RUST, 'rs'],
      [JVM, 'java kt kts cs scala sc sbt swift groovy gradle dart'],
      [C_FAMILY, 'c h cc cpp cxx hpp hh hxx inl ipp m mm proto glsl'],
      [RUBY, 'rb rake gemspec ru'],
      [PHP, 'php phtml'],
      [SHELL, 'sh bash zsh bats ksh fish'],
      [LUA, 'lua'],
      [ELIXIR, 'ex exs'],
      [SQL, 'sql'],
      [PERL, 'pl pm'],
    ] as const
  ).flatMap(([rules, endings]) => endings.split(' ').map((ending) => [ending, rules] as const)),
);

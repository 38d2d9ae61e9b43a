import { csharp } from './languages/csharp.ts';
import { go } from './languages/go.ts';
import { javascript, typescript } from './languages/javascript.ts';
import type { Language } from './languages/language.ts';
import { rust } from './languages/rust.ts';
import { elixir, perl, php, python, r, ruby } from './languages/scripting.ts';
import { shell } from './languages/shell.ts';

/** The languages of `ctx_execute`. */
export const LANGUAGES = {
  shell,
  javascript,
  typescript,
  python,
  ruby,
  go,
  rust,
  php,
  perl,
  r,
  elixir,
  csharp,
} as const satisfies Record<string, Language>;

export type LanguageName = keyof typeof LANGUAGES;
export const LANGUAGE_NAMES = Object.keys(LANGUAGES) as readonly LanguageName[];

import type { JudgeContext } from '../judge-context.ts';
import { isWithin, normalise, segmentsOf } from '../paths/segments.ts';
import type { FoundCommand } from '../shell/findings.ts';
import { fillTemplate, type ShellWord } from '../shell/word.ts';
import { baseName } from './command-name.ts';
import { parseOptions } from './options.ts';

/** A variable that may be empty, in front of the root: `"$X"/*` is `/*` then. */
const EMPTY_BEFORE_ROOT = /^(?:["']?\$(?:\w+|\{[^}]*\}|\(.*\))["']?)+\/+["']?(?:\*+|\.\*|)["']?$/;

/** What `rm` and `rmdir` are to remove. */
function targetsOf(words: readonly ShellWord[], platform: NodeJS.Platform): readonly ShellWord[] {
  const name = baseName(words[0], platform);
  if (name !== 'rm' && name !== 'rmdir') return [];
  return parseOptions(words.slice(1), {}).operands;
}

/**
 * The first target of `rm` or `rmdir` that is the root, a child of it, the home, the working folder, a folder above one of
 * them, or all that one of them holds; undefined when there is none.
 */
export function criticalTarget({ words, folders }: FoundCommand, context: JudgeContext): string | undefined {
  return targetsOf(words, context.platform).find((word) => isCritical(word, folders, context))?.text;
}

function isCritical(word: ShellWord, folders: readonly string[], context: JudgeContext): boolean {
  if (EMPTY_BEFORE_ROOT.test(word.text) || /^~[^/]*\/?\*?$/.test(word.text)) return true;
  const { path } = word;
  if (path === undefined) return false;
  const { home, cwd, projectRoot } = context.place;
  const kept = [home, cwd, projectRoot].map((folder) => normalise(folder, context.platform));
  // Where the folder is not known, what is written relative to it may be anywhere; its whole content may be, too.
  const from = folders.length === 0 ? [cwd] : folders;
  return from.some((folder) => {
    const written = fillTemplate(path, home, folder);
    const whole = normalise(
      written.startsWith('/') || /^[A-Za-z]:/.test(written) ? written : `${folder}/${written}`,
      context.platform,
    );
    const names = segmentsOf(whole);
    const last = names.at(-1) ?? '';
    const isAll = word.isGlob && /^(?:\.?\*+|\.?\?\*|\.\[[^\]]*\]\*?)$/.test(last);
    const target = isAll ? `/${names.slice(0, -1).join('/')}` : whole;
    if (segmentsOf(target).length <= 1) return true;
    return kept.some((folder2) => isWithin(folder2, target)) || (isAll && folder === target);
  });
}

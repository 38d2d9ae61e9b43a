import type { ShellWord } from '../shell/word.ts';

/** Name of a program without its folder; on platforms whose files differ only in case, in small letters without `.exe`. */
export function baseName(word: ShellWord | undefined, platform: NodeJS.Platform): string {
  const value = word?.value ?? '';
  const slashed = platform === 'win32' ? value.replaceAll('\\', '/') : value;
  const name = slashed.slice(slashed.lastIndexOf('/') + 1);
  if (platform === 'win32') return name.toLowerCase().replace(/\.(?:exe|cmd|bat|com)$/, '');
  return platform === 'darwin' ? name.toLowerCase() : name;
}

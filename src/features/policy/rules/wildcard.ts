const STAR = 42;
const BACKSLASH = 92;

/**
 * Whether the whole text has this form, in which `*` stands for any characters, none and blanks included, and `\*` for a
 * star. Written out by hand: a rule is text of a user, and an expression made of it could take exponential time.
 */
export function matchesWildcard(pattern: string, text: string): boolean {
  let p = 0;
  let t = 0;
  let starAt = -1;
  let resumeAt = 0;
  for (;;) {
    const isStar = pattern.charCodeAt(p) === STAR;
    if (p < pattern.length && isStar) {
      starAt = p;
      resumeAt = t;
      p += 1;
      continue;
    }
    if (t === text.length && p === pattern.length) return true;
    const isEscape = pattern.charCodeAt(p) === BACKSLASH && pattern.charCodeAt(p + 1) === STAR;
    const at = isEscape ? p + 1 : p;
    if (t < text.length && at < pattern.length && pattern[at] === text[t]) {
      p = at + 1;
      t += 1;
      continue;
    }
    if (starAt < 0 || resumeAt >= text.length) return false;
    resumeAt += 1;
    p = starAt + 1;
    t = resumeAt;
  }
}

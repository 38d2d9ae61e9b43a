/** In small letters, without a dot at the end; names with other letters in the form in which they are looked up. */
function plainHost(host: string): string {
  const lower = host.toLowerCase().replace(/\.+$/, '');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: anything but ASCII
  if (!/[^\x00-\x7f]/.test(lower)) return lower;
  try {
    return new URL(`http://${lower.replaceAll('*', 'star-of-a-rule')}`).hostname.replaceAll(
      'star-of-a-rule',
      '*',
    );
  } catch {
    return lower;
  }
}

/**
 * Whether a domain of a rule is about this host name: the very host; `*.h` every host below h, not h itself; any other
 * star stands for a part of one label; `*` alone is every host.
 */
export function matchesDomain(domain: string, host: string): boolean {
  const pattern = plainHost(domain.trim());
  const name = plainHost(host);
  if (pattern === '*') return true;
  if (!pattern.includes('*')) return pattern === name;
  const isBelow = pattern.startsWith('*.');
  const rest = isBelow ? pattern.slice(2) : pattern;
  const labels = rest.split('.');
  const names = name.split('.');
  if (isBelow ? names.length <= labels.length : names.length !== labels.length) return false;
  const tail = names.slice(names.length - labels.length);
  return labels.every((label, i) => matchesLabel(label, tail[i] ?? ''));
}

/** Stars in a label stand for any letters; there are few, and labels have 63 letters at most. */
function matchesLabel(label: string, name: string): boolean {
  const [first = '', ...rest] = label.split('*');
  const last = rest.pop();
  if (last === undefined) return label === name;
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length)
    return false;
  let at = first.length;
  for (const piece of rest) {
    const found = name.indexOf(piece, at);
    if (found < 0 || found + piece.length > name.length - last.length) return false;
    at = found + piece.length;
  }
  return true;
}

/** FNV-1a, 32 bits, in hex: tells apart texts that become equal once they are cut. No security in it. */
export function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** The text, in at most `limit` UTF-16 units (9 or more); of a longer one the start and a hash of all of it. */
export const shorten = (text: string, limit: number): string =>
  text.length <= limit ? text : `${text.slice(0, limit - 9)}-${shortHash(text)}`.toWellFormed();

/** Room for the line that says what is missing, in characters. */
const NOTE_CHARS = 100;

/**
 * A text for the model in at most so many characters: its first lines, and how much is missing. Hosts drop or hide what is
 * longer as a whole. Unchanged where no cap is known, or it is kept.
 */
export function fitContext(text: string, maxChars: number | undefined): string {
  if (maxChars === undefined || text.length <= maxChars) return text;
  const room = text.slice(0, maxChars - NOTE_CHARS);
  const end = room.lastIndexOf('\n');
  const kept = (end > room.length / 2 ? room.slice(0, end) : room).toWellFormed();
  return `${kept}\n[${text.length - kept.length} characters left out; ctx_search finds what is stored]`;
}

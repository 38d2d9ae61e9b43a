const LINE_FEED = 0x0a;

/** Byte offset of every line's start in a text, and of its end (the length) as last element. Empty text: `[0]`. */
export function lineStarts(bytes: Uint8Array): readonly number[] {
  const starts: number[] = [];
  let at = 0;
  while (at < bytes.length) {
    starts.push(at);
    const next = bytes.indexOf(LINE_FEED, at);
    at = next < 0 ? bytes.length : next + 1;
  }
  starts.push(bytes.length);
  return starts;
}

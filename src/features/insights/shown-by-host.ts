/** An output as far as a host's cap looks at it. */
export interface HostOutput {
  readonly bytes: number;
  /** UTF-16 units, in which hosts count. */
  readonly chars: number;
  /** How it begins, at least as far as a preview goes; absent: a preview is taken as full. */
  readonly start?: () => string;
}

/** A host's cap on the results of a tool, in the parts of its descriptor. */
interface ResultCap {
  readonly wholeChars: number;
  readonly previewBytes: number;
  readonly frameBytes?: number;
}

/** A preview ends with a line, where that leaves more than half of it. */
function previewBytes(start: string | undefined, limit: number): number {
  if (start === undefined) return limit;
  const cut = start.slice(0, limit);
  const lineEnd = cut.lastIndexOf('\n');
  return Buffer.byteLength(lineEnd > limit / 2 ? cut.slice(0, lineEnd) : cut);
}

/**
 * What an agent's own tool would have shown of an output, in bytes: whole up to its cap, else a preview, the host's words around
 * it and the path of the file that holds the whole, which has `pathChars`.
 */
export const shownByHost = (output: HostOutput, cap: ResultCap, pathChars: number): number =>
  output.chars <= cap.wholeChars
    ? output.bytes
    : previewBytes(output.start?.(), cap.previewBytes) +
      (cap.frameBytes === undefined ? 0 : cap.frameBytes + pathChars);

/** How an agent shows a file that is read whole. */
export interface FileCap {
  /** With its line numbers it is shown whole up to here, */
  readonly wholeBytes: number;
  /** and of a larger one a page of about so many bytes. */
  readonly pageBytes: number;
  /** A file that is larger is refused, */
  readonly maxBytes: number;
  /** with a message of so many bytes. */
  readonly refusalBytes: number;
}

/** Bytes of the numbers in front of so many lines, a tab behind each. */
function numberBytes(lines: number): number {
  let bytes = 0;
  for (let from = 1, digits = 1; from <= lines; from *= 10, digits += 1)
    bytes += (Math.min(lines, from * 10 - 1) - from + 1) * (digits + 1);
  return bytes;
}

/** What an agent's own way of reading would have shown of a file, in bytes. */
export function shownByReading(
  { bytes, lines }: { readonly bytes: number; readonly lines: number },
  cap: FileCap,
): number {
  if (bytes > cap.maxBytes) return cap.refusalBytes;
  const whole = bytes + numberBytes(lines);
  return whole <= cap.wholeBytes ? whole : cap.pageBytes;
}

/** The bytes in pieces of these lengths, the rest as last piece; a length of 0 gives an empty piece. */
export function cutInPieces(bytes: Buffer, lengths: readonly number[]): readonly Buffer[] {
  const pieces: Buffer[] = [];
  let at = 0;
  for (const length of lengths) {
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  return [...pieces, bytes.subarray(at)];
}

/** The bytes in pieces of one length; the last one may be shorter. */
export const inPieces = (bytes: Buffer, length: number): readonly Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / length) }, (_, place) =>
    Buffer.from(bytes.subarray(place * length, (place + 1) * length)),
  );

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** True when the bytes from `at` on are those of the model, with the same or other digits. */
export function isLike(model: Uint8Array, bytes: Uint8Array, at: number): boolean {
  for (let i = 0; i < model.length; i += 1) {
    const was = model[i] ?? 0;
    const is = bytes[at + i] ?? 0;
    if (was !== is && !(isDigit(was) && isDigit(is))) return false;
  }
  return true;
}

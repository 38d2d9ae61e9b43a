const ZERO = 0x30;
const NINE = 0x39;
const HYPHEN = 0x2d;
const POINT = 0x2e;
/** So many digits are exact, as is a division by so many tens. */
const DIGITS = 15;
const TENS = Float64Array.from({ length: DIGITS + 1 }, (_, i) => 10 ** i);

/** The number that bytes spell, exactly as `Number` reads it; NaN for what is none, or not one of up to 15 digits. */
export function decimalIn(bytes: Uint8Array, from: number, to: number): number {
  const isNegative = bytes[from] === HYPHEN;
  const start = isNegative ? from + 1 : from;
  if (to - start > DIGITS + 1 || start >= to || bytes[start] === POINT || bytes[to - 1] === POINT)
    return Number.NaN;
  let value = 0;
  let point = -1;
  for (let at = start; at < to; at += 1) {
    const code = bytes[at] ?? 0;
    if (code >= ZERO && code <= NINE) value = value * 10 + code - ZERO;
    else if (code === POINT && point < 0) point = at;
    else return Number.NaN;
  }
  if (point < 0 && to - start > DIGITS) return Number.NaN;
  const size = point < 0 ? value : value / (TENS[to - point - 1] ?? 1);
  return isNegative ? -size : size;
}

const UNDERSCORE = 95;
const LIMIT = 64;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isSmall = (code: number): boolean => code >= 97 && code <= 122;
const isCapital = (code: number): boolean => code >= 65 && code <= 90;

/** Splits ASCII words of at most 64 bytes at the seams that terms.ts knows, without making strings. */
export class AsciiParts {
  /** The last word in lower case, without its underscores. */
  readonly lower = Buffer.alloc(LIMIT);
  size = 0;
  count = 0;
  private readonly starts = new Uint8Array(LIMIT + 1);

  startOf(part: number): number {
    return this.starts[part] ?? 0;
  }

  endOf(part: number): number {
    return part + 1 < this.count ? this.startOf(part + 1) : this.size;
  }

  /** Splits this word; the one before is forgotten. Nothing but underscores: no parts. */
  split(bytes: Uint8Array, start: number, end: number): void {
    this.size = 0;
    this.count = 0;
    let before = UNDERSCORE;
    for (let i = start; i < end; i += 1) {
      const code = bytes[i] ?? 0;
      const isUpper = isCapital(code);
      if (code !== UNDERSCORE) {
        const isSeam =
          before === UNDERSCORE ||
          (isUpper &&
            (isSmall(before) ||
              isDigit(before) ||
              (isCapital(before) && i + 1 < end && isSmall(bytes[i + 1] ?? 0))));
        if (isSeam) this.begin();
        this.lower[this.size] = isUpper ? code + 32 : code;
        this.size += 1;
      }
      before = code;
    }
    if (this.count === 1) this.splitNumber();
  }

  private begin(): void {
    this.starts[this.count] = this.size;
    this.count += 1;
  }

  /** `utf8`: two letters or more and a number at the end are two parts. */
  private splitNumber(): void {
    let letters = 0;
    while (letters < this.size && isSmall(this.lower[letters] ?? 0)) letters += 1;
    let digits = letters;
    while (digits < this.size && isDigit(this.lower[digits] ?? 0)) digits += 1;
    if (letters < 2 || letters === this.size || digits < this.size) return;
    this.starts[1] = letters;
    this.count = 2;
  }
}

const EQUALS = 0x3d;
/** `=== FAILURES ===`, `==== PASSES ====`: the parts of a report of pytest. */
const PART = /^={3,} (.+?) ={3,}$/;
const GREEN = /^(?:PASSES|XPASSES|XFAILURES|warnings summary.*|slowest .*|tests coverage)$/;

/** Follows the parts of a report: under some of them a heading like that of a failure is none. */
export class GreenPart {
  private green = false;

  /** Call for every line; true while what is told went well. */
  holds(text: string): boolean {
    if (text.charCodeAt(0) !== EQUALS) return this.green;
    const name = PART.exec(text)?.[1];
    if (name !== undefined) this.green = GREEN.test(name);
    return this.green;
  }
}

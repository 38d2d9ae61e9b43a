/**
 * Lines that go on with the error above them whatever their indentation: frames, carets, code with line numbers, notes,
 * expected and received values, causes.
 */
const GOES_ON = new RegExp(
  [
    String.raw`^\s*(?:at |\^|~|[|│┃├└╰]|\d+ *[|│]|-->|::: |= (?:note|help)|(?:note|help|hint|info)\b:|caused by|\.\.\. \d+ more|File "|E {2,}|> |[-+] |❯ |←|→)`,
    String.raw`^\s*(?:expected|received|actual|got|want|left|right|diff|reason|message|assert\w*|where|instead|but|because|thrown|details?|code|stack)\b[^\w]`,
    String.raw`^\s*(?:[\w.$]+(?:Error|Exception)\b|Process finished|thread '|stack backtrace)`,
    String.raw`^\s*(?:[\w./\\@-]+\.\w+:\d+(?::\d+)?\b|from .+:\d+:in )`,
  ].join('|'),
  'i',
);

/** True when `text`, `indent` columns in, belongs to an error at `headIndent`. Blank lines are the caller's business. */
export const belongsTo = (headIndent: number, indent: number, text: string): boolean =>
  indent > headIndent || GOES_ON.test(text);

/**
 * Words by which a line shows that something went wrong. Whole words, so that "0 errors found" is weighed below and
 * "terror" is not met at all.
 */
const SIGNAL =
  /\b(?:errors?|fail(?:ed|ure|ures|s)?|fatal|panic(?:ked)?|exceptions?|traceback|critical|segfault|denied|unhandled|aborted|undefined reference|cannot|not found|timed? ?out|E\d{3,4}|[A-Z]\w*(?:Error|Exception))\b|✗|✘|❌|^not ok\b|^FAIL\b/i;
const WARNING = /\bwarn(?:ing|ings)?\b/i;
/** A count of nothing is good news: "0 errors", "no failures", "errors: 0". */
const NOTHING =
  /\b(?:0|no|zero)\s+(?:errors?|fail\w*|warnings?|exceptions?)\b|\b(?:errors?|fail\w*|warnings?)\s*[:=]\s*0\b/gi;

/** 2: an error, 1: a warning, 0: neither. */
export function signalOf(line: string): 0 | 1 | 2 {
  const text = line.length > 2000 ? line.slice(0, 2000) : line;
  const rest = text.replace(NOTHING, '');
  if (SIGNAL.test(rest)) return 2;
  return WARNING.test(rest) ? 1 : 0;
}

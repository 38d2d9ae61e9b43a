/**
 * Words by which a line shows that something went wrong. Whole words, and not as part of a file name, so that "terror",
 * "errors.ts" and "fail-fast" are not met at all; "0 errors found" is weighed below.
 */
const TROUBLE = new RegExp(
  [
    String.raw`(?<![\w/\\.-])(?:err|error(?:s|ed)?|fail(?:ed|ing|ure|ures|s)?|fatal|panic(?:ked)?|exceptions?|traceback)(?![\w-]|[./\\]\w)`,
    String.raw`\b(?:critical|segfault|segmentation fault|bus error|core dumped|killed|aborted|unhandled|uncaught)\b`,
    String.raw`\b(?:denied|refused|rejected|unresolved|undefined (?:reference|symbol)|no such (?:file|module|option))\b`,
    String.raw`\b(?:cannot|can't|could(?: not|n't)|unable to|not found|not ok|(?:does not|doesn't) exist)\b`,
    String.raw`\btimed out\b|\btime-?out\b(?!\s*[:=])|\bexceeded\b|\bout of memory\b|\boom-?kill\w*`,
    String.raw`\b(?:exit(?:ed)?|returned)\b(?: with)?(?: (?:exit )?(?:code|status))?:? [1-9]\d*\b|\bnon-?zero exit`,
    String.raw`^\s*(?:[✗✘✖❌×⨯✕]|E {2,}\S)`,
  ].join('|'),
  'i',
);
/** Names that only mean trouble in this spelling: `TypeError`, `java.io.IOException`, `E1101`, `SIGSEGV`, `CONFLICT`. */
const TROUBLE_NAME =
  /\b[A-Z]\w*(?:Error|Exception)\b(?![./\\]\w)|\bE\d{3,4}\b|\bSIG(?:SEGV|KILL|ABRT|BUS|ILL|FPE)\b|\bCONFLICT\b|[✗✘✖❌]/;
const WARNING = /(?<![\w/\\.-])warn(?:ing|ings)?(?![\w-]|[./\\]\w)|^\s*⚠|\bdeprecated\b|\bW\d{3,4}\b/i;
/** A count of nothing is good news: "0 errors", "no failures", "errors: 0", "error=nil", "without errors". */
const NOTHING = new RegExp(
  [
    String.raw`(?<![\w.,=:])(?:0|no|zero|without(?: any)?)(?: \w+)?\s+(?:errors?|fail\w*|warnings?|exceptions?)\b`,
    String.raw`\b(?:err|errors?|fail\w*|warnings?|exceptions?)["']?\s*(?:[:=]\s*(?:0|nil|null|none|undefined|false|\[\]|""|'')|\s0)(?=\s*(?:$|[,;|)\]}]|\w+[:=]|\w+ \d))`,
  ].join('|'),
  'gi',
);
/** A test that passed, whatever its name says. */
const PASSED =
  /^\s*(?:[✓✔√]|ok \d|PASS\b|--- PASS)|\bPASSED\b(?!.*\bFAILED\b)|^test .*\.\.\. ok$|^\s*\[\s*(?:OK|PASSED)\s*\]/;

/** Letters that every line of interest holds: most lines are done with one look. */
const HINT =
  /err|fail|fatal|panic|excep|trace|critical|segm?|bus|dump|kill|abort|unhand|uncaught|deni|refus|reject|unre|undef|such|cann|can.t|could|unab|not (?:ok|found)|exist|timed? ?-?out|out of|exceed|exit|return|zero|warn|depre|conflict|sig|[EW]\d|E {2}|[✗✘✖❌×⨯✕⚠]/i;

/** 2: an error, 1: a warning, 0: neither. */
export function signalOf(line: string): 0 | 1 | 2 {
  const text = line.length > 2000 ? line.slice(0, 2000) : line;
  if (!HINT.test(text) || PASSED.test(text)) return 0;
  const rest = text.replace(NOTHING, '');
  if (TROUBLE.test(rest) || TROUBLE_NAME.test(rest)) return 2;
  return WARNING.test(rest) ? 1 : 0;
}

/**
 * Words by which a line shows that something went wrong. Whole words, and not as part of a file name, so that "terror",
 * "errors.ts" and "fail-fast" are not met at all; "0 errors found" is weighed below.
 */
const TROUBLE = new RegExp(
  [
    String.raw`(?<![\w/\\.-])(?:err|error(?:s|ed)?|fail(?:ed|ing|ure|ures|s)?|fatal|panic(?:ked)?|exceptions?|traceback)(?![\w-]|[./\\]\w)`,
    String.raw`\b(?:critical|segfault|segmentation fault|bus error|core dumped|crashed|killed|aborted|unhandled|uncaught)\b`,
    String.raw`\b(?:denied|refused|rejected|unresolved|undefined (?:reference|symbol)|no such (?:file|module|option))\b`,
    String.raw`\b(?:cannot|can't|could(?: not|n't)|unable to|not found|not ok|(?:does not|doesn't) exist)\b`,
    String.raw`\btimed out\b|\btime-?out\b(?!\s*[:=])|\bexceeded\b|\bout of memory\b|\boom-?kill\w*`,
    // What makes a value, a name or a version wrong.
    String.raw`\b(?:is|are|was) (?:invalid|missing|undefined|not (?:defined|assignable|compatible|allowed|permitted|installed|supported))\b|\bconflict(?:s|ing)\b(?! with \d)|\bunexpected (?:token|end|character|unknown|value|keyword)\b`,
    String.raw`\binvalid (?:read|write|free)\b|\b(?:definitely|indirectly) lost: [1-9]|\bconditional jump or move depends\b`,
    String.raw`\b(?:exit(?:ed)?|returned)\b(?: with)?(?: (?:exit )?(?:code|status))?:? [1-9]\d*\b|\bnon-?zero exit`,
    String.raw`^[\s│├└─┬╰]*[✗✘✖❌×⨯✕]|^\s*E {2,}\S`,
  ].join('|'),
  'i',
);
/** Names that only mean trouble in this spelling: `TypeError`, `E1101`, `SIGSEGV`, `CONFLICT`, `ENOENT`, `ORA-00942`. */
const TROUBLE_NAME = new RegExp(
  [
    String.raw`\b[A-Z]\w*(?:Error|Exception)\b(?![./\\]\w)|\bE\d{3,4}\b|\bSIG(?:SEGV|KILL|ABRT|BUS|ILL|FPE)\b|\bCONFLICT\b|[✗✘✖❌]`,
    // The codes of system calls and of npm; other words in capitals (`EXPECTED`, `ENOUGH`) are none.
    String.raw`\bE(?:ACCES|AFNOSUPPORT|AGAIN|BADF|BUSY|DQUOT|EXIST|FAULT|FBIG|INTR|INVAL|IO|ISDIR|LOOP|MFILE|MLINK|MSGSIZE|NAMETOOLONG|NFILE|NXIO|OVERFLOW|PERM|PIPE|PROTO(?:TYPE)?|RANGE|ROFS|SPIPE|SRCH|STALE|TIMEDOUT|TXTBSY|XDEV)\b`,
    String.raw`\bE(?:CONN(?:REFUSED|RESET|ABORTED)|ADDR(?:INUSE|NOTAVAIL)|(?:HOST|NET)(?:UNREACH|DOWN|RESET)|NO(?:BUFS|DEV|ENT|EXEC|LCK|MEM|SPC|SYS|T(?:CONN|DIR|EMPTY|FOUND|SOCK|SUP|TY))|AI_AGAIN|LIFECYCLE|RESOLVE|INTEGRITY|BADENGINE|OTP|USAGE)\b`,
    String.raw`\b(?:ORA|SQL|PLS|TNS)-\d{4,5}\b`,
    // The codes of Node, pnpm and browsers: ERR_MODULE_NOT_FOUND.
    String.raw`\bERR_[A-Z\d]+(?:_[A-Z\d]+)*\b`,
    // A heading of jest over a test that failed: `● cart › adds tax`.
    String.raw`^\s*● .* › `,
    // flake8, ruff and pylint: place, then rule. `W` rules are warnings, pylint's C, R and I are advice.
    String.raw`^\S+:\d+:\d+: (?!W\d|[CRI]\d{4}:)[A-Z]{1,4}\d{3,4}\b`,
    // go build and vet: place, then what is wrong.
    String.raw`^(?:vet: )?\S+\.go:\d+:\d+: \S`,
    // npm: a package that is not there, or of another version than asked for.
    String.raw`\bUNMET (?:OPTIONAL |PEER )?DEPENDENCY\b`,
    // kubectl and docker ps: a container that does not run.
    String.raw`\b(?:CrashLoopBackOff|ImagePullBackOff|ErrImagePull|OOMKilled|CreateContainer\w*Error|Evicted|NotReady)\b`,
    // The levels of pino and bunyan.
    String.raw`"(?:level|severity|lvl)"\s*:\s*(?:[56]0(?!\d)|"(?:error|fatal|critical|alert|emergency|panic)")`,
    // An access log: the request, then a status of 500 and above.
    String.raw`(?:^|[\s"])(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) \S+(?: HTTP/[\d.]+)?"? 5\d\d(?: |$)|\bHTTP/[\d.]+ 5\d\d\b`,
  ].join('|'),
);
const WARNING =
  /(?:Deprecation|Runtime|User|Syntax|Future|Resource|Import|Experimental)Warning\b(?![./\\]\w)|(?<![\w/\\.-])warn(?:ing|ings)?(?![\w-]|[./\\]\w)|^\s*⚠|\bdeprecated\b|\bW\d{3,4}\b/i;
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

export const isPassed = (text: string): boolean => PASSED.test(text);

/** Letters that every line of interest holds: most lines are done with one look. */
const HINT =
  /err|fail|fatal|panic|excep|trace|critical|segm?|bus|dump|kill|abort|unhand|uncaught|deni|refus|reject|unre|undef|such|cann|can.t|could|unab|not (?:ok|found|def|ass|com|all|per|ins|sup)|invalid|missing|unexp|exist|timed? ?-?out|out of|exceed|exit|return|zero|warn|depre|conflict|sig|[A-Z]-?\d{3}|E {2}|crash|invalid|lost:|\.go:\d|unmet|backoff|errimage|oomk|evict|notready|conditional|"(?:level|severity|lvl)"| 5\d\d(?: |$)|[●✗✘✖❌×⨯✕⚠]/i;

/** The same for the codes of system calls, in capitals only. */
const CODE_HINT = /\bE[A-Z]{2}/;

/** Trouble that ended everything: shown before other errors. */
const FATAL =
  /\b(?:fatal|panic(?:ked)?|segfault|segmentation fault|core dumped|crashed|out of memory|unhandled|uncaught)\b|\bSIG(?:SEGV|KILL|ABRT|BUS|ILL|FPE)\b|"level"\s*:\s*60\b|^npm (?:error|err!) code /i;

/** 3: fatal, 2: another error, 1: a warning. */
export type SignalLevel = 1 | 2 | 3;
export interface Signal {
  readonly level: SignalLevel;
  /** Where in the text the word stands, in UTF-16 units. */
  readonly at: number;
}

const blank = (match: string): string => ' '.repeat(match.length);

function signalIn(text: string): Signal | undefined {
  if (!(HINT.test(text) || CODE_HINT.test(text)) || PASSED.test(text)) return undefined;
  const rest = text.replace(NOTHING, blank);
  const places = [TROUBLE.exec(rest)?.index, TROUBLE_NAME.exec(rest)?.index].filter((at) => at !== undefined);
  const fatal = places.length > 0 ? FATAL.exec(rest)?.index : undefined;
  if (fatal !== undefined) return { level: 3, at: fatal };
  if (places.length > 0) return { level: 2, at: Math.min(...places) };
  const warning = WARNING.exec(rest)?.index;
  return warning === undefined ? undefined : { level: 1, at: warning };
}

/** A longer text is looked at in parts, since expressions can take the square of its length; in UTF-16 units. */
const PART_CHARS = 2000;
const OVERLAP_CHARS = 100;

/** The worst signal anywhere in a text, and the first of these; undefined when there is none. */
export function findSignal(text: string): Signal | undefined {
  if (text.length <= PART_CHARS) return signalIn(text);
  let worst: Signal | undefined;
  for (let from = 0; from === 0 || from + OVERLAP_CHARS < text.length; from += PART_CHARS - OVERLAP_CHARS) {
    const found = signalIn(text.slice(from, from + PART_CHARS));
    if (found === undefined || found.level <= (worst?.level ?? 0)) continue;
    worst = { level: found.level, at: from + found.at };
    if (worst.level === 3) break;
  }
  return worst;
}

/** 2: an error, 1: a warning, 0: neither. Only the start of a long line is looked at. */
export const signalOf = (line: string): 0 | 1 | 2 => {
  const level = signalIn(line.slice(0, PART_CHARS))?.level ?? 0;
  return level === 3 ? 2 : level;
};

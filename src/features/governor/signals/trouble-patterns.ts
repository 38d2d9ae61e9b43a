import { HINT } from './hints.ts';

/** Tried on a line that holds one of its hints. One expression for all of them takes many times as long as the few that may match. */
export interface Pattern {
  /** Bits of HINT; a line without all of them cannot match. */
  readonly hints: number;
  readonly expression: RegExp;
}

const pattern = (hints: number, parts: readonly string[], flags = 'i'): Pattern => ({
  hints,
  expression: new RegExp(parts.join('|'), flags),
});

/**
 * Words by which a line shows that something went wrong. Whole words, and not as part of a file name, so that "terror",
 * "errors.ts" and "fail-fast" are not met at all; "0 errors found" is weighed by who asks.
 */
const WORDS: readonly Pattern[] = [
  pattern(HINT.error, [
    String.raw`(?<![\w/\\.-])(?:err|error(?:s|ed)?|fail(?:ed|ing|ure|ures|s)?|fatal|panic(?:ked)?|exceptions?|traceback)(?![\w-]|[./\\]\w)`,
  ]),
  pattern(HINT.crash, [
    String.raw`\b(?:critical|segfault|segmentation fault|bus error|core dumped|crashed|killed|aborted|unhandled|uncaught)\b`,
  ]),
  pattern(HINT.denied, [
    String.raw`\b(?:denied|refused|rejected|unresolved|undefined (?:reference|symbol)|no such (?:file|module|option))\b`,
  ]),
  pattern(HINT.cannot, [
    String.raw`\b(?:cannot|can't|could(?: not|n't)|unable to|not found|not ok|(?:does not|doesn't) exist)\b`,
  ]),
  pattern(HINT.late, [
    String.raw`\btimed out\b|\btime-?out\b(?!\s*[:=])|\bexceeded\b|\bout of memory\b|\boom-?kill\w*`,
  ]),
  // What makes a value, a name or a version wrong.
  pattern(HINT.wrong, [
    String.raw`\b(?:is|are|was) (?:invalid|missing|undefined|not (?:defined|assignable|compatible|allowed|permitted|installed|supported))\b|\bconflict(?:s|ing)\b(?! with \d)|\bunexpected (?:token|end|character|unknown|value|keyword)\b`,
  ]),
  pattern(HINT.memory, [
    String.raw`\binvalid (?:read|write|free)\b|\b(?:definitely|indirectly) lost: [1-9]|\bconditional jump or move depends\b`,
  ]),
  pattern(HINT.exit, [
    String.raw`\b(?:exit(?:ed)?|returned)\b(?: with)?(?: (?:exit )?(?:code|status))?:? [1-9]\d*\b|\bnon-?zero exit`,
  ]),
  pattern(HINT.sign, [String.raw`^[\s│├└─┬╰]*[✗✘✖❌×⨯✕]|[✗✘✖❌]`, String.raw`^\s*● .* › `], ''),
  pattern(HINT.margin, [String.raw`^\s*E {2,}\S`]),
];

/** Names that only mean trouble in this spelling: `TypeError`, `E1101`, `SIGSEGV`, `CONFLICT`, `ENOENT`, `ORA-00942`. */
const NAMES: readonly Pattern[] = [
  pattern(HINT.error, [String.raw`\b[A-Z]\w*(?:Error|Exception)\b(?![./\\]\w)`], ''),
  // The codes of Node, pnpm and browsers: ERR_MODULE_NOT_FOUND.
  pattern(HINT.error, [String.raw`\bERR_[A-Z\d]+(?:_[A-Z\d]+)*\b`], ''),
  // kubectl and docker ps: a container that does not run; npm: a package that is not there, or of another version.
  pattern(
    HINT.name,
    [
      String.raw`\bSIG(?:SEGV|KILL|ABRT|BUS|ILL|FPE)\b|\bCONFLICT\b|\bUNMET (?:OPTIONAL |PEER )?DEPENDENCY\b`,
      String.raw`\b(?:CrashLoopBackOff|ImagePullBackOff|ErrImagePull|OOMKilled|CreateContainer\w*Error|Evicted|NotReady)\b`,
    ],
    '',
  ),
  // The codes of system calls and of npm; other words in capitals (`EXPECTED`, `ENOUGH`) are none.
  pattern(
    HINT.capitals,
    [
      String.raw`\bE(?:ACCES|AFNOSUPPORT|AGAIN|BADF|BUSY|DQUOT|EXIST|FAULT|FBIG|INTR|INVAL|IO|ISDIR|LOOP|MFILE|MLINK|MSGSIZE|NAMETOOLONG|NFILE|NXIO|OVERFLOW|PERM|PIPE|PROTO(?:TYPE)?|RANGE|ROFS|SPIPE|SRCH|STALE|TIMEDOUT|TXTBSY|XDEV)\b`,
      String.raw`\bE(?:CONN(?:REFUSED|RESET|ABORTED)|ADDR(?:INUSE|NOTAVAIL)|(?:HOST|NET)(?:UNREACH|DOWN|RESET)|NO(?:BUFS|DEV|ENT|EXEC|LCK|MEM|SPC|SYS|T(?:CONN|DIR|EMPTY|FOUND|SOCK|SUP|TY))|AI_AGAIN|LIFECYCLE|RESOLVE|INTEGRITY|BADENGINE|OTP|USAGE)\b`,
    ],
    '',
  ),
  pattern(HINT.digits, [String.raw`\bE\d{3,4}\b`, String.raw`\b(?:ORA|SQL|PLS|TNS)-\d{4,5}\b`], ''),
  // flake8, ruff and pylint: place, then rule. `W` rules are warnings, pylint's C, R and I are advice.
  pattern(HINT.digits, [String.raw`^\S+:\d+:\d+: (?!W\d|[CRI]\d{4}:)[A-Z]{1,4}\d{3,4}\b`], ''),
  // go build and vet: place, then what is wrong.
  pattern(HINT.goPlace, [String.raw`^(?:vet: )?\S+\.go:\d+:\d+: \S`], ''),
  // The levels of pino and bunyan.
  pattern(
    HINT.level,
    [
      String.raw`"(?:level|severity|lvl)"\s*:\s*(?:[56]0(?!\d)|"(?:error|fatal|critical|alert|emergency|panic)")`,
    ],
    '',
  ),
  // An access log: the request, then a status of 500 and above.
  pattern(
    HINT.status,
    [
      String.raw`(?:^|[\s"])(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) \S+(?: HTTP/[\d.]+)?"? 5\d\d(?: |$)|\bHTTP/[\d.]+ 5\d\d\b`,
    ],
    '',
  ),
];

export const TROUBLE: readonly Pattern[] = [...WORDS, ...NAMES];

export const WARNING: readonly Pattern[] = [
  pattern(HINT.warning, [
    String.raw`(?:Deprecation|Runtime|User|Syntax|Future|Resource|Import|Experimental)Warning\b(?![./\\]\w)`,
  ]),
  pattern(HINT.warning, [String.raw`(?<![\w/\\.-])warn(?:ing|ings)?(?![\w-]|[./\\]\w)`]),
  pattern(HINT.warning, [String.raw`\bdeprecated\b`]),
  pattern(HINT.sign, [String.raw`^\s*⚠`]),
  pattern(HINT.digits, [String.raw`\bW\d{3,4}\b`]),
];

/** Trouble that ended everything: shown before other errors. */
export const FATAL: readonly Pattern[] = [
  pattern(HINT.fatal, [
    String.raw`\b(?:fatal|panic(?:ked)?|segfault|segmentation fault|core dumped|crashed|out of memory|unhandled|uncaught)\b`,
    String.raw`\bSIG(?:SEGV|KILL|ABRT|BUS|ILL|FPE)\b|"level"\s*:\s*60\b`,
  ]),
  pattern(HINT.error, ['^npm (?:error|err!) code ']),
];

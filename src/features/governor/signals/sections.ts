/**
 * Headings under which a tool writes all about one failure, up to the next heading: jest, vitest, mocha, node:test, TAP,
 * pytest, unittest, go test, cargo test, phpunit, rspec, minitest, surefire; rustc and biome.
 */
const SECTION = new RegExp(
  [
    // jest; vitest; mocha, phpunit, rspec and minitest; node:test and vitest's list.
    String.raw`^\s*● .* › |^ *FAIL\s+\S.* > |^ {0,6}\d+\) \S|^\s*[✖✗✕×✘⨯] (?!\d+ problem)\S`,
    // pytest; unittest; cargo test; go test; TAP.
    String.raw`^_{3,} .+ _{3,}$|^(?:FAIL|ERROR): \S+ \(|^---- .+ stdout ----$|^\s*--- FAIL: |^\s*not ok \d+`,
    // rustc and cargo; biome; surefire.
    String.raw`^error\[E\d+\]: |^\S+\.\w+:\d+:\d+ [\w/]+.* ━{3}|^\[ERROR\] \S+.*<<< (?:FAILURE|ERROR)!`,
  ].join('|'),
);
/** First characters of these lines, white space apart. */
const FIRST_CHARS = '●F✖✗✕×✘⨯_E-ne[0123456789';
const FIRST = Uint8Array.from({ length: 128 }, (_, code) =>
  Number(FIRST_CHARS.includes(String.fromCharCode(code))),
);
const isFirst = (code: number): boolean =>
  code < 128 ? FIRST[code] === 1 : FIRST_CHARS.includes(String.fromCharCode(code));
/** Only biome begins with a path, and rules off the rest of the line. */
const RULED = '━━━';
const RULE = 0x2501;

/** True for the heading of a failure; `first` is the code of its first character that is no white space. */
export const startsSection = (text: string, first: number): boolean =>
  (isFirst(first) || text.charCodeAt(text.length - 1) === RULE) && SECTION.test(text);

/** Under such a heading a line with a mark of failure is the message of the failure. */
export const takesMarks = (heading: string): boolean => heading.endsWith(RULED);

const RULE_OFF = /\s*━{3,}$/;
/** How many UTF-16 units of a heading stand before the rule at its end; undefined without one. */
export function beforeRule(text: string): number | undefined {
  return text.endsWith(RULED) ? RULE_OFF.exec(text)?.index : undefined;
}

const BRIEF = /^FAILED \S+ - \S|^\[ERROR\] +\w+\.\w+:\d+ /;
/** True for a line that names a failed test and says why. */
export const isBrief = (text: string): boolean => BRIEF.test(text);

/** A line by which a runner's list of tests goes on: what stood above it is over. */
const ENDS =
  /^\s*(?:[✓✔√]|ok \d|PASS\b|--- PASS|=== RUN|(?:Running|Compiling|Checking|Finished|Doc-tests) |test .* \.\.\. )|^(?:={3,}|test result:|failures:$)|::\S+ (?:PASSED|SKIPPED|XFAIL)|\.\.\. (?:ok|skipped.*)$|"Output":"(?:=== RUN|--- PASS)/;
export const endsSection = (text: string): boolean => ENDS.test(text);

/** What `go test -v` prints of a test stands above the line by which it fails. */
const SAID_BEFORE = /(?:^|"Output":")\s+\S+\.go:\d+: /;
export const isSaidBefore = (text: string): boolean => SAID_BEFORE.test(text);
const TAKES_BEFORE = /(?:^|"Output":")\s*--- FAIL: /;
export const takesBefore = (text: string): boolean => TAKES_BEFORE.test(text);

/** What a line of a section tells: the values or the message, a place in own code, or something less telling. */
export type SectionPart = 'value' | 'place' | 'rest';

/** Legends of a comparison, and rules: they look like values and are none. */
const LEGEND =
  /^\s*(?:[-+]{1,3} (?:expected|received|actual)\b.*|@@.*@@|[-=─⎯━^~ |]+(?:\[\d+\/\d+\][⎯━]+)?)$|^\s*expect\(.* equality$|\bexpected values to be [\w -]*equal:$/i;
const VALUE = new RegExp(
  [
    String.raw`^\s*E {2,}\S|^\s*[-+]\s*["'\w{[]|^\s*(?:expected|received|actual|got|want|left|right|error|message|reason)\b["' ]*[:=]`,
    String.raw`\bexpected\b.*\b(?:got|but was|received|to (?:be|equal|match|have|contain|deeply))\b|\bwant\b|\S !==? \S|\bassert\w*\b.*[=<>!]=`,
    String.raw`^\s*(?:[\w.$\\]*(?:Error|Exception)\b|Failed asserting|Caused by|Failure/Error|[×✖] )|\bpanicked at\b`,
  ].join('|'),
  'i',
);
const PLACE =
  /[\w@~-]\.[a-z]\w{0,5}(?::\d+| line \d+|["']?, line \d+|\(\d+)|^\s*at .*:line \d+|\.cs:line \d+/i;
const LIBRARY =
  /node_modules|\bnode:|\(internal|site-packages|dist-packages|\/rustc\/|\/\.cargo\/|<frozen|\b(?:java|jdk|sun|javax|kotlin|scala)\.|\borg\.(?:junit|apache|spring|opentest4j)|\/vendor\/|\/gems\/|\/usr\/(?:lib|local\/(?:go|lib))|\/(?:unittest|importlib|asyncio)\//;

/** Looks at a line below a heading. */
export function sectionPart(text: string): SectionPart {
  if (LEGEND.test(text)) return 'rest';
  if (VALUE.test(text)) return 'value';
  return isOwnPlace(text) ? 'place' : 'rest';
}

/** A place in a file that is not a library's. */
export const isOwnPlace = (text: string): boolean => PLACE.test(text) && !LIBRARY.test(text);

/** A complaint of a compiler or linter that begins with its place, or a line for one failed test. */
const NAMED = new RegExp(
  [
    String.raw`^(?:\[?error\]? |vet: )?(?!https?:)(?:[A-Z]:)?[a-z_.~@/\\][\w./\\@+~-]*\.\w+(?::\[|[:(])\d+[:,)]`,
    String.raw`"Output":"\s*--- FAIL: |^\s+\d+:\d+ +(?:error\b|warning\b|[✖✘✗×⚠])|^\s*\d+ \| (?:error|warning)\b|^[\s│├└─┬╰]*(?:\[[^\]]{1,16}\] *){0,2}(?:[✗✘✖×⨯✕] |not ok \d|--- FAIL: |FAILED \S|test .* \.\.\. FAILED)|::\S+ (?:FAILED|ERROR)\b|\.\.\. (?:FAIL|ERROR)$|= [FE]$|\(FAILED - \d+\)$`,
  ].join('|'),
  'i',
);
/** A line for a file or a list in which something failed: the failures themselves say more. */
const CONTAINER =
  /^\s*❯ .*\(\d+ tests?\b.*\bfailed|^FAIL\s+\S+(?:\s+[\d.]+s)?$|^FAIL$|^failures:$|^error: test failed, to rerun|^✖ failing tests:|^⎯+ Failed/;
export const isContainer = (text: string): boolean => CONTAINER.test(text);

/** Code of the place at which it failed, and traces, at the margin or with line numbers. */
const EXCERPT =
  /^\s*(?:[>|] |E {2,}|\d+ ?\||Traceback \(|During handling of the above|The above exception was)/;
export const isExcerpt = (text: string): boolean => EXCERPT.test(text);

/** Code and headings of traces, which stand first below a failure and tell nothing of it. */
const NO_MESSAGE = /^\s*(?:(?:async )?def |Traceback|stack backtrace|[^\p{L}\d]*$)/u;
export const isMessage = (text: string): boolean => !NO_MESSAGE.test(text);

/** True when each such line tells of another failure, whatever else they have in common. */
export const isNamed = (text: string): boolean => NAMED.test(text);

const PLACE_IN_FRONT = /^(?:\[?error\]? |vet: )?\S*?[:(]\d+[^ ]* |^\s+\d+:\d+ /i;
const QUOTED = /'[^']*'|"[^"]*"|`[^`]*`|‘[^’]*’/g;
/** What kind of complaint a line is, without place and names. */
export const complaintOf = (text: string): string =>
  text
    .slice(0, 300)
    .replace(PLACE_IN_FRONT, '')
    .replace(QUOTED, '_')
    .replace(/\b\w*\d\w*/g, '#');

const SAYING_CHARS = 200;
/** One word alone says nothing: what it is about stands below. */
const SAYS_SOMETHING = /\p{L}{2}.* \S*\p{L}{2}/u;
/** What a complaint that begins with its place says about it; empty for all other lines. */
export function sayingOf(text: string): string {
  if (!PLACE_IN_FRONT.test(text) || isBrief(text)) return '';
  const said = text.replace(PLACE_IN_FRONT, '').slice(0, SAYING_CHARS).trim();
  return SAYS_SOMETHING.test(said) ? said : '';
}

const MARKS = /^(?:[\s✗✘✖×⨯✕●_=*-]*\d+\)\s+|[\s✗✘✖×⨯✕●_=*-]+)|\s+_+$|\s+-+$/g;
const BEFORE =
  /^(?:\[[^\]]{1,16}\] *){0,2}(?:(?:FAIL(?:ED)?|ERROR):?\s+|not ok \d+(?: -)? |test |\[ERROR\]\s+)/;
const BEHIND =
  /(?: - .*|\s+\(.*\).*|\s+\.\.\. \w+|\s+(?:FAILED|ERROR)\b.*|\s+\d[\d.]* ?m?s|\s+stdout(?: -+)?|\s*-- Time elapsed.*|:)$/;

/** A complaint of a compiler about one place: the same words about another place are another one. */
const OF_ONE_PLACE = /^error(?:\[E\d+\])?: /;
/** The case of a test that failed: `FAIL: test_rows (shop.TestRows.test_rows) (row=3)`. */
const CASE = /\s(?:\[[^\]]+\] )?\(\w+=.*\)(?= \.\.\. |$)/;

/** By what a failure is the same one in a list of tests and above its details; empty when it stands for itself. */
export function failureName(head: string): string {
  if (OF_ONE_PLACE.test(head) || (PLACE_IN_FRONT.test(head) && !isBrief(head))) return '';
  const bare = head.replace(MARKS, '').replace(BEFORE, '').replace(BEHIND, '').replace(BEHIND, '');
  const last = (bare.split(/ › | > |::|#/).at(-1) ?? bare).trim();
  return last + (CASE.exec(head)?.[0] ?? '');
}

/** Of a failure whose name stands below its number and its suite: `1) cart`, then `adds tax:`. */
const NUMBERED = /^\s*\d+\) \S/;
const NAME_BELOW = /^\s+\S.*:$/;
/** The name of a failure when the line right below its heading is it, as mocha writes it; undefined when it is not. */
export const nameBelow = (head: string, below: string): string | undefined =>
  NUMBERED.test(head) && NAME_BELOW.test(below) ? failureName(below.trim()) : undefined;

/** Says of a failure that only others inside it failed: of TAP. */
const ONLY_OTHERS = /^\s*(?:error: '\d+ subtests? failed'|failureType: 'subtestsFailed')/;
export const isOnlyOthers = (text: string): boolean => ONLY_OTHERS.test(text);

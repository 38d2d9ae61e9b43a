/** What the words of trouble and of summaries are made of; bytes of one class are never told apart. */
const CLASS_BITS = 6;
const LOWER = 1;
const UPPER = 27;
const CLASS = {
  digit: 53,
  five: 54,
  space: 55,
  hyphen: 56,
  dot: 57,
  colon: 58,
  quote: 59,
  /** First bytes of the signs of failure in UTF-8, one that ends or goes on with `×`, and the others they go on with. */
  lead: 60,
  leadOfTimes: 61,
  times: 62,
  sign: 63,
} as const;

/** Second and third bytes of `●✗✘✖❌⨯✕⚠`; `✓` and `✔` have others. */
const SIGN_BYTES = [0x8c, 0x8f, 0x95, 0x96, 0x98, 0x9a, 0x9c, 0x9d, 0xa0, 0xa8, 0xaf];
const BY_CODE: Readonly<Record<number, number>> = {
  53: CLASS.five,
  32: CLASS.space,
  45: CLASS.hyphen,
  46: CLASS.dot,
  58: CLASS.colon,
  39: CLASS.quote,
  226: CLASS.lead,
  195: CLASS.leadOfTimes,
  151: CLASS.times,
};

/** Class of a space, which stands for the end of a line, too. */
export const SPACE_CLASS = CLASS.space;

/** Class by byte; 0 for what ends every word. */
export const CLASSES = Uint8Array.from({ length: 256 }, (_, code) => {
  if (code >= 97 && code <= 122) return LOWER + code - 97;
  if (code >= 65 && code <= 90) return UPPER + code - 65;
  const known = BY_CODE[code];
  if (known !== undefined) return known;
  if (code >= 48 && code <= 57) return CLASS.digit;
  return SIGN_BYTES.includes(code) ? CLASS.sign : 0;
});

/** As classes, capitals as small letters. */
const symbolOf = (kind: number): number =>
  kind >= UPPER && kind < CLASS.digit ? kind - UPPER + LOWER : kind;
const symbolsOf = (word: string): readonly number[] =>
  [...word].map((char) => CLASSES[char.charCodeAt(0)] ?? 0);

/** A node of the tree of all words; its longest end that begins a word, too, is where a miss goes on. */
interface TreeNode {
  readonly next: Map<number, TreeNode>;
  readonly id: number;
  back: TreeNode | undefined;
  bits: number;
}

function treeOf(words: ReadonlyMap<string, number>): TreeNode {
  const root: TreeNode = { next: new Map(), id: 0, back: undefined, bits: 0 };
  const all = [root];
  for (const [word, bits] of words) {
    let node = root;
    for (const symbol of symbolsOf(word)) {
      const known = node.next.get(symbol) ?? { next: new Map(), id: all.length, back: undefined, bits: 0 };
      if (!node.next.has(symbol)) all.push(known);
      node.next.set(symbol, known);
      node = known;
    }
    node.bits |= bits;
  }
  const queue = [root];
  for (const node of queue)
    for (const [symbol, child] of node.next) {
      child.back = node === root ? root : step(node.back ?? root, symbol);
      child.bits |= child.back.bits;
      queue.push(child);
    }
  return root;
}

function step(from: TreeNode, symbol: number): TreeNode {
  for (let node: TreeNode | undefined = from; node !== undefined; node = node.back) {
    const next = node.next.get(symbol);
    if (next !== undefined) return next;
    if (node.back === undefined) return node;
  }
  return from;
}

/** Kinds of codes and signs of failure that are met in spelling rather than in letters. */
export interface CodeBits {
  /** `ENOENT`. */
  readonly capitals: number;
  /** `E1101`, `ORA-00942`. */
  readonly digits: number;
  /** ` 503 `. */
  readonly status: number;
  /** `E  assert`. */
  readonly margin: number;
  /** `✗`. */
  readonly sign: number;
}

/** Of capitals, digits and signs: what the last ones were. */
type Begun =
  | ''
  | 'A'
  | 'E'
  | 'EA'
  | 'EE'
  | 'A-'
  | 'A0'
  | 'A00'
  | ' '
  | ' 5'
  | ' 50'
  | ' 500'
  | 'e2'
  | 'e2.'
  | 'c3';
type Code = Begun | keyof CodeBits;

/** How it goes on behind a code that was met. */
const BEHIND: Readonly<Record<keyof CodeBits, Begun>> = {
  capitals: 'A',
  digits: '',
  status: ' ',
  margin: ' ',
  sign: '',
};
const isMet = (code: Code): code is keyof CodeBits => code in BEHIND;

const endsWithCapital = (code: Begun): boolean =>
  code === 'A' || code === 'E' || code === 'EA' || code === 'EE';

function afterDigit(code: Begun, isFive: boolean): Code {
  if (code === 'A00') return 'digits';
  if (code === ' 50') return ' 500';
  if (code === 'A0') return 'A00';
  if (code === 'A-' || endsWithCapital(code)) return 'A0';
  if (code === ' 5') return ' 50';
  return code === ' ' && isFive ? ' 5' : '';
}

function afterCapital(code: Begun, isE: boolean): Code {
  if (code === 'EA' || code === 'EE') return 'capitals';
  if (code === 'E') return isE ? 'EE' : 'EA';
  // Inside a word: `DEBUG`.
  if (code === 'A') return 'A';
  return isE ? 'E' : 'A';
}

function afterSpace(code: Begun): Code {
  if (code === ' 500') return 'status';
  return code === 'E' || code === 'EE' ? 'margin' : ' ';
}

function afterSign(code: Begun, isTimes: boolean): Code {
  if (code === 'e2') return 'e2.';
  return code === 'e2.' || (code === 'c3' && isTimes) ? 'sign' : '';
}

/** Three capitals of which the first is an E and no other stands in front, three digits behind a capital (and a hyphen), ` 5`, two digits and a space, `E `. */
function nextCode(last: Code, kind: number): Code {
  const code = isMet(last) ? BEHIND[last] : last;
  if (kind >= UPPER && kind < CLASS.digit) return afterCapital(code, kind === UPPER + 4);
  if (kind === CLASS.digit || kind === CLASS.five) return afterDigit(code, kind === CLASS.five);
  if (kind === CLASS.space) return afterSpace(code);
  if (kind === CLASS.hyphen) return endsWithCapital(code) ? 'A-' : '';
  if (kind === CLASS.lead) return 'e2';
  if (kind === CLASS.leadOfTimes) return 'c3';
  return kind === CLASS.sign || kind === CLASS.times ? afterSign(code, kind === CLASS.times) : '';
}

/** Reads bytes one by one: `state = next[state + CLASSES[byte]]`; what was met is `bits[state >> shift]`. */
export interface LetterAutomaton {
  readonly next: Uint16Array;
  readonly bits: Uint32Array;
  readonly shift: number;
}

/**
 * @param words bits by the letters that are looked for, anywhere and in small letters or capitals
 * @param codes what codes and signs of failure tell
 */
export function makeAutomaton(words: ReadonlyMap<string, number>, codes: CodeBits): LetterAutomaton {
  const root = treeOf(words);
  const states: { readonly node: TreeNode; readonly code: Code }[] = [{ node: root, code: '' }];
  const ids = new Map<string, number>([['0 ', 0]]);
  const next: number[] = [];
  for (const { node, code } of states)
    for (let kind = 0; kind < 1 << CLASS_BITS; kind += 1) {
      const to = { node: step(node, symbolOf(kind)), code: nextCode(code, kind) };
      const key = `${to.node.id} ${to.code}`;
      const id = ids.get(key) ?? states.length;
      if (!ids.has(key)) {
        ids.set(key, id);
        states.push(to);
      }
      next.push(id << CLASS_BITS);
    }
  return {
    next: Uint16Array.from(next),
    bits: Uint32Array.from(states, ({ node, code }) => node.bits | (isMet(code) ? codes[code] : 0)),
    shift: CLASS_BITS,
  };
}

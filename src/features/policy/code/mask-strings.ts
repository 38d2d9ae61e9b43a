/** Code without its texts and comments. */
export interface MaskedCode {
  /** The code with every text replaced by a mark and its number, `\ue000 3 \ue000`, and every comment by a blank. */
  readonly code: string;
  /** The texts by number, without quotes; `…` for a part that is known only when it runs. */
  readonly texts: readonly string[];
}

const MARK = '\ue000';

interface Signs {
  readonly line: readonly string[];
  readonly block: readonly (readonly [open: string, close: string])[];
  readonly quotes: readonly string[];
  /** What is filled in when it runs, by the quotes of the text. */
  readonly holes: Readonly<Record<string, RegExp>>;
}

const C_LIKE: Signs = {
  line: ['//'],
  block: [['/*', '*/']],
  quotes: ['"', "'", '`'],
  holes: { '`': /\$\{[^}]*\}/g },
};
const HASH: Signs = {
  line: ['#'],
  block: [],
  quotes: ['"', "'", '`'],
  holes: { '"': /#\{[^}]*\}/g, '`': /#\{[^}]*\}/g },
};
const DOLLAR: Signs = { ...HASH, holes: {} };

const SIGNS: Readonly<Record<string, Signs>> = {
  javascript: C_LIKE,
  typescript: C_LIKE,
  go: { ...C_LIKE, holes: {} },
  rust: { ...C_LIKE, quotes: ['"'], holes: {} },
  csharp: { ...C_LIKE, quotes: ['"'], holes: {} },
  python: { line: ['#'], block: [], quotes: ['"""', "'''", '"', "'"], holes: {} },
  ruby: { ...HASH, block: [['\n=begin', '\n=end']] },
  elixir: { ...HASH, quotes: ['"""', '"', "'"] },
  perl: { ...DOLLAR, block: [['\n=pod', '\n=cut']] },
  php: { ...DOLLAR, line: ['#', '//'], block: [['/*', '*/']] },
  r: { ...HASH, holes: {} },
};

/** Takes texts and comments out of code. Good enough to find plain calls in it; it need not be valid. */
export function maskStrings(language: string, code: string): MaskedCode {
  const signs = SIGNS[language] ?? C_LIKE;
  const texts: string[] = [];
  let out = '';
  let at = 0;
  while (at < code.length) {
    const comment = commentEnd(code, at, signs);
    if (comment > at) {
      out += ' ';
      at = comment;
      continue;
    }
    const quote = signs.quotes.find((each) => code.startsWith(each, at));
    if (quote === undefined) {
      out += code[at];
      at += 1;
      continue;
    }
    const end = textEnd(code, at + quote.length, quote);
    const body = code.slice(at + quote.length, end);
    const isFormat =
      language === 'python' && /[fF][rR]?$|[rR][fF]$/.test(code.slice(Math.max(0, at - 2), at));
    const hole = isFormat ? /\{[^}]*\}/g : signs.holes[quote[0] ?? ''];
    out += `${MARK}${texts.length}${MARK}${quote === '`' ? '`' : ''}`;
    texts.push(decoded(hole === undefined ? body : body.replace(hole, '…')));
    at = end + quote.length;
  }
  return { code: out, texts };
}

function commentEnd(code: string, at: number, { line, block }: Signs): number {
  for (const sign of line) {
    if (!code.startsWith(sign, at)) continue;
    const end = code.indexOf('\n', at);
    return end < 0 ? code.length : end;
  }
  for (const [open, close] of block) {
    if (!code.startsWith(open, at)) continue;
    const end = code.indexOf(close, at + open.length);
    return end < 0 ? code.length : end + close.length;
  }
  return at;
}

function textEnd(code: string, from: number, quote: string): number {
  for (let at = from; at < code.length; at += 1) {
    if (code[at] === '\\') at += 1;
    else if (code.startsWith(quote, at)) return at;
  }
  return code.length;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0' };

const decoded = (body: string): string =>
  body.replace(/\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|([\s\S]))/g, (_, hex, unicode, sign: string) =>
    sign === undefined ? String.fromCharCode(Number.parseInt(hex ?? unicode, 16)) : (ESCAPES[sign] ?? sign),
  );

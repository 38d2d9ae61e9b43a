import { detect } from 'chardet';

/** Enough for a statistic of bytes. */
const SAMPLE_BYTES = 64 * 1024;
/** A declaration inside a page has to stand in its beginning. */
const DECLARED_BYTES = 4 * 1024;

const MARKS: readonly (readonly [readonly number[], string])[] = [
  [[0xff, 0xfe, 0x00, 0x00], 'utf-32le'],
  [[0x00, 0x00, 0xfe, 0xff], 'utf-32be'],
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/** The label of a content-type header as it was meant: without quotes and what does not belong to it. */
function charsetOfHeader(contentType: string): string | undefined {
  const [, raw = ''] = /charset\s*=\s*("[^"]*"|'[^']*'|[^\s;,]*)/i.exec(contentType) ?? [];
  const label = raw.replace(/["';\s]/g, '');
  return label === '' ? undefined : label;
}

/** What a page says of itself: `<meta charset>`, `<meta http-equiv>` or the first line of XML. */
function declaredCharset(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, DECLARED_BYTES)).toString('latin1');
  const xml = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/i.exec(start)?.[1];
  const label = xml ?? /<meta\b[^>]*\bcharset\s*=\s*["']?\s*([\w.:-]+)/i.exec(start)?.[1];
  // The declaration could be read byte by byte: it cannot be in 16 bits.
  return label !== undefined && /^utf-?16/i.test(label) ? 'utf-8' : label;
}

function decodeUtf32(bytes: Uint8Array, isLittle: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: string[] = [];
  for (let at = 4; at + 4 <= bytes.length; at += 4) {
    const point = view.getUint32(at, isLittle);
    parts.push(
      point > 0x10ffff || (point >= 0xd800 && point < 0xe000) ? '\ufffd' : String.fromCodePoint(point),
    );
  }
  return parts.join('');
}

/** What windows-1252 has at 0x80 to 0x9f; Node's decoder takes the encoding for ISO-8859-1 and leaves control characters. */
const WINDOWS_1252 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';
const C1 = /[\u0080-\u009f]/g;

const withWindowsSigns = (text: string): string =>
  text.replace(C1, (sign) => WINDOWS_1252[sign.charCodeAt(0) - 0x80] ?? sign);

/** The text in this encoding; undefined for a label that nobody knows, and where `isStrict` and the bytes do not fit it. */
function decodeAs(label: string, bytes: Uint8Array, isStrict: boolean): string | undefined {
  try {
    const decoder = new TextDecoder(label, { fatal: isStrict });
    const text = decoder.decode(bytes);
    return decoder.encoding === 'windows-1252' ? withWindowsSigns(text) : text;
  } catch {
    return undefined;
  }
}

/** Names of the sniffer that the decoder does not know. */
const SNIFFED: Readonly<Record<string, string>> = {
  'ISO-8859-8-I': 'iso-8859-8',
  'UTF-32LE': 'utf-8',
  'UTF-32BE': 'utf-8',
};

function sniffed(bytes: Uint8Array): string {
  const found = detect(bytes.subarray(0, SAMPLE_BYTES));
  return found === null ? 'utf-8' : (SNIFFED[found] ?? found);
}

/**
 * The text of a body: by its byte order mark, else by the header, else by what the page says of itself, else by its bytes.
 * Labels that nobody knows count as none. What does not fit the encoding becomes U+FFFD.
 */
export function decodeText(shared: Uint8Array, contentType: string): string {
  // The decoder takes no shared memory.
  const bytes = new Uint8Array(shared);
  const mark = MARKS.find(([start]) => start.every((byte, place) => bytes[place] === byte))?.[1];
  if (mark?.startsWith('utf-32')) return decodeUtf32(bytes, mark.endsWith('le'));
  for (const label of [mark, charsetOfHeader(contentType), declaredCharset(bytes)]) {
    const text = label === undefined ? undefined : decodeAs(label, bytes, false);
    if (text !== undefined) return text;
  }
  return (
    decodeAs('utf-8', bytes, true) ??
    decodeAs(sniffed(bytes), bytes, false) ??
    decodeAs('utf-8', bytes, false) ??
    ''
  );
}

/** How much of a piece is looked at. */
const SAMPLE_BYTES = 4096;
/** Fewer bytes say too little, where no signature does. */
const MIN_SAMPLE = 64;
/** Of the bytes that are no text: so many are control characters, and so many are that or no UTF-8. */
const MIN_CONTROLS = 0.04;
const MIN_ODD = 0.15;

const SIGNATURES: readonly (readonly [string, string, number?])[] = [
  ['PNG image', '\x89PNG\r\n'],
  ['JPEG image', '\xff\xd8\xff'],
  ['GIF image', 'GIF87a'],
  ['GIF image', 'GIF89a'],
  ['WebP image', 'WEBP', 8],
  ['TIFF image', 'II*\0'],
  ['TIFF image', 'MM\0*'],
  ['icon', '\0\0\x01\0'],
  ['PDF document', '%PDF-'],
  ['gzip archive', '\x1f\x8b'],
  ['zip archive', 'PK\x03\x04'],
  ['bzip2 archive', 'BZh'],
  ['xz archive', '\xfd7zXZ\0'],
  ['Zstandard archive', '\x28\xb5\x2f\xfd'],
  ['7-Zip archive', '7z\xbc\xaf\x27\x1c'],
  ['tar archive', 'ustar', 257],
  ['ELF program', '\x7fELF'],
  ['Mach-O program', '\xcf\xfa\xed\xfe'],
  ['Mach-O program', '\xca\xfe\xba\xbe\0\0\0\x02'],
  ['Java class', '\xca\xfe\xba\xbe'],
  ['Windows program', 'MZ\x90\0'],
  ['WebAssembly', '\0asm'],
  ['SQLite database', 'SQLite format 3\0'],
  ['Office document', '\xd0\xcf\x11\xe0'],
  ['MP4 video', 'ftyp', 4],
  ['Matroska video', '\x1a\x45\xdf\xa3'],
  ['Ogg audio', 'OggS'],
  ['FLAC audio', 'fLaC'],
  ['MP3 audio', 'ID3'],
  ['WAV audio', 'WAVE', 8],
  ['font', 'wOF2'],
  ['font', '\0\x01\0\0\0'],
  ['Git pack', 'PACK\0\0'],
];

/** Signatures that a text may begin with, too. */
const NEED_ODD = new Set(['bzip2 archive', 'MP3 audio', 'PDF document', 'Ogg audio', 'MP4 video', 'font']);

/** tab, line feed, carriage return, form feed, backspace, bell, escape: terminals are sent these */
const TEXT_CONTROLS = new Set([7, 8, 9, 10, 12, 13, 27]);

interface Census {
  readonly controls: number;
  readonly nulls: number;
  readonly hasNullPair: boolean;
  readonly invalid: number;
}

function census(sample: Buffer): Census {
  let [controls, nulls, hasNullPair] = [0, 0, false];
  for (let i = 0; i < sample.length; i += 1) {
    const byte = sample[i] ?? 0;
    if (byte >= 32 || TEXT_CONTROLS.has(byte)) continue;
    controls += 1;
    if (byte !== 0) continue;
    nulls += 1;
    hasNullPair ||= sample[i + 1] === 0;
  }
  // A character that the sample's end cuts is one of these.
  const invalid = Math.max(0, (sample.toString().match(/\uFFFD/g)?.length ?? 0) - 1);
  return { controls, nulls, hasNullPair, invalid };
}

/** Names that are separated by NUL characters, as `find -print0` writes them, are text. */
const isNullSeparated = ({ controls, nulls, hasNullPair, invalid }: Census): boolean =>
  controls === nulls && !hasNullPair && invalid === 0;

function isNoText(sample: Buffer): boolean {
  const found = census(sample);
  if (isNullSeparated(found)) return false;
  const { length } = sample;
  return found.controls >= MIN_CONTROLS * length && found.controls + found.invalid >= MIN_ODD * length;
}

const signedAs = (bytes: Buffer): string | undefined => {
  const start = bytes.toString('latin1', 0, 300);
  return SIGNATURES.find(([, mark, at = 0]) => start.startsWith(mark, at))?.[0];
};

/** What these bytes begin with by a signature that no text has; undefined for anything else. */
export function signatureType(bytes: Buffer): string | undefined {
  const type = signedAs(bytes);
  return type === undefined || NEED_ODD.has(type) ? undefined : type;
}

/**
 * What kind of binary data begins with these bytes: `PNG image`, or `data` when only the bytes say so; undefined for text,
 * also in an old encoding, also with a few odd bytes.
 */
export function binaryType(bytes: Buffer): string | undefined {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const type = signedAs(sample);
  if (type !== undefined && !NEED_ODD.has(type)) return type;
  const isOdd = sample.length >= MIN_SAMPLE && isNoText(sample);
  if (type !== undefined)
    return isOdd || (bytes.length > MIN_SAMPLE && census(bytes).invalid > 8) ? type : undefined;
  return isOdd ? 'data' : undefined;
}

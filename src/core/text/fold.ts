/** Letters that Unicode does not decompose, but that are typed without their stroke or as two letters. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');
const MARKS = /[\u0300-\u036f]+/g;
/** Not a code unit above ASCII in it. */
export const isAscii = (text: string): boolean => !/[^\u0000-\u007f]/.test(text);

/**
 * The form in which texts and questions are compared: compatibility forms unified (NFKC: full width, ligatures), lower
 * case, accents of letters off. ASCII only changes its case.
 */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(MARKS, '')
    .normalize('NFC')
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter);
}

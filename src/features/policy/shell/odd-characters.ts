/** Control and format characters but tab and line ends; letters without a shape; tags. */
const INVISIBLE =
  /(?![\t\n\r])[\p{Cc}\p{Cf}]|[\u115f\u1160\u3164\uffa0]|\u034f|\u17b4|\u17b5|[\u180b-\u180d]|[\u{e0000}-\u{e0fff}]/u;

/** A joiner inside a picture of several, which is no trick. */
const PICTURE_JOINER =
  /(?<=\p{Extended_Pictographic}|\ufe0f|\p{Emoji_Modifier})\u200d(?=\p{Extended_Pictographic})/gu;

/** Blanks that look like a separator and are none for a shell. */
const FALSE_BLANK = /[\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\u0085]/;

const ANY_ODD = /[^\t\n\r\x20-\x7e]/;

/** A clause about a character that a person does not see; undefined when there is none. */
export function invisibleCharacter(code: string): string | undefined {
  if (!ANY_ODD.test(code)) return undefined;
  const found = INVISIBLE.exec(code.replace(PICTURE_JOINER, ''));
  if (found === null) return undefined;
  const number = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `it has an invisible character, U+${number}`;
}

/** Whether an unquoted word has a blank that only looks like one. */
export const hasFalseBlank = (text: string): boolean => FALSE_BLANK.test(text) && !/["']/.test(text);

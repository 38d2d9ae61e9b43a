import { lazily } from '../lazily.ts';

// The Unicode tables behind these patterns take 7 MB of a process, and milliseconds to read: they are made when first asked for.

/** A character of a script written without blanks. */
const SOLID_SOURCE = `[${['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .join('')}ー]`;

/** Matches a text that holds a character of a script written without blanks. */
export const solidPattern = lazily(() => new RegExp(SOLID_SOURCE, 'u'));

/** Splits a text at runs of such characters, keeping the runs. */
export const solidRunPattern = lazily(() => new RegExp(`(${SOLID_SOURCE}+)`, 'u'));

/** Matches words as terms are made of them: solid characters one by one, pictographs, other runs of letters and digits. */
export const piecePattern = lazily(
  () =>
    new RegExp(
      `${SOLID_SOURCE}|\\p{Extended_Pictographic}|(?:(?!${SOLID_SOURCE})[\\p{L}\\p{N}\\p{M}_])+`,
      'gu',
    ),
);

/** Matches pictographs and runs of letters and digits, solid ones included. */
export const wordPattern = lazily(() => /\p{Extended_Pictographic}|[\p{L}\p{N}\p{M}_ー]+/gu);

/** Matches a text that is one pictograph. */
export const pictographPattern = lazily(() => /^\p{Extended_Pictographic}$/u);

/** Made when it is first asked for: the Unicode tables behind these patterns take 7 MB of a process. */
const lazy = (make: () => RegExp): (() => RegExp) => {
  let made: RegExp | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

/** A character of a script written without blanks. */
const SOLID_SOURCE = `[${['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .join('')}ー]`;

/** Matches a text that holds a character of a script written without blanks. */
export const solidPattern = lazy(() => new RegExp(SOLID_SOURCE, 'u'));

/** Splits a text at runs of such characters, keeping the runs. */
export const solidRunPattern = lazy(() => new RegExp(`(${SOLID_SOURCE}+)`, 'u'));

/** Matches words as terms are made of them: solid characters one by one, pictographs, other runs of letters and digits. */
export const piecePattern = lazy(
  () =>
    new RegExp(
      `${SOLID_SOURCE}|\\p{Extended_Pictographic}|(?:(?!${SOLID_SOURCE})[\\p{L}\\p{N}\\p{M}_])+`,
      'gu',
    ),
);

/** Matches pictographs and runs of letters and digits, solid ones included. */
export const wordPattern = lazy(() => /\p{Extended_Pictographic}|[\p{L}\p{N}\p{M}_ー]+/gu);

/** Matches a text that is one pictograph. */
export const pictographPattern = lazy(() => /^\p{Extended_Pictographic}$/u);

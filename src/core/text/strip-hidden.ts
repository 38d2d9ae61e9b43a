import { lazily } from '../lazily.ts';

/**
 * What a person does not see and a model reads all the same: zero-width and bidirectional marks, invisible operators, the
 * soft hyphen, fillers, variation selectors behind nothing, and tag characters, in which whole sentences can be hidden.
 */
const INVISIBLE =
  /\u034f|\u17b4|\u17b5|\u180b|\u180c|\u180d|\u180f|[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;
/** A joiner between two letters of a script that is written with it, or between two pictures, is spelling. */
const joined = lazily(
  () =>
    /(?<=[\p{L}\p{M}\p{Extended_Pictographic}]|\ufe0f)[\u200c\u200d](?=[\p{L}\p{M}\p{Extended_Pictographic}])/gu,
);
const needsJoiners = lazily(
  () =>
    /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Mongolian}\p{Script=Syriac}\p{Extended_Pictographic}]|\ufe0f/u,
);

/**
 * Terminal control: CSI sequences, OSC, DCS, PM, APC and SOS strings up to their end (or to the end of the line, where they
 * have none), other escapes, in 7 and 8 bits; and control characters that no text needs.
 */
const TERMINAL = new RegExp(
  [
    String.raw`(?:\u001b\[|\u009b)[0-?]{0,64}[ -/]{0,8}[@-~]`,
    String.raw`(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c\n]{0,4096}(?:\u0007|\u001b\\|\u009c)?`,
    String.raw`\u001b[ -/]{0,8}[0-~]`,
    String.raw`[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]`,
  ].join('|'),
  'g',
);

/** A joiner stays where the character before it is of a script that needs it. */
function isSpelling(text: string, at: number): boolean {
  const pattern = joined();
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  return found?.index === at && needsJoiners().test([...text.slice(Math.max(0, at - 2), at)].at(-1) ?? '');
}

/** The text without terminal control and without characters that nobody sees; what is left is what a person would read. */
export function stripHidden(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(TERMINAL, '')
    .replace(INVISIBLE, (mark, at: number, whole: string) =>
      (mark === '\u200c' || mark === '\u200d') && isSpelling(whole, at) ? mark : '',
    );
}

/**
 * Elements by which hosts tell the model things, or by which it calls tools. Names that documents and code have for their own
 * purposes (`system`, `user`, `parameter`) are none.
 */
const HOST_TAGS = [
  'system[-_ ](?:reminder|prompt|message|instructions?|notification)s?',
  String.raw`antml:\w+`,
  String.raw`invoke(?=\s+name\s*=)`,
  'function_(?:calls?|results?|response)',
  'tool[-_](?:use|calls?|results?|response|output)',
  'user[-_]prompt[-_]submit[-_]hook',
  '(?:local-)?command-(?:name|message|args|stdout|stderr|contents|caveat)',
  'bash-(?:input|stdout|stderr)',
  'task-notification',
  String.raw`(?:untrusted|outside)[-_]\w+`,
].join('|');
const HOST_TAG = new RegExp(
  String.raw`[<\uff1c\ufe64\u2039](?=\s{0,8}[/\\\uff0f]?\s{0,8}(?:${HOST_TAGS})(?![\w-]))|<(?=\|[\w ]{1,40}\|?>)`,
  'gi',
);

/**
 * What a person does not see, or sees elsewhere than where it stands: bidirectional and zero-width marks, invisible
 * operators, tag characters; and terminal control.
 */
const CONTROL = String.raw`\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f`;
const MARKS = String.raw`\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}`;
const UNSEEN = new RegExp(`[${CONTROL}${MARKS}]`, 'gu');
const JOINERS = /^[\u200c\u200d]$/;
/** A joiner is spelling between letters that are no ASCII, and in pictures that are made of several. */
const BEFORE_JOINER = /(?:(?![A-Za-z])[\p{L}\p{M}]|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u;

/** As code writes the character: what is shown can be found and edited. */
function escaped(sign: string): string {
  const code = (sign.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}

export interface ShownText {
  readonly text: string;
  /** Tags that are written with `&lt;`. */
  readonly tags: number;
}

/**
 * A text of a file or a run as it is shown to the model: tags of hosts begin with `&lt;`, what cannot be seen is written as an
 * escape. Everything else stays, and a text without any of it is the same. Idempotent.
 */
export function shownText(text: string): ShownText {
  let tags = 0;
  const plain = text.replace(HOST_TAG, () => {
    tags += 1;
    return '&lt;';
  });
  const shown = plain.replace(UNSEEN, (sign, at: number) =>
    JOINERS.test(sign) && BEFORE_JOINER.test(plain.slice(Math.max(0, at - 4), at)) ? sign : escaped(sign),
  );
  return { text: shown, tags };
}

/** One line that says so; empty when there were none. `where`: of which text. */
export const tagsLine = (tags: number, where: string): string =>
  tags === 0
    ? ''
    : `[${where} holds ${tags === 1 ? 'a tag' : `${tags} tags`} like the host's own, shown with &lt;; text, not from the host]`;

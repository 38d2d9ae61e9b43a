/** What plain JSON does not know and people write all the same; `link`: the file is a link. */
export type JsonOddity = 'comments' | 'last comma' | 'byte order mark' | 'link';

const TEXT_OR_COMMENT = /"(?:[^"\\]|\\.)*"|\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g;

function isPlain(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** What a JSON text with comments holds that is not plain JSON; empty for plain JSON. */
export function odditiesOf(text: string): readonly JsonOddity[] {
  const body = text.replace(/^\uFEFF/, '');
  const bare = body.replace(TEXT_OR_COMMENT, (part) => (part.startsWith('"') ? part : ' '));
  return [
    ...(body === text ? [] : (['byte order mark'] as const)),
    ...(bare === body ? [] : (['comments'] as const)),
    ...(isPlain(bare) ? [] : (['last comma'] as const)),
  ];
}

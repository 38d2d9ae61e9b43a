import { MAY_BE, quickLook } from '../signals/quick-look.ts';
import { findSignal } from '../signals/signal-lines.ts';

const ERROR_LEVEL = 2;

/** True for a text of a shape's own that tells of an error; warnings do not count. */
export function tellsTrouble(text: string): boolean {
  const bytes = Buffer.from(text);
  return (
    (quickLook(bytes, 0, bytes.length) & MAY_BE.trouble) !== 0 &&
    (findSignal(text)?.level ?? 0) >= ERROR_LEVEL
  );
}

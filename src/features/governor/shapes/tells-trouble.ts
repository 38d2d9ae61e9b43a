import { MAY_BE, quickLookAt } from '../signals/quick-look.ts';
import { findSignal } from '../signals/signal-lines.ts';

const ERROR_LEVEL = 2;

/** True for a text of a shape's own that tells of an error; warnings do not count. */
export function tellsTrouble(text: string): boolean {
  const hints = quickLookAt(text);
  return (hints & MAY_BE.trouble) !== 0 && (findSignal(text, hints)?.level ?? 0) >= ERROR_LEVEL;
}

import { toAppError } from '#core/errors.ts';
import { formatHandle } from '#core/ids.ts';
import { formatCount } from '#core/units.ts';
import type { BinaryInfo } from '#features/execution/binary-output.ts';
import type { KeptOriginal } from '#features/knowledge/originals/keep-original.ts';
import type { OutputContext } from '../context.ts';

/** Says what binary output is and where it lies; the bytes themselves never enter an answer. */
export function describeBinary(
  info: BinaryInfo,
  label: string,
  { knowledge }: Pick<OutputContext, 'knowledge'>,
): { readonly text: string; readonly kept: KeptOriginal | undefined } {
  const description = `binary output: ${info.type}, ${formatCount(info.bytes)} bytes, sha256 ${info.sha256}`;
  try {
    if (info.file === undefined) throw new Error('the disk took no file');
    const kept = knowledge.keepBinary(label, description, info.file);
    return { text: `[${formatHandle(kept.id)}: ${description}; saved to ${kept.path}]`, kept };
  } catch (thrown) {
    return { text: `[${description}; it could not be kept: ${toAppError(thrown).message}]`, kept: undefined };
  }
}

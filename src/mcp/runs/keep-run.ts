import type { KeptOutput } from '#features/execution/jobs.ts';
import type { OutputCapture } from '#features/execution/output-capture.ts';
import type { KeptOriginal, OutputText } from '#features/knowledge/originals/keep-original.ts';
import type { OutputContext } from '../context.ts';
import { describeBinary } from './present-binary.ts';

/** How an output is named; `isApart`: it gets a handle of its own, whatever is there. */
interface Naming {
  readonly label: string;
  readonly isApart?: boolean;
}

/** Stores a run's output under a label; it becomes searchable a moment later. @throws AppError when it cannot be kept */
export function keepRun(
  output: OutputCapture,
  { label, isApart = false }: Naming,
  knowledge: OutputContext['knowledge'],
): KeptOriginal {
  const file = output.spilledTo;
  const text: OutputText =
    file === undefined ? { kind: 'text', text: output.text() } : { kind: 'file', file };
  return knowledge.keepOutput(label, text, output.textBytes, isApart);
}

/** Stores what is left of a background run: its log, and beside it what it wrote that is no text. @throws as keepRun */
export function keepLog(
  output: OutputCapture,
  label: string,
  knowledge: OutputContext['knowledge'],
): KeptOutput {
  const { binary } = output;
  const about = binary === undefined ? undefined : describeBinary(binary, label, { knowledge });
  const log = output.textBytes === 0 ? about?.kept : keepRun(output, { label }, knowledge);
  return { log, binary: about?.text ?? '' };
}

import type { OutputCapture } from '#features/execution/output-capture.ts';
import type { Knowledge } from '#features/knowledge/knowledge.ts';
import type { KeptOriginal } from '#features/knowledge/originals/keep-original.ts';

/** Stores a run's output under a label; it becomes searchable a moment later. @throws AppError when it cannot be kept */
export function keepRun(output: OutputCapture, label: string, knowledge: Knowledge): KeptOriginal {
  const file = output.spilledTo;
  if (file === undefined)
    return knowledge.keepOutput(label, { kind: 'text', text: output.text() }, output.textBytes);
  return knowledge.keepOutput(label, { kind: 'file', file }, output.textBytes);
}

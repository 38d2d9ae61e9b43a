import { join } from 'node:path';
import type { HookEvent } from '#core/hook-event.ts';
import type { SecretValue } from '#core/text/redact-values.ts';
import { OutputCapture } from '#features/execution/output-capture.ts';
import { createScratch, removeScratch } from '#infra/scratch.ts';
import type { OutputContext } from '#mcp/context.ts';
import { keepRun } from '#mcp/runs/keep-run.ts';
import type { PlatformDescriptor } from '#platforms/define.ts';
import type { ToolResults } from '#platforms/results/tool-results.ts';

/** What is shorter is remembered whole, with the event. */
const LEAST_BYTES = 300;

export interface FailurePorts {
  readonly home: () => string;
  readonly context: () => Promise<Pick<OutputContext, 'knowledge'>>;
  readonly secrets: readonly SecretValue[];
  readonly results: (platformId: string) => ToolResults | undefined;
}

/** Stores what a failed call said, as far as the host hands it over, so that it can be found and read; nothing is added to the context. */
export async function keepFailure(
  event: HookEvent,
  platform: PlatformDescriptor,
  { home, context, secrets, results }: FailurePorts,
): Promise<void> {
  const text = platform.codec.resultText(event.toolResponse) ?? '';
  if (Buffer.byteLength(text) < LEAST_BYTES) return;
  const label = results(platform.id)?.shellCodeOf(event) ?? event.toolName ?? 'failed call';
  const tools = await context();
  const scratch = createScratch(home());
  try {
    const captured = new OutputCapture(join(scratch, 'failure.part'), { secrets });
    captured.add(Buffer.from(text), 'stdout');
    captured.finish();
    if (captured.binary === undefined) keepRun(captured, { label }, tools.knowledge);
  } finally {
    await removeScratch(scratch);
  }
}

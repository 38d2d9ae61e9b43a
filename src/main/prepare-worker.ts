import {
  type IndexTask,
  inOrder,
  type Prepared,
  prepareFiles,
} from '#features/knowledge/indexing/index-prepare.ts';
import type { PrepareFiles } from '#features/knowledge/jobs.ts';
import { makeFor, type StreamEnd, takeFrom } from '#infra/worker-stream.ts';

/** What the thread is told when it starts. */
export interface FileTasks {
  readonly tasks: readonly IndexTask[];
  readonly stream: StreamEnd;
}

/** A second thread costs about 60 ms and 20 MB: not for a few small files. */
const MIN_FILES = 100;

/** In the second thread: prepares the files that it was told. */
export function servePreparing({ tasks, stream }: FileTasks): void {
  makeFor(stream, (isStopped) => prepareFiles(tasks, inOrder(tasks.length, isStopped)));
}

/**
 * Prepares many files in a second thread while this one writes. This one does not help while it waits: both would have to
 * compile the same code and learn the same words first, which costs what it gains.
 */
export function prepareBeside(script: URL): PrepareFiles {
  return function* (tasks, isCancelled) {
    if (tasks.length < MIN_FILES) {
      yield* prepareFiles(tasks, inOrder(tasks.length, isCancelled));
      return;
    }
    for (const batch of takeFrom(script, { tasks })) {
      yield batch as readonly Prepared[];
      if (isCancelled()) return;
    }
  };
}

import {
  type IndexTask,
  inOrder,
  type Prepared,
  prepareFiles,
} from '#features/knowledge/indexing/index-prepare.ts';
import type { FilePreparing } from '#features/knowledge/jobs.ts';
import { makeFor, type StartedStream, type StreamEnd, startStream } from '#infra/worker-stream.ts';

/** What the thread has when it starts; it is told the files when they are known. */
export interface PreparingEnd {
  readonly stream: StreamEnd;
}

/** A second thread costs about 60 ms and 20 MB: not for a few small files. */
const MIN_FILES = 100;

/** In the second thread: prepares the files that it is told. */
export function servePreparing({ stream }: PreparingEnd): void {
  makeFor(stream, function* (order, isStopped) {
    const tasks = order as readonly IndexTask[];
    yield* prepareFiles(tasks, inOrder(tasks.length, isStopped));
  });
}

/**
 * Prepares many files in a second thread while this one writes. This one does not help while it waits: both would have to
 * compile the same code and learn the same words first, which costs what it gains.
 */
export function prepareBeside(script: URL): FilePreparing {
  // One that was started for files that then needed nothing waits for the next ones, or ends with this thread.
  let started: StartedStream | undefined;
  return {
    expect(files) {
      if (files >= MIN_FILES) started ??= startStream(script);
    },
    *prepare(tasks, isCancelled) {
      if (tasks.length < MIN_FILES) {
        yield* prepareFiles(tasks, inOrder(tasks.length, isCancelled));
        return;
      }
      const stream = started ?? startStream(script);
      started = undefined;
      for (const batch of stream.take(tasks)) {
        yield batch as readonly Prepared[];
        if (isCancelled()) return;
      }
    },
  };
}

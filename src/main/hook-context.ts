/**
 * `hook-context.cjs`: the part of `hook.cjs` that looks at the context, loaded by it when there is something to look at. So
 * it does not count in the start of the other hooks.
 */
import type { HookEvent } from '#core/hook-event.ts';
import type { JsonRecord } from '#core/json.ts';
import type { DueNote } from '#features/context/monitor.ts';
import { createContextWatch, type WatchOptions } from './context-watch.ts';

/** The note that is due after this event; undefined: none. @throws as `createContextWatch` says */
export const lookOnce = (event: HookEvent, input: JsonRecord, options: WatchOptions): DueNote | undefined =>
  createContextWatch(options).note(event, input);

/** True unless a compaction is near, or was asked for. @throws as `createContextWatch` says */
export const isFarFromCompaction = (event: HookEvent, options: WatchOptions): boolean =>
  createContextWatch(options).isFar(event);

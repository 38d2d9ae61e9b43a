import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UseNotes } from '#features/knowledge/retention/use-notes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('writes the uses of a while in one go, each source once', () => {
  const write = vi.fn<(ids: readonly number[]) => void>();
  const notes = new UseNotes(write, () => undefined);
  notes.note([1, 2]);
  notes.note([2, 3]);
  expect(write).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(write.mock.calls).toEqual([[[1, 2, 3]]]);
  notes.note([]);
  notes.flush();
  expect(write).toHaveBeenCalledOnce();
});

it('writes at once when asked to, and reports a store that cannot be written', () => {
  const faults: unknown[] = [];
  const full = new Error('full');
  const notes = new UseNotes(
    () => {
      throw full;
    },
    (thrown) => faults.push(thrown),
  );
  notes.note([1]);
  notes.flush();
  vi.runAllTimers();
  expect(faults).toEqual([full]);
});

it('tries what could not be written again with the next use', () => {
  const written: (readonly number[])[] = [];
  let isBusy = true;
  const notes = new UseNotes(
    (ids) => {
      if (isBusy) throw new Error('busy');
      written.push(ids);
    },
    () => undefined,
  );
  notes.note([1]);
  vi.runAllTimers();
  isBusy = false;
  notes.note([2]);
  vi.runAllTimers();
  expect(written).toEqual([[1, 2]]);
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startProgress } from '#cli/progress.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function terminal(isTTY = true) {
  let written = '';
  const write = (text: string): void => {
    written += text;
  };
  return { stream: { isTTY, write }, shown: () => written.split('\r\u001b[K') };
}

it('a quick command shows nothing', () => {
  const { stream, shown } = terminal();
  const progress = startProgress('index', stream);
  progress.show('half of it');
  vi.advanceTimersByTime(999);
  progress.wipe();
  progress.end();
  vi.advanceTimersByTime(5_000);
  expect(shown()).toEqual(['']);
});

it('after a second its name and the time, or what it says of itself; in the end nothing stays', () => {
  const { stream, shown } = terminal();
  const progress = startProgress('doctor', stream);
  vi.advanceTimersByTime(2_000);
  progress.show('half of it');
  vi.advanceTimersByTime(1_000);
  progress.wipe();
  progress.wipe();
  progress.end();
  expect(shown()).toEqual(['', 'doctor: 1 s', 'doctor: 2 s', 'half of it', 'half of it', '']);
});

it('without a terminal nobody is told', () => {
  const { stream, shown } = terminal(false);
  const progress = startProgress('doctor', stream);
  vi.advanceTimersByTime(9_000);
  progress.show('half of it');
  progress.end();
  expect(shown()).toEqual(['']);
});

import { expect, it } from 'vitest';
import {
  readThrottleMode,
  SearchThrottle,
  type ThrottleMode,
} from '#features/knowledge/search/search-throttle.ts';

/** A throttle with a clock that a test moves. */
function throttle(mode: ThrottleMode) {
  const clock = { ms: 1_000_000 };
  return {
    clock,
    throttle: new SearchThrottle(
      () => mode,
      () => clock.ms,
    ),
  };
}

const kinds = (made: SearchThrottle, calls: number): readonly string[] =>
  Array.from({ length: calls }, () => made.next('a').kind);

it('note: eight calls as asked, from the ninth on a note', () => {
  expect(kinds(throttle('note').throttle, 11)).toEqual([...Array(8).fill('full'), 'noted', 'noted', 'noted']);
});

it('limit: three calls as asked, five with one hit, the ninth is refused', () => {
  expect(kinds(throttle('limit').throttle, 10)).toEqual([
    ...Array(3).fill('full'),
    ...Array(5).fill('reduced'),
    'refused',
    'refused',
  ]);
});

it('off: all as asked', () => {
  expect(new Set(kinds(throttle('off').throttle, 50))).toEqual(new Set(['full']));
});

it('a note says which call of the window it is', () => {
  const { throttle: made } = throttle('note');
  kinds(made, 8);
  expect(made.next('a')).toEqual({ kind: 'noted', calls: 9 });
});

it('only calls of the last 60 s count', () => {
  const { clock, throttle: made } = throttle('limit');
  for (let call = 0; call < 8; call += 1) {
    made.next('a');
    clock.ms += 1_000;
  }
  // The first call is 8 s old.
  expect(made.next('a')).toEqual({ kind: 'refused', calls: 9, waitMs: 52_000 });
  clock.ms += 51_999;
  expect(made.next('a').kind).toBe('refused');
  clock.ms += 1;
  expect(made.next('a')).toEqual({ kind: 'reduced', calls: 8 });
  clock.ms += 60_000;
  expect(made.next('a')).toEqual({ kind: 'full' });
});

it('refused calls do not make the wait longer', () => {
  const { clock, throttle: made } = throttle('limit');
  kinds(made, 8);
  for (let second = 0; second < 59; second += 1) {
    clock.ms += 1_000;
    expect(made.next('a').kind).toBe('refused');
  }
  clock.ms += 1_000;
  expect(made.next('a').kind).toBe('full');
});

it('a clock that was set back does not shut the search for long', () => {
  const { clock, throttle: made } = throttle('limit');
  kinds(made, 8);
  clock.ms -= 3_600_000;
  expect(made.next('a').kind).toBe('full');
});

it.each([
  [undefined, 'note'],
  [' ', 'note'],
  ['note', 'note'],
  ['limit', 'limit'],
  ['off', 'off'],
])('the setting %j is %s', (value, mode) => {
  expect(readThrottleMode({ PLIMSOLL_SEARCH_THROTTLE: value })).toBe(mode);
});

it('a wrong setting names the variable and what is accepted', () => {
  expect(() => readThrottleMode({ PLIMSOLL_SEARCH_THROTTLE: 'never' })).toThrow(
    'PLIMSOLL_SEARCH_THROTTLE is "never"; accepted: note, limit, off.',
  );
});

it('each caller has calls of its own', () => {
  const { throttle: made } = throttle('limit');
  kinds(made, 9);
  expect(made.next('b')).toEqual({ kind: 'full' });
  expect(made.next('a').kind).toBe('refused');
});

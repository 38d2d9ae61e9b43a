import { expect, it } from 'vitest';
import { JobLog } from '#features/execution/job-log.ts';

/** An output that grows. */
function growing() {
  let bytes = Buffer.alloc(0);
  return {
    add: (text: string): void => {
      bytes = Buffer.concat([bytes, Buffer.from(text)]);
    },
    get textBytes(): number {
      return bytes.length;
    },
    part: (from: number, maxBytes: number): Buffer => bytes.subarray(from, from + maxBytes),
  };
}

it('gives every line once, whole lines first', () => {
  const log = new JobLog();
  expect(log.next()).toEqual({ text: '', skippedBytes: 0 });
  const output = growing();
  log.follow(output);
  output.add('one\ntwo\nthr');
  expect(log.next().text).toBe('one\ntwo\n');
  output.add('ee\n');
  expect(log.next().text).toBe('three\n');
  expect(log.next().text).toBe('');
  output.add('prompt> ');
  expect(log.next().text).toBe('prompt> ');
});

it('holds what was not read when the run ends, an unfinished line too', () => {
  const log = new JobLog();
  const output = growing();
  log.follow(output);
  output.add('one\ntwo\n');
  log.next();
  output.add('three\nend');
  log.finish();
  expect(log.bytes).toBe(17);
  expect(log.next()).toEqual({ text: 'three\nend', skippedBytes: 0 });
  expect(log.next()).toEqual({ text: '', skippedBytes: 0 });
});

it('gives the newest of very much, by whole lines, and says how much it passes over', () => {
  const log = new JobLog();
  const output = growing();
  log.follow(output);
  for (let n = 0; n < 60; n += 1) output.add(`${`line ${n} `.repeat(1_000)}\n`);
  const { text, skippedBytes } = log.next();
  expect(text.startsWith('line ')).toBe(true);
  expect(
    text
      .split('\n')
      .slice(0, -1)
      .every((line) => /^(line \d+ )\1{999}$/.test(line)),
  ).toBe(true);
  expect(Buffer.byteLength(text) + skippedBytes).toBe(output.textBytes);
  expect(skippedBytes).toBeGreaterThan(0);
});

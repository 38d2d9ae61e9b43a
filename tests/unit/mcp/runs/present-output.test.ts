import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Deadline } from '#core/deadline.ts';
import { OutputCapture } from '#features/execution/output-capture.ts';
import type { CodeRun } from '#features/execution/run-code.ts';
import type { Digest } from '#features/governor/digest.ts';
import { handleLine } from '#features/governor/handle-line.ts';
import type { ToolContext } from '#mcp/context.ts';
import { presentOutput } from '#mcp/runs/present-output.ts';

const LINES = 60_000;
const BUDGET = 3_000;
/** The wait for one digest; see present-output. */
const WAIT_MS = 10_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A run that printed numbered lines, so many that they went to a file. */
function longRun(): CodeRun {
  const output = new OutputCapture(join(mkdtempSync(join(tmpdir(), 'plimsoll-present-')), 'output.part'));
  output.add(Buffer.from(Array.from({ length: LINES }, (_, n) => `line ${n + 1}\n`).join('')), 'stdout');
  output.finish();
  return { output, exitCode: 0 } as CodeRun;
}

function contextWith(digestFile: () => Promise<Digest>): ToolContext {
  const knowledge = { keepOutput: () => ({ id: 7, path: '/out/7.txt', bytes: 1, lines: LINES }) };
  return { outDir: '/out', knowledge, digestFile, digestText: digestFile } as unknown as ToolContext;
}

const how = { label: 'x', budget: BUDGET, isKept: false, line: handleLine };
const never = (): Promise<Digest> => new Promise(() => undefined);

it('answers with the last lines when the digest of a run takes too long', async () => {
  const presenting = presentOutput(longRun(), how, contextWith(never));
  await vi.advanceTimersByTimeAsync(WAIT_MS + 1);
  const { text, kept } = await presenting;
  expect(text).toContain(`line ${LINES}\n[#7: `);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(BUDGET);
  expect(kept?.id).toBe(7);
});

it('waits no longer for one digest of several than for one alone', async () => {
  const deadline = new Deadline(12 * WAIT_MS);
  const presenting = presentOutput(longRun(), { ...how, deadline }, contextWith(never));
  await vi.advanceTimersByTimeAsync(WAIT_MS + 1);
  expect((await presenting).text).toContain(`line ${LINES}\n`);
});

it('waits no longer than several runs have together', async () => {
  const deadline = new Deadline(50);
  const presenting = presentOutput(longRun(), { ...how, deadline }, contextWith(never));
  await vi.advanceTimersByTimeAsync(51);
  expect((await presenting).text).toContain(`line ${LINES}\n`);
});

it('answers with the digest that comes in time, and leaves no timer behind', async () => {
  const digest = { text: 'what matters', shownLines: 1, totalLines: LINES, nextLines: '1-200' };
  const slow = (): Promise<Digest> =>
    new Promise((resolve) => {
      setTimeout(resolve, WAIT_MS - 1, digest);
    });
  const presenting = presentOutput(longRun(), how, contextWith(slow));
  await vi.advanceTimersByTimeAsync(WAIT_MS - 1);
  expect((await presenting).text).toMatch(/^what matters\n\[#7: 1 of 60,000 lines shown/);
  expect(vi.getTimerCount()).toBe(0);
});

it('answers with the last lines when a digest cannot be made', async () => {
  const broken = (): Promise<Digest> => Promise.reject(new Error('no worker'));
  expect((await presentOutput(longRun(), how, contextWith(broken))).text).toContain(`line ${LINES}\n`);
});

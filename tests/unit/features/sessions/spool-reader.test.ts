import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SessionEvent } from '#core/session-event.ts';
import { parseSpoolLine, readSpool, spooledFolders, spoolFiles } from '#features/sessions/spool-reader.ts';
import { spoolEvent } from '#infra/spool.ts';
import { tempFolder } from '../../../helpers/store/programs.ts';

const event = (over: Partial<SessionEvent> = {}): SessionEvent => ({
  platform: 'claude-code',
  sessionId: 's1',
  name: 'post_tool',
  cwd: '/p',
  atMs: 1_000,
  ...over,
});
const FILE = 'claude-code-s1.jsonl';

/** A home whose one spool file holds this text. */
function spoolWith(text: string | Buffer): string {
  const home = tempFolder();
  mkdirSync(join(home, 'spool'));
  writeFileSync(join(home, 'spool', FILE), text);
  return home;
}
const line = (over: Partial<SessionEvent> = {}): string => `${JSON.stringify(event(over))}\n`;

describe('a spooled line', () => {
  const text = fc.string({ unit: 'binary' }).map((s) => s.toWellFormed());
  const events = fc.record(
    {
      platform: text,
      sessionId: text,
      name: text,
      cwd: text,
      atMs: fc.maxSafeNat(),
      agentId: text,
      toolName: text,
      toolUseId: text,
      detail: text,
      bytes: fc.maxSafeNat(),
    },
    { requiredKeys: ['platform', 'sessionId', 'name', 'cwd', 'atMs'] },
  );

  it('reads back as the event that was written', () => {
    fc.assert(
      fc.property(events, (written) => {
        expect(parseSpoolLine(JSON.stringify(written))).toEqual(written);
      }),
    );
  });

  it.each([
    ['', undefined],
    ['null', undefined],
    ['[1]', undefined],
    ['{"platform":"p"}', undefined],
    ['{"platform":"p","sessionId":"s","name":"n"}', undefined],
    ['{"platform":"p","sessionId":5,"name":"n","atMs":1}', undefined],
    ['{"platform":"p","sessionId":"s","name":"n","atMs":1.5}', undefined],
    ['{"platform":"p","sessionId":"s","name":"n","atMs":1e300}', undefined],
    ['{"platform":"p","sessionId":"s","name":"n","atMs":"1"}', undefined],
  ])('%s is no event', (text, expected) => {
    expect(parseSpoolLine(text)).toBe(expected);
  });

  it('passes over mistyped fields that an event can do without, and unknown ones', () => {
    const text = JSON.stringify({ ...event(), bytes: 1.5, toolName: 7, cwd: null, future: true });
    expect(parseSpoolLine(text)).toEqual(event({ cwd: '' }));
  });
});

describe('reading', () => {
  it('stops behind the last complete line and goes on from there', () => {
    const home = spoolWith(line({ atMs: 1 }) + line({ atMs: 2 }).slice(0, 20));
    const first = readSpool(home, FILE, 0);
    expect(first.events.map((e) => e.atMs)).toEqual([1]);
    expect(first.end).toBe(line({ atMs: 1 }).length);
    expect(readSpool(home, FILE, first.end)).toMatchObject({ end: first.end, events: [] });
    appendFileSync(join(home, 'spool', FILE), line({ atMs: 2 }).slice(20));
    expect(readSpool(home, FILE, first.end).events.map((e) => e.atMs)).toEqual([2]);
  });

  it('passes over a torn line and keeps those around it', () => {
    const home = spoolWith(`${line({ atMs: 1 })}{"platform":"cl\n\n\u0000\u0000\n${line({ atMs: 2 })}`);
    const { events, end } = readSpool(home, FILE, 0);
    expect(events.map((e) => e.atMs)).toEqual([1, 2]);
    expect(readSpool(home, FILE, end).events).toEqual([]);
  });

  it('counts positions in bytes', () => {
    const home = spoolWith(line({ cwd: '/é/😀' }) + line());
    const { end } = readSpool(home, FILE, 0);
    expect(end).toBe(Buffer.byteLength(line({ cwd: '/é/😀' }) + line()));
  });

  it('a position behind the end means a new file', () => {
    const home = spoolWith(line());
    expect(readSpool(home, FILE, 10_000)).toMatchObject({ from: 0, events: [event()] });
  });

  it('passes over a line longer than it reads in one go', () => {
    const home = spoolWith(`${'x'.repeat(9 * 1024 * 1024)}\n${line()}`);
    let at = 0;
    const found: SessionEvent[] = [];
    for (let i = 0; i < 4; i += 1) {
      const part = readSpool(home, FILE, at);
      found.push(...part.events);
      at = part.end;
    }
    expect(found).toEqual([event()]);
  });

  it('two readers see the same', () => {
    const home = spoolWith(line() + line({ atMs: 2 }));
    expect(readSpool(home, FILE, 0)).toEqual(readSpool(home, FILE, 0));
  });
});

it('lists the spool files in a stable order, and none where there is no spool', () => {
  const home = tempFolder();
  expect(spoolFiles(home)).toEqual([]);
  expect(spooledFolders(home)).toEqual([]);
  spoolEvent(home, event({ sessionId: 'b', cwd: '/two' }));
  spoolEvent(home, event({ sessionId: 'a', cwd: '/one' }));
  spoolEvent(home, event({ sessionId: 'a', cwd: '/one' }));
  writeFileSync(join(home, 'spool', 'x.jsonl.done'), line());
  expect(spoolFiles(home)).toEqual(['claude-code-a.jsonl', 'claude-code-b.jsonl']);
  expect(spooledFolders(home)).toEqual(['/one', '/two']);
});

import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { SessionEvent } from '#core/session-event.ts';
import { DAY_MS } from '#core/units.ts';
import {
  type IngestPlace,
  ingestSpool,
  removeOldNotes,
  removeQuietSpool,
} from '#features/sessions/ingest-spool.ts';
import { guideFile, owedFile, spoolEvent, spoolFile } from '#infra/spool.ts';
import { createSessionStore } from '#storage/session-store.ts';
import { STORE_ENV, testStore } from '../../../helpers/store/fixtures.ts';
import { bundleProgram, start, tempFolder } from '../../../helpers/store/programs.ts';

const event = (n: number, over: Partial<SessionEvent> = {}): SessionEvent => ({
  platform: 'claude-code',
  sessionId: 's1',
  name: 'post_tool',
  cwd: '/ours',
  atMs: n,
  toolUseId: `call-${n}`,
  ...over,
});

function place(home = tempFolder()): IngestPlace {
  return { home, store: createSessionStore(testStore()), isOurs: (cwd) => cwd === '/ours' };
}

it('takes each event in once, and only what is this project’s', () => {
  const here = place();
  spoolEvent(here.home, event(1));
  spoolEvent(here.home, event(2, { cwd: '/theirs' }));
  expect(ingestSpool(here)).toBe(1);
  expect(here.store.totals().events).toBe(1);
  expect(ingestSpool(here)).toBe(0);
  spoolEvent(here.home, event(3));
  expect(ingestSpool(here)).toBe(1);
  expect(here.store.totals().events).toBe(2);
});

it('every project reads the same spool for itself', () => {
  const here = place();
  const there: IngestPlace = { ...place(here.home), isOurs: (cwd) => cwd === '/theirs' };
  spoolEvent(here.home, event(1));
  spoolEvent(here.home, event(2, { cwd: '/theirs' }));
  ingestSpool(here);
  ingestSpool(there);
  expect([here.store.totals().events, there.store.totals().events]).toEqual([1, 1]);
});

it('a line that the store would refuse does not keep those behind it from being read', () => {
  const here = place();
  mkdirSync(join(here.home, 'spool'));
  const lines = [{ ...event(1), atMs: 1.5 }, { ...event(2), bytes: 1e300 }, event(3)];
  writeFileSync(
    spoolFile(here.home, 'claude-code', 's1'),
    lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  );
  ingestSpool(here);
  expect(here.store.totals().events).toBe(2);
});

it('two processes that read while a third writes take each event in once', async () => {
  const folder = tempFolder();
  const home = join(folder, 'home');
  const program = bundleProgram('ingest-program.ts', folder);
  const store = join(folder, 'plimsoll.db');
  const readers = [0, 1].map(() => start(program, [home, store, '/ours'], STORE_ENV));
  await Promise.all(readers.map((reader) => reader.printed('ready')));
  const EVENTS = 300;
  for (let n = 0; n < EVENTS; n += 1) {
    // Without an id of the call: nothing but the offsets keeps an event from being taken in twice.
    const { toolUseId, ...plain } = event(n, { sessionId: `s${n % 3}` });
    spoolEvent(home, plain);
    if (n % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  for (const { child } of readers) child.stdin?.end();
  for (const { code, stderr } of await Promise.all(readers.map((reader) => reader.ended)))
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const { events, sessions } = createSessionStore(testStore(store)).totals();
  expect({ events, sessions }).toEqual({ events: EVENTS, sessions: 3 });
});

const age = (file: string, ms: number, nowMs: number): void =>
  utimesSync(file, (nowMs - ms) / 1000, (nowMs - ms) / 1000);

it.each([
  ['a file that was written to today stays', 0, '/ours', true, true],
  ['a quiet file that is all ours and taken in goes', 2 * DAY_MS, '/ours', true, false],
  ['a quiet file that was not taken in stays', 2 * DAY_MS, '/ours', false, true],
  ['a quiet file with events of another project stays', 2 * DAY_MS, '/theirs', true, true],
  ['a file as old as sessions are kept goes, whosever it is', 31 * DAY_MS, '/theirs', false, false],
])('%s', (_name, ageMs, cwd, isTakenIn, stays) => {
  const here = place();
  const nowMs = Date.now();
  spoolEvent(here.home, event(1, { cwd }));
  if (isTakenIn) ingestSpool(here);
  const file = spoolFile(here.home, 'claude-code', 's1');
  age(file, ageMs, nowMs);
  removeQuietSpool(here, nowMs);
  expect(existsSync(file)).toBe(stays);
  expect(existsSync(`${file}.done`)).toBe(false);
});

it('a session that goes on after its file was removed is read from the start of the new one', () => {
  const here = place();
  const nowMs = Date.now();
  spoolEvent(here.home, event(1));
  ingestSpool(here);
  age(spoolFile(here.home, 'claude-code', 's1'), 2 * DAY_MS, nowMs);
  removeQuietSpool(here, nowMs);
  spoolEvent(here.home, event(2));
  ingestSpool(here);
  expect(here.store.totals().events).toBe(2);
});

it('notes for the next process go after a day, and nothing beside them', () => {
  const { home } = place();
  const nowMs = Date.now();
  spoolEvent(home, event(1));
  const [old, fresh] = [owedFile(home, 'claude-code', 's1'), owedFile(home, 'claude-code', 's2')];
  const guide = guideFile(home, 'claude-code', 's1');
  const foreign = join(home, 'spool', 'notes.owed');
  const spool = spoolFile(home, 'claude-code', 's1');
  for (const file of [old, fresh, guide, foreign]) writeFileSync(file, 'session_start\n');
  for (const file of [old, guide, foreign, spool]) age(file, 2 * DAY_MS, nowMs);
  removeOldNotes(home, nowMs);
  expect([old, guide].filter((file) => existsSync(file))).toEqual([]);
  expect([fresh, foreign, spool].filter((file) => !existsSync(file))).toEqual([]);
});

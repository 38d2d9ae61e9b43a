import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { type SessionEvent, TEXT_ADDED } from '#core/session-event.ts';
import { NO_SUMS, savedBytes, TALLY_KINDS, type TallyEntry, type TallySums } from '#core/tally.ts';
import { projectReport } from '#features/insights/read-report.ts';
import { sumOf } from '#features/insights/report.ts';
import { type Database, openDatabase } from '#storage/database.ts';
import { createFactStore } from '#storage/fact-store.ts';
import { createInsightStore } from '#storage/insight-store.ts';
import { MIGRATIONS } from '#storage/migrations/index.ts';
import { createPurgeStore } from '#storage/purge-store.ts';
import { selectDriver } from '#storage/select-driver.ts';
import { createSessionStore } from '#storage/session-store.ts';
import { createTallyReports } from '#storage/tally-reports.ts';
import { createTallyStore } from '#storage/tally-store.ts';

const { driver } = selectDriver({ bundleDir: join(import.meta.dirname, '../../../dist') });

function newPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-tally-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'plimsoll.db');
}

const storesOf = (database: Database) => ({
  sessions: createSessionStore(database),
  tallies: createTallyStore(database),
  facts: createFactStore(database),
  purges: createPurgeStore(database),
  report: () =>
    projectReport({
      home: '',
      tallies: createTallyReports(database),
      insights: createInsightStore(database),
      usageReader: () => undefined,
    }),
});

const DAY = 24 * 3_600_000;
const START = new Date(2026, 0, 5, 1).getTime();
const session = fc.constantFrom('a', 'b', 'c');
const atMs = fc.integer({ min: START, max: START + 5 * DAY });
const entry = fc.record({
  kind: fc.constantFrom(...TALLY_KINDS.filter((kind) => !['event', 'session', 'page-cache'].includes(kind))),
  name: fc.constantFrom('ctx_execute', 'Bash', 'mcp__x__y', ''),
  producedBytes: fc.nat(),
  hostBytes: fc.nat(),
  insteadBytes: fc.nat(),
  enteredBytes: fc.nat(),
  overheadBytes: fc.nat(),
}) as fc.Arbitrary<TallyEntry>;

type Step =
  | { readonly do: 'count'; readonly session: string; readonly atMs: number; readonly entry: TallyEntry }
  | { readonly do: 'event'; readonly session: string; readonly atMs: number; readonly id: number }
  | { readonly do: 'text'; readonly session: string; readonly atMs: number; readonly bytes: number }
  | { readonly do: 'drop'; readonly atMs: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('count' as const), session, atMs, entry }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('event' as const), session, atMs, id: fc.nat(20) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('text' as const), session, atMs, bytes: fc.nat(9_000) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('drop' as const), atMs }) },
);

const eventOf = (sessionId: string, at: number, over: Partial<SessionEvent>): SessionEvent => ({
  platform: 'claude-code',
  sessionId,
  cwd: '',
  name: 'post_tool',
  atMs: at,
  ...over,
});

const FIELDS = Object.keys(NO_SUMS) as readonly (keyof TallySums)[];

it('parts add up to the whole by tool, day and session, and nothing shrinks when sessions go', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const database = openDatabase({ driver, path: ':memory:' });
      const { sessions, tallies, facts, report } = storesOf(database);
      const calls = new Set<string>();
      let [events, before] = [0, report()];
      const expected: TallySums[] = [];
      for (const one of steps) {
        if (one.do === 'count') {
          tallies.add(one.session, [one]);
          expected.push({ ...NO_SUMS, count: 1, ...one.entry });
        } else if (one.do === 'text') {
          sessions.addEvent(eventOf(one.session, one.atMs, { name: TEXT_ADDED, bytes: one.bytes }));
          expected.push({ ...NO_SUMS, count: 1, overheadBytes: one.bytes });
        } else if (one.do === 'event') {
          const isNew = sessions.addEvent(eventOf(one.session, one.atMs, { toolUseId: `t-${one.id}` }));
          events += isNew ? 1 : 0;
          calls.add(`${one.session} ${one.id}`);
        } else facts.dropSessions(one.atMs, 2);
        for (const id of ['a', 'b', 'c'])
          expect(tallies.savedBy(id)).toBe(
            report()
              .bySession.filter(({ sessionId }) => sessionId === id)
              .reduce((sum, sums) => sum + savedBytes(sums), 0),
          );
        const now = report();
        for (const parts of [now.byTool, now.byDay, now.bySession]) expect(sumOf(parts)).toEqual(now.total);
        for (const key of FIELDS) expect(now.total[key]).toBeGreaterThanOrEqual(before.total[key]);
        expect(now.events).toBe(events);
        expect(now.sessions).toBeGreaterThanOrEqual(before.sessions);
        before = now;
      }
      for (const key of FIELDS)
        expect(before.total[key]).toBe(expected.reduce((sum, sums) => sum + sums[key], 0));
      expect(events).toBeGreaterThanOrEqual(calls.size);
      database.close();
    }),
    { numRuns: 60 },
  );
});

it('what is counted once per session is counted once, by however many servers', () => {
  const path = newPath();
  const first = {
    listing: { atMs: START, entry: { kind: 'schema', name: 'tools/list', overheadBytes: 500 } },
    transcriptPath: '/t',
  } as const;
  for (const id of ['a', 'a', 'b', '', '']) {
    const database = openDatabase({ driver, path });
    storesOf(database).tallies.add(id, [], first);
    database.close();
  }
  const database = openDatabase({ driver, path });
  const { report } = storesOf(database);
  // Without a session nobody can tell two servers from two sessions.
  expect(report().total).toMatchObject({ count: 4, overheadBytes: 2_000 });
  expect(createInsightStore(database).transcriptOf('a')).toBe('/t');
  database.close();
});

it('a purged session takes its counts with it', () => {
  const database = openDatabase({ driver, path: newPath() });
  const { sessions, tallies, purges, report } = storesOf(database);
  for (const id of ['a', 'b']) {
    sessions.addEvent(eventOf(id, START, {}));
    tallies.add(id, [{ atMs: START, entry: { kind: 'output', name: 'Bash', hostBytes: 10 } }]);
  }
  expect(purges.counts('a')).toMatchObject({ events: 1, answers: 1 });
  purges.removeSession('a');
  expect(report()).toMatchObject({ events: 1, sessions: 1, total: { count: 1, hostBytes: 10 } });
  database.close();
});

it('counts of an older store are taken over', () => {
  const path = newPath();
  const old = openDatabase({ driver, path, migrations: MIGRATIONS.slice(0, 5) });
  old.write((c) => {
    const insert = (table: string, values: readonly (string | number | null)[]) =>
      c.prepare(`INSERT INTO ${table} VALUES (${values.map(() => '?').join(', ')})`).run(...values);
    insert('sessions (id, platform, cwd, started_ms, last_ms)', ['a', 'claude-code', '', START, START]);
    for (const at of [START, START, START + DAY])
      insert('events (session_id, platform, name, at_ms)', ['a', 'claude-code', 'stop', at]);
    const columns = 'outputs (session_id, tool, at_ms, produced_bytes, host_bytes, returned_bytes)';
    insert(columns, ['a', 'ctx_execute', START, 900, 800, 200]);
    insert(columns, [null, 'ctx_execute', START, 90, 80, 20]);
    insert(columns, ['a', 'ctx_read', START, 0, 0, 70]);
    insert(columns, ['a', 'ctx_fetch_and_index', START, 5_000, 300, 300]);
  });
  old.close();
  const database = openDatabase({ driver, path });
  const { report } = storesOf(database);
  const stats = report();
  expect(stats).toMatchObject({ events: 3, sessions: 1 });
  expect(stats.byDay.map(({ day }) => day)).toEqual(['2026-01-05']);
  expect(stats.total).toMatchObject({
    count: 4,
    producedBytes: 5_990,
    hostBytes: 880,
    enteredBytes: 520,
    overheadBytes: 70,
  });
  expect(sumOf(stats.bySession)).toEqual(stats.total);
  database.close();
});

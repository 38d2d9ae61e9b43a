import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NO_SUMS, savedBytes, type TallySums } from '#core/tally.ts';
import { mergeReports } from '#features/insights/merge-reports.ts';
import { renderProjects, renderReport, reportFields } from '#features/insights/render-report.ts';
import { type StatsReport, sumOf, type ToolSums } from '#features/insights/report.ts';
import { bar, curveLine, signedBytes } from '#features/insights/table.ts';

const EMPTY = mergeReports([]);
const sums = (over: Partial<TallySums>): TallySums => ({ ...NO_SUMS, count: 1, ...over });
const tool = (name: string, over: Partial<TallySums>, kind: ToolSums['kind'] = 'output'): ToolSums => ({
  kind,
  name,
  ...sums(over),
});
const reportOf = (...byTool: readonly ToolSums[]): StatsReport => ({
  ...EMPTY,
  byTool,
  total: sumOf(byTool),
});

it('without any count nothing is claimed', () => {
  expect(renderReport(EMPTY, 'plimsoll').split('\n')[0]).toBe('plimsoll: nothing saved yet');
});

it('a session without our tools has saved nothing, and its overhead is named', () => {
  const report = reportOf(
    tool('tools/list', { overheadBytes: 4_000 }, 'schema'),
    tool('session_start', { overheadBytes: 144 }, 'text'),
  );
  const text = renderReport(report, 'plimsoll');
  expect(text).toContain('plimsoll: nothing saved yet; overhead so far: 4.0 KB, about 1,036 tokens\n');
  expect(text).toMatch(/^tool schemas .* -3\.9 KB$/m);
  expect(text).not.toContain('kept out');
});

it('a loss is told as one', () => {
  const report = reportOf(tool('ctx_execute', { hostBytes: 300, enteredBytes: 300, overheadBytes: 120 }));
  const text = renderReport(report, 'plimsoll');
  expect(text).toContain('plimsoll: 120 B more than the agent alone would have shown, about 30 tokens\n');
  expect(text).toMatch(/^ctx_execute .* -120 B 140 %$/m);
});

it('what is assumed stands in a column of its own, and is not in what was saved', () => {
  const report = reportOf(
    tool('ctx_index', { insteadBytes: 50_000, overheadBytes: 80 }, 'unread'),
    tool('ctx_execute', { producedBytes: 9_000, hostBytes: 9_000, enteredBytes: 2_000 }),
  );
  const text = renderReport(report, 'plimsoll');
  expect(text).toContain('plimsoll: 6.8 KB kept out of the context');
  expect(text).toContain('* assumed: what Read or fetch would have shown instead; with it 56 KB saved');
  expect(reportFields(report)).toMatchObject({ savedBytes: 6_920, assumedSavedBytes: 56_920 });
});

const bytes = fc.oneof(fc.nat(2_000), fc.nat(50_000_000));
const tools = fc.array(
  fc.record({
    kind: fc.constantFrom('output', 'unread', 'follow', 'text', 'schema'),
    name: fc.string({ maxLength: 60 }).map((name) => name.replace(/\s/g, '_')),
    count: fc.nat(9_999),
    producedBytes: bytes,
    hostBytes: bytes,
    insteadBytes: bytes,
    enteredBytes: bytes,
    overheadBytes: bytes,
  }),
  { maxLength: 40 },
) as fc.Arbitrary<readonly ToolSums[]>;

it('no line is wider than 80 columns, whatever was counted', () => {
  fc.assert(
    fc.property(tools, fc.string({ maxLength: 200 }), (byTool, id) => {
      const total = sumOf(byTool);
      const sessionId = id.replace(/\s/g, '_');
      const events = byTool.map(({ name, count }) => [name, count] as const);
      const session = {
        ...total,
        sessionId,
        byTool,
        events,
        startedMs: 0,
        lastMs: 0,
        compactions: 99,
        snapshots: 3,
        restored: 1,
        host: undefined,
        costUsd: 1.5,
      };
      const byDay = byTool.map((row, day) => ({ ...row, day: `2026-01-${10 + day}` }));
      const bySession = byTool.map((row, place) => ({ ...row, sessionId: `${sessionId}${place}` }));
      const report = { ...EMPTY, byTool, total, session, byDay, bySession };
      const projects = byTool.map((row) => ({ ...row, project: row.name }));
      const text = `${renderReport(report, 'plimsoll, this project')}\n${renderProjects(projects)}`;
      expect(text.split('\n').filter((line) => [...line].length > 80)).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

it('projects added up have the figures of their parts', () => {
  fc.assert(
    fc.property(fc.array(tools, { maxLength: 5 }), (lists) => {
      const reports = lists.map((list) => reportOf(...list));
      const all = mergeReports(reports);
      const saved = reports.reduce((sum, { total }) => sum + savedBytes(total), 0);
      expect(savedBytes(all.total)).toBe(saved);
      expect(sumOf(all.byTool)).toEqual(all.total);
    }),
  );
});

it('bars and curves are whole, empty or in eighths', () => {
  expect([bar(1, 4), bar(0.5, 4), bar(0, 4), bar(-3, 4), bar(7, 4), bar(0.125, 4)]).toEqual([
    '████',
    '██',
    '',
    '',
    '████',
    '▌',
  ]);
  expect(curveLine([100, 800, 0, 400])).toBe('▂█|▅');
  expect(curveLine([])).toBe('');
  expect(signedBytes(-2_048)).toBe('-2.0 KB');
});

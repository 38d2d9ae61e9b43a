import { addSums, NO_SUMS, savedBytes, type TallySums } from '#core/tally.ts';
import { formatBytes, formatCount } from '#core/units.ts';
import type { HostUsage } from './host-usage.ts';
import {
  answersOf,
  type KnowledgeCounts,
  type SessionReport,
  type StatsReport,
  type ToolSums,
} from './report.ts';
import { bar, COLUMNS, curveLine, shortName, signedBytes, TABLE_HEAD, tableLine } from './table.ts';

/** The estimate that is named beside it; no tokenizer is public for the models that matter. */
const BYTES_PER_TOKEN = 4;
const MAX_TOOLS = 14;
const MAX_DAYS = 7;
const MAX_SESSIONS = 5;
const MAX_PROJECTS = 20;
const ID_CHARS = 36;
const EVENT_CHARS = 40;
const NAME_CHARS = 19;
const INDENT = '  ';

const tokensOf = (bytes: number): number => Math.round(bytes / BYTES_PER_TOKEN);

const LABELS: Readonly<Record<string, string>> = {
  'schema tools/list': 'tool schemas',
  'schema names': 'tool names',
  'schema loaded': 'schemas loaded',
};

const labelOf = ({ kind, name }: ToolSums): string =>
  LABELS[`${kind} ${name}`] ?? (kind === 'text' ? `text: ${name}` : name);

/** Rows; those that are too many as one. */
function toolLines(tools: readonly ToolSums[]): readonly string[] {
  const rest = tools.slice(MAX_TOOLS);
  const lines = tools.slice(0, MAX_TOOLS).map((tool) => tableLine(labelOf(tool), tool));
  const others = rest.reduce<TallySums>(addSums, NO_SUMS);
  return rest.length === 0 ? lines : [...lines, tableLine(`${rest.length} more`, others)];
}

function table(tools: readonly ToolSums[], total: TallySums): readonly string[] {
  return [TABLE_HEAD, ...toolLines(tools), tableLine('total', total)];
}

const tokens = (count: number): string => `${formatCount(Math.abs(count))} tokens`;

/** What came of it in one sentence; never more than was counted. */
function headline(tools: readonly ToolSums[], total: TallySums): string {
  const bytes = savedBytes(total);
  const entered = formatBytes(total.overheadBytes);
  if (answersOf(tools) === 0)
    return total.overheadBytes === 0
      ? 'nothing saved yet'
      : `nothing saved yet; overhead so far: ${entered}, about ${tokens(tokensOf(total.overheadBytes))}`;
  const what = bytes < 0 ? 'more than the agent alone would have shown' : 'kept out of the context';
  return `${formatBytes(Math.abs(bytes))} ${what}, about ${tokens(tokensOf(bytes))}`;
}

/** What of the bytes that entered was ours, and what the column with the star means; empty without any. */
function notes(total: TallySums): readonly string[] {
  const lines = [
    `entered: ${formatBytes(total.enteredBytes)} of what was asked for, ${formatBytes(total.overheadBytes)} overhead`,
    `saved = host - entered; tokens are bytes / ${BYTES_PER_TOKEN}, an estimate`,
  ];
  if (total.insteadBytes > 0)
    lines.push(
      `* assumed: what Read or fetch would have shown instead; with it ${signedBytes(savedBytes(total) + total.insteadBytes)} saved`,
    );
  return lines.map((line) => `${INDENT}${line}`);
}

function usageLines(host: HostUsage | undefined, costUsd: number | undefined): readonly string[] {
  const cost = costUsd === undefined ? [] : [`cost $${costUsd.toFixed(2)}`];
  if (host === undefined) return cost.map((text) => `${INDENT}agent: ${text}`);
  const parts = [
    `input ${formatCount(host.inputTokens)}`,
    `cache read ${formatCount(host.cacheReadTokens)}`,
    `cache write ${formatCount(host.cacheWriteTokens)}`,
    `output ${formatCount(host.outputTokens)}`,
  ];
  const unread =
    host.unreadBytes === 0 ? [] : [`${formatBytes(host.unreadBytes)} of the transcript not read yet`];
  const all = [`${formatCount(host.replies)} replies`, ...parts, ...cost, ...unread];
  const most = Math.max(0, ...host.curve);
  const curve = most === 0 ? [] : [`context: ${curveLine(host.curve)} up to ${formatCount(most)}`];
  return [...wrapped(`${INDENT}agent's own tokens:`, all), ...curve.map((line) => `${INDENT}${line}`)];
}

/** Words behind a first one, in lines that are not too wide. */
function wrapped(first: string, words: readonly string[]): readonly string[] {
  const lines: string[] = [];
  let line = first;
  for (const [place, word] of words.entries()) {
    const part = ` ${word}${place < words.length - 1 ? ',' : ''}`;
    if (line.length + part.length > COLUMNS) {
      lines.push(line);
      line = `${INDENT} `;
    }
    line += part;
  }
  return [...lines, line];
}

/** A title and what is said of it: in one line where that fits. */
const titled = (title: string, text: string): readonly string[] =>
  title.length + text.length + 2 <= COLUMNS ? [`${title}: ${text}`] : [`${title}:`, `${INDENT}${text}`];

function sessionLines(session: SessionReport): readonly string[] {
  const id = shortName(session.sessionId, ID_CHARS);
  const { compactions, snapshots, restored } = session;
  const state = snapshots === 0 ? 'no snapshot' : restored > 0 ? `${restored} restored` : 'not restored yet';
  return [
    ...titled(`session ${id}`, headline(session.byTool, session)),
    ...wrapped(
      `${INDENT}events:`,
      session.events.map(([name, count]) => `${shortName(name, EVENT_CHARS)} ${formatCount(count)}`),
    ),
    `${INDENT}compactions: ${compactions}; snapshots: ${snapshots}, ${state}`,
    ...usageLines(session.host, session.costUsd),
  ];
}

interface NamedLine {
  readonly name: string;
  readonly sums: TallySums;
}

/** Lines with a bar against the largest of them. */
function barLines(title: string, lines: readonly NamedLine[], left: number): readonly string[] {
  if (lines.length === 0) return [];
  const most = Math.max(1, ...lines.map(({ sums }) => savedBytes(sums)));
  const more = left > 0 ? [`${INDENT}… ${formatCount(left)} more: --json`] : [];
  return [
    title,
    ...lines.map(({ name, sums }) => {
      const entered = formatBytes(sums.enteredBytes + sums.overheadBytes);
      const text = `${INDENT}${name.padEnd(20)}${signedBytes(savedBytes(sums)).padStart(9)} saved ${entered.padStart(9)} entered `;
      return `${text}${bar(savedBytes(sums) / most, COLUMNS - text.length)}`.trimEnd();
    }),
    ...more,
  ];
}

function dayLines({ byDay }: StatsReport): readonly string[] {
  const days = byDay.slice(-MAX_DAYS).map(({ day, ...sums }) => ({ name: day, sums }));
  return days.length < 2 ? [] : barLines('days', days, byDay.length - days.length);
}

function partLines({ bySession }: StatsReport): readonly string[] {
  const named = bySession.filter(({ sessionId }) => sessionId !== '');
  if (named.length < 2) return [];
  const most = [...named].sort((a, b) => savedBytes(b) - savedBytes(a)).slice(0, MAX_SESSIONS);
  const lines = most.map(({ sessionId, ...sums }) => ({ name: shortName(sessionId, NAME_CHARS), sums }));
  return barLines('sessions', lines, named.length - most.length);
}

const knowledgeLines = (counts: KnowledgeCounts): readonly string[] =>
  wrapped('knowledge:', [
    `${formatCount(counts.sources)} sources`,
    `${formatCount(counts.chunks)} passages`,
    `${formatBytes(counts.sourceBytes)} (${formatBytes(counts.storedBytes)} kept here)`,
    `${formatCount(counts.cacheHits)} pages from the cache`,
  ]);

const recorded = ({ events, sessions }: StatsReport): string =>
  `recorded: ${formatCount(events)} events in ${formatCount(sessions)} ${sessions === 1 ? 'session' : 'sessions'}`;

/** The report as text of at most 80 columns. `title`: what it is of. */
export function renderReport(report: StatsReport, title: string): string {
  const { byTool, total } = report;
  const sections = [
    titled(title, headline(byTool, total)),
    byTool.length === 0 ? [] : [...table(byTool, total), ...notes(total)],
    report.session === undefined ? [] : sessionLines(report.session),
    dayLines(report),
    partLines(report),
    [...knowledgeLines(report), recorded(report)],
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

/** The report for programs: the same figures as flat integers, and the parts. */
export function reportFields({ total, ...report }: StatsReport): Readonly<Record<string, unknown>> {
  const saved = savedBytes(total);
  return {
    ...report,
    ...total,
    count: undefined,
    outputs: answersOf(report.byTool),
    savedBytes: saved,
    assumedSavedBytes: saved + total.insteadBytes,
    savedTokens: tokensOf(saved),
    tokenMethod: `bytes / ${BYTES_PER_TOKEN}`,
    byTool: report.byTool.map(withSaved),
    byDay: report.byDay.map(withSaved),
    bySession: report.bySession.map(withSaved),
    session: report.session && { ...withSaved(report.session), byTool: report.session.byTool.map(withSaved) },
  };
}

const withSaved = <T extends TallySums>(sums: T): T & { readonly savedBytes: number } => ({
  ...sums,
  savedBytes: savedBytes(sums),
});

/** Counts of one project, for all of them. */
export interface ProjectSums extends TallySums {
  readonly project: string;
}

/** The projects that kept most out, a line each; empty where there is one, or none. */
export function renderProjects(projects: readonly ProjectSums[]): string {
  if (projects.length < 2) return '';
  const most = [...projects].sort((a, b) => savedBytes(b) - savedBytes(a)).slice(0, MAX_PROJECTS);
  const lines = most.map(({ project, ...sums }) => ({ name: shortName(project, NAME_CHARS), sums }));
  return barLines('projects', lines, projects.length - most.length).join('\n');
}

/** The same for programs, all of them. */
export const projectFields = (projects: readonly ProjectSums[]) =>
  projects.map(({ project, ...sums }) => ({ project, ...withSaved({ ...NO_SUMS, ...sums }) }));

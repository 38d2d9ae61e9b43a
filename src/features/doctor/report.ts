import type { Finding } from './finding.ts';
import { summary } from './render.ts';

/** Facts about the machine that a person who reads the report asks for first. */
export interface ReportFacts {
  readonly version: string;
  readonly system: string;
  readonly platform: string;
  /** Names of variables that are set; values are nobody's business. */
  readonly variables: readonly string[];
  /** Databases with their size in bytes, and what SQLite says about each. */
  readonly stores: readonly { readonly path: string; readonly bytes: number; readonly integrity: string }[];
  /** Processes of ours, one line each. */
  readonly processes: readonly string[];
  /** Newest lines of the logs. */
  readonly faults: readonly string[];
}

const list = (lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? ['none', ''] : [...lines.map((line) => `- ${line}`), ''];

/** A Markdown report to paste into an issue; the caller takes secrets and the user's name out of it. */
export function renderReport(findings: readonly Finding[], facts: ReportFacts): string {
  const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  return [
    '## plimsoll doctor',
    '',
    `- plimsoll ${facts.version}`,
    `- ${facts.system}`,
    `- agent: ${facts.platform}`,
    `- ${summary(findings)}`,
    '',
    '| | area | found | fix |',
    '| --- | --- | --- | --- |',
    ...findings.map(
      ({ state, area, text, fix = '' }) => `| ${state} | ${area} | ${cell(text)} | ${cell(fix)} |`,
    ),
    '',
    '### Stores',
    ...list(facts.stores.map(({ path, bytes, integrity }) => `${path}: ${bytes} bytes, ${integrity}`)),
    '### Processes',
    ...list(facts.processes),
    '### Variables that are set',
    ...list(facts.variables),
    '### Last faults',
    ...list(facts.faults),
  ].join('\n');
}

import { type Check, type Finding, findingsOf } from '../finding.ts';

const { ok, warning } = findingsOf('context');
const MINUTE_MS = 60_000;

/** From where the size of the context is known. */
export interface ContextFacts {
  /** The status line that the agent's settings name: none, ours, or one of somebody else. */
  readonly statusLine: 'none' | 'ours' | 'other';
  /** Our program in its lasting place; only where the line is ours. */
  readonly program: 'current' | 'older' | 'missing';
  /** How full the context of the session is, in words; undefined: not known from here. */
  readonly load: string | undefined;
  /** Age of what the status line told last; undefined: it never told anything. */
  readonly newestAgeMs: number | undefined;
  /** The command line that sets the status line up. */
  readonly install: string;
}

function lineFinding({ statusLine, program, install }: ContextFacts): Finding {
  switch (statusLine) {
    case 'none':
      return ok(`status line: none; ${install} sets ours up`);
    case 'other':
      return ok(`status line: another one; ${install} adds ours to it`);
    case 'ours':
      if (program === 'current') return ok('status line: ours');
      return warning(
        program === 'missing'
          ? 'status line: ours is set up, and its program is gone'
          : 'status line: ours, by an older program',
        install,
      );
    default:
      return statusLine satisfies never;
  }
}

/** Whether the status line is there and up to date, and what tells how full the context is. */
export const contextCheck = (read: () => ContextFacts): Check => ({
  area: 'context',
  look() {
    const facts = read();
    const { newestAgeMs } = facts;
    const source =
      newestAgeMs === undefined
        ? 'size of the context: from the transcript'
        : `size of the context: from the status line, last ${Math.round(newestAgeMs / MINUTE_MS)} minutes ago; else from the transcript`;
    const load = facts.load === undefined ? '' : `; load: ${facts.load}`;
    return [lineFinding(facts), ok(`${source}${load}`)];
  },
});

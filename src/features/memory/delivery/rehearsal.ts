import type { FactKind, StoredFact } from '#core/session-fact.ts';
import type { MemoryTexts, SessionTexts } from './texts.ts';

/** What sessions are made of, in scripts with and without blanks; nothing of it is kept. */
const SAMPLE: readonly (readonly [kind: FactKind, text: string, state?: string, key?: string])[] = [
  ['prompt', 'Move the reports to the new pipeline, one folder at a time; the server listens on port 3000.'],
  ['statement', 'The server listens on port 3000 and reads config/app.yaml.', 'assistant'],
  ['decision', 'I chose SQLite because it needs no server of its own.', 'assistant'],
  ['file', '/app/src/reports/index.ts', 'edit', '/app/src/reports/index.ts'],
  ['file', '/app/src/reports/table.ts', 'write', '/app/src/reports/table.ts'],
  ['file', '/app/README.md', 'read', '/app/README.md'],
  ['task', 'Port the lexer', 'pending', '1'],
  ['task', '', 'in_progress', '1'],
  ['error', 'npm test\nFAIL tests/parser.test.ts\nTypeError: token is undefined', 'open', 'npm test'],
  ['git', 'port/parser', 'branch'],
  ['git', '1a2b3c4 feat: port the lexer', 'commit'],
  ['environment', 'npm install zod'],
  ['plan', 'plan.md: first the lexer, then the parser', 'approved'],
  ['prompt', 'No, port 4000 now instead of 3000. Never touch vendor/. Değişti: 数据库现在用 PostgreSQL。'],
  ['correction', 'No, port 4000 now instead of 3000.'],
  ['constraint', 'Never touch vendor/.'],
  ['answer', 'PostgreSQL', 'given', 'Which database?'],
  ['subagent', 'Explore => 12 callers of the parser', 'done', 'a1'],
  ['mcp', 'tracker get_issue 42'],
  ['rule', '/app/CLAUDE.md', 'loaded', '/app/CLAUDE.md'],
  ['prompt', 'ok thanks, go on'],
];

const facts = (): readonly StoredFact[] =>
  SAMPLE.map(([kind, text, state, key], place) => ({
    id: place + 1,
    sessionId: 'rehearsal',
    cwd: '/app',
    atMs: place,
    kind,
    text,
    ...(state === undefined ? {} : { state }),
    ...(key === undefined ? {} : { key }),
  }));

/**
 * Makes all texts of a session that nobody had, in steps of some milliseconds each: the engine compiles code when it first
 * runs, and the first compaction would wait for it.
 */
export function rehearsal(texts: MemoryTexts): readonly (() => void)[] {
  let known: SessionTexts | undefined;
  const step = (work: (made: SessionTexts) => string) => (): void => {
    known ??= texts.of(facts());
    work(known);
  };
  return [
    step(() => ''),
    step((made) => made.snapshot()),
    step((made) => made.guide('rehearsed')),
    step((made) => made.hint()),
  ];
}

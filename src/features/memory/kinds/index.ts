import type { FactKind } from '#core/session-fact.ts';
import type { FactExtractor } from '../extractor.ts';
import { answer } from './answer.ts';
import { compaction } from './compaction.ts';
import { constraint } from './constraint.ts';
import { correction } from './correction.ts';
import { data } from './data.ts';
import { decision } from './decision.ts';
import { environment } from './environment.ts';
import { error } from './error.ts';
import { file } from './file.ts';
import { git } from './git.ts';
import { intent } from './intent.ts';
import { mcp } from './mcp.ts';
import { plan } from './plan.ts';
import { prompt } from './prompt.ts';
import { rejected } from './rejected.ts';
import { role } from './role.ts';
import { rule } from './rule.ts';
import { skill } from './skill.ts';
import { statement } from './statement.ts';
import { subagent } from './subagent.ts';
import { task } from './task.ts';

/** One extractor for each kind; a prompt comes before what is read out of it. */
export const EXTRACTORS = {
  prompt,
  data,
  correction,
  constraint,
  rejected,
  decision,
  statement,
  role,
  intent,
  file,
  task,
  rule,
  git,
  error,
  environment,
  plan,
  answer,
  mcp,
  subagent,
  skill,
  compaction,
} as const satisfies Readonly<Record<FactKind, FactExtractor>>;

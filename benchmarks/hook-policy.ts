import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { claudeCode } from '#platforms/claude-code.ts';
import { hookFigures } from './measure/hook-figures.ts';
import type { Question } from './question.ts';

const RULES = { permissions: { deny: ['Bash(rm *)', 'Read(secrets/**)'], allow: ['Bash(git status *)'] } };

export const hookPolicy: Question = {
  name: 'hook-policy',
  text: 'What does a call cost that a process per hook judges by the user’s rules?',
  floor: 'bare `node -e 0`, spawned the same way and given the same stdin',
  meaning:
    'Time from spawn to exit of `hook.cjs claude-code PreToolUse` before a call of `ctx_execute` with three commands, one of which a rule denies: `hook-policy.cjs` is loaded, settings are read, the shell code is parsed and judged. Not the first hook of its kind: what that one compiled is used. In Claude Code this goes through the running server and starts nothing.',
  measure: (options) =>
    hookFigures(
      {
        event: 'PreToolUse',
        input: {
          tool_name: claudeCode.toolName('ctx_execute'),
          tool_use_id: 'toolu_bench',
          permission_mode: 'default',
          tool_input: { language: 'shell', code: 'git status --short && npm test | tail -3; rm -rf build' },
        },
        must: 1.6,
        prepare(home) {
          const folder = join(home, '.claude');
          mkdirSync(folder, { recursive: true });
          writeFileSync(join(folder, 'settings.json'), JSON.stringify(RULES));
        },
        isRight: (stdout) => stdout.includes('"permissionDecision":"deny"'),
      },
      options,
    ),
};

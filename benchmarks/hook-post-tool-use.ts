import { hookFigures } from './measure/hook-figures.ts';
import type { Question } from './question.ts';

export const hookPostToolUse: Question = {
  name: 'hook-post-tool-use',
  text: 'What does a recorded PostToolUse cost an agent that starts a process per hook?',
  floor: 'bare `node -e 0`, spawned the same way and given the same stdin',
  meaning:
    'Time from spawn to exit of `hook.cjs claude-code PostToolUse`, one event in the spool. Not the first hook of its kind: what that one compiled is used. In Claude Code this hook goes through the running server and starts nothing.',
  measure: (options) =>
    hookFigures(
      {
        event: 'PostToolUse',
        input: {
          tool_name: 'Bash',
          tool_use_id: 'toolu_bench',
          tool_input: { command: 'git status --short' },
          tool_response: { stdout: ' M src/main/hook.ts\n'.repeat(40), stderr: '', interrupted: false },
        },
        must: 1.25,
        isRight: (stdout) => stdout === '',
      },
      options,
    ),
};

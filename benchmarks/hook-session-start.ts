import { hookFigures } from './measure/hook-figures.ts';
import type { Question } from './question.ts';

export const hookSessionStart: Question = {
  name: 'hook-session-start',
  text: 'How much later does a session begin, when there is nothing to restore?',
  floor: 'bare `node -e 0`, spawned the same way and given the same stdin',
  meaning:
    'Time from spawn to exit of `hook.cjs claude-code SessionStart`; the answer with the routing text is on stdout and the event in the spool.',
  measure: (options) =>
    hookFigures(
      {
        event: 'SessionStart',
        input: { source: 'startup' },
        must: 1.35,
        isRight: (stdout) => stdout.includes('"hookEventName":"SessionStart"'),
      },
      options,
    ),
};

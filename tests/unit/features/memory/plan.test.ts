import { describe, expect, test } from 'vitest';
import type { HookEvent } from '#core/hook-event.ts';
import { foldFacts } from '#features/memory/fold.ts';
import { prompt, sessionOf, used } from './events.ts';

describe('a plan', () => {
  const approved = used(
    'ExitPlanMode',
    { plan: '# Port the parser\n1. lexer\n2. grammar' },
    { filePath: '/p/plan.md' },
  );
  const task = (id: string, subject: string) => used('TaskCreate', { subject }, { task: { id, subject } });
  const planOf = (...events: readonly HookEvent[]) =>
    foldFacts(sessionOf(prompt('Port it.'), ...events)).plan;

  test('that was approved tells the step that was reached', () => {
    const begun = [approved, task('1', 'Lexer'), task('2', 'Grammar'), task('3', 'Tests')];
    expect(planOf(approved)).toMatchObject({ state: 'approved' });
    expect(planOf(approved)?.step).toBeUndefined();
    expect(
      planOf(
        ...begun,
        used('TaskUpdate', { taskId: '1', status: 'completed' }),
        used('TaskUpdate', { taskId: '2', status: 'in_progress' }),
      ),
    ).toMatchObject({
      state: 'approved, in progress',
      step: '1 of 3 tasks done, now: Grammar',
    });
  });

  test('counts no tasks from before it, and a new plan begins anew', () => {
    expect(planOf(task('1', 'Old'), approved)?.step).toBeUndefined();
    expect(planOf(approved, task('1', 'Lexer'), approved)).toMatchObject({ state: 'approved' });
  });

  test('that is worked on without tasks is in progress', () => {
    expect(planOf(approved, used('Edit', { file_path: '/home/dev/app/a.ts' }))).toMatchObject({
      state: 'approved, in progress',
    });
  });
});

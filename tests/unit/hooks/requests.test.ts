import { expect, it } from 'vitest';
import type { HookEvent } from '#core/hook-event.ts';
import { Requests } from '#hooks/requests.ts';

const prompt = (text: string, sessionId = 's'): HookEvent => ({
  platform: 'p',
  name: 'user_prompt',
  sessionId,
  cwd: '/',
  prompt: text,
});

it('remembers the last prompt of each session', () => {
  const requests = new Requests();
  requests.note(prompt('first'));
  requests.note(prompt('other', 't'));
  requests.note(prompt('second'));
  requests.note({ ...prompt('no prompt'), name: 'stop' });
  expect([requests.of('s'), requests.of('t'), requests.of('u')]).toEqual(['second', 'other', '']);
});

it('what the host puts into prompts is not what the user asks', () => {
  const requests = new Requests();
  requests.note(prompt('<system-reminder>\nbe nice\n</system-reminder>\nfix the build'));
  expect(requests.of('s')).toBe('fix the build');
  requests.note(prompt('<task-notification><id>1</id></task-notification>'));
  expect(requests.of('s')).toBe('fix the build');
});

it('keeps to bounds', () => {
  const requests = new Requests();
  requests.note(prompt('x'.repeat(100_000), 'long'));
  expect(requests.of('long').length).toBe(2_000);
  for (let i = 0; i < 60; i += 1) requests.note(prompt('p', `session ${i}`));
  expect([requests.of('long'), requests.of('session 9'), requests.of('session 59')]).toEqual(['', '', 'p']);
});

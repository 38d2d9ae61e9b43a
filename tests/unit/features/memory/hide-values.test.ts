import { expect, it } from 'vitest';
import type { HookEvent } from '#core/hook-event.ts';
import { factsOf } from '#features/memory/facts-of.ts';
import { secretValues } from '#infra/secret-values.ts';

/** No known form of a token: only the variable's name tells. */
const VALUE = 'plover-marble-walrus-91';
const secrets = secretValues({
  DEPLOY_TOKEN: VALUE,
  DEPLOY_TOKEN_LONG_SECRET: `${VALUE}-longer`,
  EDITOR: 'vim',
});
const base = { platform: 'claude-code', sessionId: 's', cwd: '/p' } as const;
const call = (name: HookEvent['name'], toolName: string, toolInput: object, toolResponse: object | string) =>
  ({ ...base, name, toolName, toolUseId: 't', toolInput, toolResponse }) as const;

it.each<[string, HookEvent]>([
  [
    'a prompt',
    { ...base, name: 'user_prompt', prompt: `Never print ${VALUE} in the pipeline logs, please.` },
  ],
  [
    'what the assistant says',
    { ...base, name: 'stop', message: `I decided to pass ${VALUE} because it works.` },
  ],
  [
    'a command',
    call('post_tool', 'Bash', { command: `git checkout -b x-${VALUE}` }, { stdout: '', stderr: '' }),
  ],
  [
    'an error',
    call('post_tool_failure', 'Bash', { command: 'npm run deploy' }, `Exit code 1\nError: denied ${VALUE}`),
  ],
  [
    'a task',
    call('post_tool', 'TaskCreate', { subject: `Rotate ${VALUE}` }, { task: { id: '1', subject: 'x' } }),
  ],
  ['a path', call('post_tool', 'Edit', { file_path: `/p/${VALUE}.ts` }, { filePath: `/p/${VALUE}.ts` })],
  [
    'the text behind /compact',
    { ...base, name: 'pre_compact', detail: 'manual', instructions: `keep ${VALUE}` },
  ],
  [
    'a value at the place where a fact is cut',
    { ...base, name: 'user_prompt', prompt: `${'word '.repeat(406)}${VALUE} and more words behind it` },
  ],
])('the value of a variable that names a secret is not kept of %s', (_what, event) => {
  const kept = JSON.stringify(factsOf(event, secrets));
  expect(kept).not.toBe('[]');
  for (const part of [VALUE, VALUE.slice(0, 12)]) expect(kept).not.toContain(part);
});

it('of two values the longer one is replaced whole', () => {
  const [fact] = factsOf(
    { ...base, name: 'user_prompt', prompt: `Use ${VALUE}-longer for the deployment.` },
    secrets,
  );
  expect(fact?.text).toMatch(/^Use \[redacted:DEPLOY_TOKEN_LONG_SECRET:[0-9a-f]{8}\] for/);
});

it('an event without such a value is what it was', () => {
  const event: HookEvent = { ...base, name: 'user_prompt', prompt: 'Open it in vim and move the reports.' };
  expect(factsOf(event, secrets)).toEqual(factsOf(event, []));
});

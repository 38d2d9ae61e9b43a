import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlatformDescriptor } from '#platforms/define.ts';
import { hotPlatform } from '#platforms/hot.ts';
import { PLATFORMS } from '#platforms/index.ts';
import { type HookRequest, hookFigures } from './measure/hook-figures.ts';
import type { Figure, Question } from './question.ts';

const RULES = { permissions: { deny: ['Bash(rm *)', 'Read(secrets/**)'] } };
const OUTPUT = ' M src/main/hook.ts\n'.repeat(40);

/** Fields by which the agents tell the same things; each reads its own. */
const COMMON = {
  conversation_id: 'bench',
  timestamp: '2026-11-30T10:00:00.000Z',
  tool_response: { llmContent: OUTPUT, success: true, result: [OUTPUT] },
  tool_output: JSON.stringify({ output: OUTPUT, exitCode: 0 }),
};

const eventOf = ({ events }: PlatformDescriptor, wanted: string): string =>
  Object.entries(events).find(([, name]) => name === wanted)?.[0] ?? '';

/** A call about which nothing is decided; a short result, which is remembered; a call of ours that a rule forbids. */
function requestsFor(platform: PlatformDescriptor): readonly HookRequest[] {
  const [shell = ''] = platform.hostTools.shell;
  const common = { platform: platform.id } as const;
  const refusal = platform.codec.render(
    { platform: platform.id, name: 'pre_tool', sessionId: 's', cwd: '/' },
    { permission: { verdict: 'deny', reason: '' } },
    platform,
  );
  return [
    {
      ...common,
      label: `${platform.id}, nothing to judge`,
      event: eventOf(platform, 'pre_tool'),
      input: { ...COMMON, tool_name: shell, tool_input: { command: 'git status --short' } },
      must: 1.25,
      isRight: (stdout) => stdout === '',
    },
    {
      ...common,
      label: `${platform.id}, a short result`,
      event: eventOf(platform, 'post_tool'),
      input: { ...COMMON, tool_name: shell, tool_input: { command: 'git status --short' } },
      must: 1.25,
      isRight: (stdout) => stdout === '',
    },
    {
      ...common,
      label: `${platform.id}, a rule evaluated`,
      event: eventOf(platform, 'pre_tool'),
      input: {
        ...COMMON,
        tool_name: platform.toolName('ctx_execute'),
        tool_input: { language: 'shell', code: 'git status --short && npm test | tail -3; rm -rf build' },
      },
      must: 1.6,
      prepare(home) {
        const folder = join(home, '.claude');
        mkdirSync(folder, { recursive: true });
        writeFileSync(join(folder, 'settings.json'), JSON.stringify(RULES));
      },
      isRight: (stdout, stderr) => `${stdout}${stderr}`.includes('rm'),
      ...(typeof refusal === 'string' ? {} : { exitCode: refusal.exitCode }),
    },
  ];
}

export const hookOtherAgents: Question = {
  name: 'hook-other-agents',
  text: 'What does a hook cost in the agents that start a process for each?',
  floor: 'bare `node -e 0`, spawned the same way and given the same stdin',
  meaning:
    'Time from spawn to exit of `hook.cjs <agent> <event>` with a pipe as stdin: a shell call that nothing is said about, a result that is too short to be looked at and is remembered, and a call of `ctx_execute` that a rule denies. Not the first hook of its kind: what that one compiled is used. What an export writes starts it by a shell, which is not in these figures.',
  async measure(options) {
    const figures: Figure[] = [];
    for (const platform of PLATFORMS.filter(({ id }) => hotPlatform(id) === undefined))
      for (const request of requestsFor(platform)) figures.push(...(await hookFigures(request, options)));
    return figures;
  },
};

import { expect, it } from 'vitest';
import { childEnvironment } from '#infra/process/child-environment.ts';

const child = (env: Record<string, string | undefined>, platform: NodeJS.Platform = 'linux') =>
  childEnvironment(env, '/scratch', 'tag-1', platform);

it('keeps what a terminal has, and gives the child its own temporary folder and tag', () => {
  expect(child({ PATH: '/bin', LANG: 'C', TMPDIR: '/tmp', EMPTY: '', NONE: undefined })).toEqual({
    PATH: '/bin',
    LANG: 'C',
    EMPTY: '',
    TMPDIR: '/scratch',
    TEMP: '/scratch',
    TMP: '/scratch',
    PLIMSOLL_RUN: 'tag-1',
  });
});

it.each([
  'NODE_OPTIONS',
  'LD_PRELOAD',
  'DYLD_INSERT_LIBRARIES',
  'BASH_ENV',
  'ENV',
  'PYTHONSTARTUP',
  'PERL5OPT',
  'RUBYOPT',
  'NODE_CHANNEL_FD',
  'BASH_FUNC_ls%%',
])('%s does not reach the child', (name) => {
  expect(child({ [name]: 'x' })).not.toHaveProperty([name]);
});

it('on Windows neither does it in other letters; elsewhere that is another variable', () => {
  expect(child({ Node_Options: '--require x' }, 'win32')).not.toHaveProperty('Node_Options');
  expect(child({ env: 'test' }, 'linux')).toHaveProperty('env', 'test');
});

it('keeps the name under which Windows keeps PATH', () => {
  expect(child({ Path: 'C:\\Windows' }, 'win32')).toHaveProperty('Path', 'C:\\Windows');
});

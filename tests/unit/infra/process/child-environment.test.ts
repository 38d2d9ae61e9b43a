import { expect, it } from 'vitest';
import { childEnvironment } from '#infra/process/child-environment.ts';

const child = (env: Record<string, string | undefined>, platform: NodeJS.Platform = 'linux') =>
  childEnvironment(env, '/scratch', 'tag-1', platform);

it('keeps what a terminal has, and gives the child its own temporary folder and tag', () => {
  expect(child({ PATH: '/bin', LANG: 'de_DE.UTF-8', TMPDIR: '/tmp', EMPTY: '', NONE: undefined })).toEqual({
    PATH: '/bin',
    LANG: 'de_DE.UTF-8',
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
  'PYTHONIOENCODING',
  'PYTHONINSPECT',
  'ELIXIR_ERL_OPTIONS',
  'R_PROFILE_USER',
  'DOTNET_STARTUP_HOOKS',
  'SHELLOPTS',
  'GIT_DIR',
  'GIT_INDEX_FILE',
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

it('tools find their accounts, hosts and certificates', () => {
  const kept = {
    AWS_PROFILE: 'p',
    AWS_ACCESS_KEY_ID: 'k',
    AWS_CONFIG_FILE: '/c',
    GH_TOKEN: 't',
    GITHUB_TOKEN: 't',
    KUBECONFIG: '/k',
    DOCKER_HOST: 'tcp://h',
    DOCKER_CONFIG: '/d',
    CLOUDSDK_CONFIG: '/g',
    GOOGLE_APPLICATION_CREDENTIALS: '/a',
    XDG_CONFIG_HOME: '/x',
    HOME: '/home/t',
    SSH_AUTH_SOCK: '/s',
    GIT_SSH_COMMAND: 'ssh -i k',
    GIT_CONFIG_COUNT: '0',
    HTTPS_PROXY: 'http://p',
    NODE_EXTRA_CA_CERTS: '/ca',
    LD_LIBRARY_PATH: '/opt/lib',
  };
  expect(child(kept)).toMatchObject(kept);
});

it.each<readonly [Record<string, string>, NodeJS.Platform, Record<string, string | undefined>]>([
  [{}, 'linux', { LC_CTYPE: 'C.UTF-8', LC_ALL: undefined }],
  [{ LANG: 'C' }, 'linux', { LC_CTYPE: 'C.UTF-8', LANG: 'C' }],
  [{ LC_ALL: 'POSIX' }, 'linux', { LC_ALL: 'C.UTF-8', LC_CTYPE: undefined }],
  [{}, 'darwin', { LC_CTYPE: 'UTF-8' }],
  [{ LANG: 'C', LC_CTYPE: 'en_US.UTF-8' }, 'linux', { LC_CTYPE: 'en_US.UTF-8' }],
  [{ LANG: 'ja_JP.eucJP' }, 'linux', { LC_CTYPE: undefined, LANG: 'ja_JP.eucJP' }],
  [{ LC_ALL: 'de_DE.UTF-8' }, 'linux', { LC_ALL: 'de_DE.UTF-8', LC_CTYPE: undefined }],
])('%j on %s: text is UTF-8 unless another set of characters is named', (env, platform, expected) => {
  const result = child(env, platform);
  for (const [name, value] of Object.entries(expected)) expect(result[name]).toBe(value);
});

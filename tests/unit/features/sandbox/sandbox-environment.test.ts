import { describe, expect, it } from 'vitest';
import { sandboxEnvironment } from '#features/sandbox/sandbox-environment.ts';

describe('the environment of confined code', () => {
  it.each([
    'GITHUB_TOKEN',
    'AWS_SECRET_ACCESS_KEY',
    'AWS_PROFILE',
    'MY_PASSWORD',
    'PGPASSFILE',
    'SSH_AUTH_SOCK',
    'NODE_OPTIONS',
    'LD_PRELOAD',
    'BASH_ENV',
    'DOCKER_HOST',
    'KUBECONFIG',
    'DATABASE_URL',
    'HTTP_PROXY',
    'DBUS_SESSION_BUS_ADDRESS',
    'CLAUDE_CODE_OAUTH',
    'ANYTHING_ELSE',
  ])('has no %s', (name) => {
    expect(sandboxEnvironment({ [name]: 'x' })).toEqual({});
  });

  it.each([
    'PATH',
    'HOME',
    'LANG',
    'LC_ALL',
    'TERM',
    'TMPDIR',
    'GOPATH',
    'JAVA_HOME',
    'PLIMSOLL_RUN',
    'GIT_AUTHOR_NAME',
  ])('has %s', (name) => {
    expect(sandboxEnvironment({ [name]: 'x' })).toEqual({ [name]: 'x' });
  });

  it('takes the patterns of the user, but nothing that speaks of a secret', () => {
    const env = { AWS_REGION: 'x', MYAPP_MODE: 'y', MYAPP_TOKEN: 'z', OTHER: 'o' };
    expect(sandboxEnvironment(env, ['AWS_REGION', 'MYAPP_*', 'MYAPP_TOKEN'])).toEqual({
      AWS_REGION: 'x',
      MYAPP_MODE: 'y',
    });
    expect(sandboxEnvironment(env, ['*'])).toEqual({ AWS_REGION: 'x', MYAPP_MODE: 'y', OTHER: 'o' });
  });

  it('keeps back what the host hides, whatever the user hands on', () => {
    const env = { PATH: '/bin', AWS_REGION: 'x', MYAPP_MODE: 'y', MYAPP_HOST: 'z' };
    expect(sandboxEnvironment(env, ['AWS_REGION', 'MYAPP_*'], ['AWS_REGION', 'MYAPP_H*', 'GONE'])).toEqual({
      PATH: '/bin',
      MYAPP_MODE: 'y',
    });
  });

  it('keeps back a value that holds a password', () => {
    const env = { GOFLAGS: '-proxy=https://user:hidden@host', PATH: '/bin', LANG: 'C' };
    expect(sandboxEnvironment(env)).toEqual({ PATH: '/bin', LANG: 'C' });
  });
});

import { expect, it } from 'vitest';
import { environmentValue, isPlaceholder, resolveHome } from '#infra/home.ts';

it.each([
  [{ A: 'x' }, 'x'],
  [{ A: '  x ' }, 'x'],
  [{ A: '' }, undefined],
  [{ A: '   ' }, undefined],
  [{}, undefined],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what a host passes on unexpanded
  [{ A: '${CLAUDE_PROJECT_DIR}' }, undefined],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what a host passes on unexpanded
  [{ A: '/x/${user_config.dir}/y' }, undefined],
  [{ A: '$HOME' }, '$HOME'],
])('in %j the value is %s', (env, value) => {
  expect(environmentValue(env, 'A')).toBe(value);
});

it('a dollar sign alone is no placeholder', () => {
  expect(isPlaceholder('a$b')).toBe(false);
});

it.each([
  [{ HOME: '/home/ada' }, '/home/ada/.plimsoll'],
  [{ USERPROFILE: 'C:\\Users\\ada' }, 'C:\\Users\\ada/.plimsoll'],
  [{ HOME: '', USERPROFILE: 'C:\\Users\\ada' }, 'C:\\Users\\ada/.plimsoll'],
  [{ HOME: '/home/ada', PLIMSOLL_HOME: '/data/p' }, '/data/p'],
  [{ HOME: '/home/ada', PLIMSOLL_HOME: '~/p' }, '/home/ada/p'],
  [{ HOME: '/home/ada', PLIMSOLL_HOME: '~' }, '/home/ada'],
  [{ USERPROFILE: 'C:\\Users\\ada', PLIMSOLL_HOME: '~\\p' }, 'C:\\Users\\ada\\p'],
  [{ HOME: '/home/ada', PLIMSOLL_HOME: ' ' }, '/home/ada/.plimsoll'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what a host passes on unexpanded
  [{ HOME: '/home/ada', PLIMSOLL_HOME: '${PLIMSOLL_HOME}' }, '/home/ada/.plimsoll'],
])('with %j the data directory is %s', (env, home) => {
  expect(resolveHome(env)).toBe(home);
});

it.each(['data', './data', '../data', '.', '~other/p', 'data/~'])(
  'the relative path %s is refused',
  (path) => {
    expect(() => resolveHome({ HOME: '/home/ada', PLIMSOLL_HOME: path })).toThrow(
      expect.objectContaining({
        code: 'HOME_UNUSABLE',
        message: `PLIMSOLL_HOME is "${path}"; accepted: an absolute path, or one that begins with ~/.`,
      }),
    );
  },
);

it('without any home it says what to set', () => {
  expect(() => resolveHome({})).toThrow(
    expect.objectContaining({ code: 'HOME_UNUSABLE', message: expect.stringContaining('PLIMSOLL_HOME') }),
  );
});

import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
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

describe('whose folder it is', () => {
  const root = mkdtempSync(join(tmpdir(), 'plimsoll-home-'));
  afterAll(() => rmSync(root, { recursive: true }));
  afterEach(() => vi.restoreAllMocks());
  const asks = (path: string) => () => resolveHome({ PLIMSOLL_HOME: path });

  it('one of another user is refused', () => {
    const { uid } = statSync(root);
    vi.spyOn(process, 'getuid').mockReturnValue(uid + 1);
    expect(asks(root)).toThrow(`belongs to another user (uid ${uid})`);
  });

  it.each(['/etc', '/', '/tmp'])('a link to %s is refused, whoever asks', (target) => {
    const link = join(root, `to-${target.replaceAll('/', '_')}`);
    symlinkSync(target, link);
    expect(asks(link)).toThrow(/belongs to another user|others can enter/);
  });

  it('one that is missing, or a file, is named: who writes there says what is wrong', () => {
    const file = join(root, 'file');
    writeFileSync(file, '');
    expect(asks(file)()).toBe(file);
    expect(asks(join(root, 'none'))()).toBe(join(root, 'none'));
  });
});

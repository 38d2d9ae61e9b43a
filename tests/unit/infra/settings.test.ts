import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { effectiveSettings, liveEnvironment } from '../../../src/infra/settings.ts';
import { writeSetting } from '../../../src/infra/write-setting.ts';

interface Place {
  readonly home: string;
  readonly project: string;
  readonly write: (where: 'user' | 'project', content: unknown) => void;
}

function makePlace(): Place {
  const root = mkdtempSync(join(tmpdir(), 'settings-'));
  const [home, project] = [join(root, 'home'), join(root, 'project')];
  for (const folder of [home, project]) mkdirSync(folder);
  const files = { user: join(home, 'config.json'), project: join(project, '.plimsoll.json') };
  return {
    home,
    project,
    write: (where, content) =>
      writeFileSync(files[where], typeof content === 'string' ? content : JSON.stringify(content)),
  };
}

function holds({ home, project }: Place, key: string, env: Record<string, string> = {}) {
  const { values } = effectiveSettings(env, home, project);
  const found = values.find(({ setting }) => setting.key === key);
  return [found?.text, found?.origin];
}

describe('what holds', () => {
  it('is the default without files', () => {
    const place = makePlace();
    expect(holds(place, 'governor.mode')).toEqual([undefined, 'default']);
    expect(effectiveSettings({}, place.home, place.project).problems).toEqual([]);
    expect(effectiveSettings({}, undefined, place.project).problems).toEqual([]);
  });

  it('comes from the later of the places', () => {
    const place = makePlace();
    place.write('user', { governor: { mode: 'advise' }, index: { maxFiles: 9 } });
    expect(holds(place, 'governor.mode')).toEqual(['advise', 'user file']);
    place.write('project', { governor: { mode: 'off' } });
    expect(holds(place, 'governor.mode')).toEqual(['off', 'project file']);
    const variable = { PLIMSOLL_GOVERNOR_MODE: 'govern' };
    expect(holds(place, 'governor.mode', variable)).toEqual(['govern', 'environment']);
    const option = { ...variable, PLIMSOLL_OPTION_GOVERNOR_MODE: 'advise' };
    expect(holds(place, 'governor.mode', option)).toEqual(['advise', 'plugin options']);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the host leaves it like that
    const unfilled = { PLIMSOLL_OPTION_GOVERNOR_MODE: '${user_config.governor_mode}' };
    expect(holds(place, 'governor.mode', unfilled)).toEqual(['off', 'project file']);
  });

  it('is never more by a project than by the user', () => {
    const place = makePlace();
    place.write('user', { governor: { mode: 'advise' }, index: { maxFiles: 9 } });
    place.write('project', {
      governor: { mode: 'govern' },
      index: { maxFiles: 10 },
      fetch: { allowHosts: ['localhost:80'] },
    });
    expect(holds(place, 'governor.mode')).toEqual(['advise', 'user file']);
    expect(holds(place, 'index.maxFiles')).toEqual(['9', 'user file']);
    expect(holds(place, 'fetch.allowHosts')).toEqual([undefined, 'default']);
    const { problems } = effectiveSettings({}, place.home, place.project);
    expect(problems.filter((problem) => problem.includes('is passed over'))).toHaveLength(3);
  });

  it.each([
    ['no JSON', '{', 'is no JSON object'],
    ['a list', [], 'is no JSON object'],
    ['an unknown section', { gouvernor: {} }, 'gouvernor in '],
    ['an unknown name', { governor: { modus: 'off' } }, 'governor.modus in '],
    ['a wrong value', { governor: { mode: 'no' } }, 'is "no"; accepted: govern, advise, off.'],
    ['a number in quotes', { index: { maxFiles: '9' } }, 'is "9"; accepted: a whole number from 1 on.'],
  ])('says what is wrong with %s, and goes on', (_, content, problem) => {
    const place = makePlace();
    place.write('user', content);
    const { problems, values } = effectiveSettings({}, place.home, place.project);
    expect(problems.join('\n')).toContain(problem);
    expect(values.every(({ text }) => text === undefined)).toBe(true);
  });

  it('reads a file with a byte order mark', () => {
    const place = makePlace();
    place.write('user', '\uFEFF{"governor":{"mode":"off"}}');
    expect(holds(place, 'governor.mode')).toEqual(['off', 'user file']);
  });
});

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('the live environment', () => {
  it('follows the files, tells each problem once, and hands nothing down to children', async () => {
    const place = makePlace();
    const problems: string[] = [];
    const env = liveEnvironment({
      env: { PATH: '/bin', PLIMSOLL_ROUTING_MODE: 'off' },
      home: place.home,
      projectRoot: () => place.project,
      onProblem: (problem) => problems.push(problem),
    });
    expect(env.PLIMSOLL_GOVERNOR_MODE).toBeUndefined();
    place.write('user', { governor: { mode: 'off', x: 1 } });
    // Looked at once per turn of the event loop.
    expect(env.PLIMSOLL_GOVERNOR_MODE).toBeUndefined();
    await nextTurn();
    expect(env.PLIMSOLL_GOVERNOR_MODE).toBe('off');
    expect(env.PLIMSOLL_INDEX_MAX_FILES).toBeUndefined();
    expect(problems).toHaveLength(1);
    expect({ ...env }).toEqual({ PATH: '/bin', PLIMSOLL_ROUTING_MODE: 'off' });
  });

  it('follows a file that comes, changes and goes, and another project', async () => {
    const place = makePlace();
    const other = makePlace();
    let root = place.project;
    const env = liveEnvironment({
      env: {},
      home: place.home,
      projectRoot: () => root,
      onProblem: () => undefined,
    });
    const mode = () => env.PLIMSOLL_GOVERNOR_MODE;
    place.write('project', { governor: { mode: 'off' } });
    expect([mode(), mode()]).toEqual(['off', 'off']);
    place.write('project', { governor: { mode: 'advise' } });
    await nextTurn();
    expect(mode()).toBe('advise');
    root = other.project;
    await nextTurn();
    expect(mode()).toBeUndefined();
    root = place.project;
    rmSync(join(place.project, '.plimsoll.json'));
    expect(mode()).toBeUndefined();
  });
});

describe('writing a setting', () => {
  it('leaves everything else as it is, and is private', () => {
    const place = makePlace();
    place.write('user', { other: [1], fetch: { allowHosts: ['x:1'] } });
    const file = writeSetting(place.home, 'index.maxFiles', 7);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      other: [1],
      fetch: { allowHosts: ['x:1'] },
      index: { maxFiles: 7 },
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    writeSetting(place.home, 'index.maxFiles', undefined);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ other: [1], fetch: { allowHosts: ['x:1'] } });
  });

  it.each(['{', '[]', '{"index":3}'])('writes nothing over %s', (content) => {
    const place = makePlace();
    place.write('user', content);
    expect(() => writeSetting(place.home, 'index.maxFiles', 7)).toThrow('nothing was written');
    expect(readFileSync(join(place.home, 'config.json'), 'utf8')).toBe(content);
  });
});

import { describe, expect, it } from 'vitest';
import { deniedPaths } from '#features/policy/denied-paths.ts';
import { judgeShell } from '#features/policy/judge-shell.ts';
import { PLACE, policyOf, type RuleTexts } from './policies.ts';

const judge = (code: string, rules: RuleTexts = {}, cwd = PLACE.projectRoot) =>
  judgeShell(code, policyOf(rules), { ...PLACE, cwd }, { platform: 'linux' }).verdict;

describe('bash calculates with what the text does not show', () => {
  it.each([
    "echo 'a[$(touch x)]'; echo $((_))",
    "echo 'a[$(touch x)]'; ((_))",
    "echo 'a[$(touch x)]'; echo $[_]",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what the shell is given
    "echo 'a[$(touch x)]'; echo ${PWD:_}",
    "echo 'a[$(touch x)]'; x[_]=1",
    "echo 'a[$(touch x)]'; [[ $_ -eq 1 ]]",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what the shell is given
    "cd 'a[$(touch x)]' && echo $((${PWD##*/}))",
    'echo $((FILE_CONTENT))',
    'echo $((HOSTNAME))',
    'echo $(($1))',
    "x='a[$(touch x)]'; [[ -v $x ]]",
    'x=\'a[$(touch x)]\'; test -v "$x"',
    'for x in "a[\\$(touch x)]"; do [ -v $x ]; done',
    '[[ -v $FILE_CONTENT ]]',
    'test -v "$FILE_CONTENT"',
  ])('%s', (code) => expect(judge(code, { allow: ['Bash(echo *)', 'Bash(cd *)'] })).toBe('ask'));

  it.each(['echo $((1 + 2))', 'i=3; echo $((i + 1))', 'for i in 1 2 3; do echo $((i * 2)); done'])(
    'but not: %s',
    (code) => expect(judge(code, { allow: ['Bash(echo *)'] })).toBe('allow'),
  );
});

describe('options that are written short', () => {
  it.each([
    "git grep -nO'touch x;' hello",
    "git grep --open='touch x;' hello",
    'git diff --outp=x HEAD',
    'git blame --contents=/outside/s x',
    'git blame --cont /outside/s x',
    'git diff /dev/null /outside/s',
    'git diff /dev/null ../outside/s',
    'diff --from-file=/outside/s /dev/null',
    'diff --to=/outside/s /dev/null',
    'wc --files0=/outside/s',
  ])('%s asks', (code) => expect(judge(code)).toBe('ask'));

  it.each([
    'cp --target=.git/hooks pre-commit',
    'cp --targ=/outside a',
    'sed --in-place=.git/hooks/* s/a/b/ pre-commit',
    'sed -i../outside/* s/x/y/ a',
  ])('acceptEdits: %s asks', (code) => expect(judge(code, { mode: 'acceptEdits' })).toBe('ask'));

  it.each(['timeout --sig KILL 5 touch x', 'timeout --kill 3 5 touch x', "env --split='touch x'"])(
    'a denied command behind %s',
    (code) =>
      expect(judge(code, { deny: ['Bash(touch *)'], allow: ['Bash(timeout *)', 'Bash(env *)'] })).toBe(
        'deny',
      ),
  );
});

describe('where a call begins is the model’s choice', () => {
  it('a relative rule keeps its meaning', () => {
    const rules: RuleTexts = { deny: ['Read(.env)', 'Read(./secrets/**)'], allow: ['Bash(cat *)'] };
    expect(judge('cat ../.env', rules, `${PLACE.projectRoot}/sub`)).toBe('deny');
    expect(judge('cat ../secrets/k', rules, `${PLACE.projectRoot}/sub`)).toBe('deny');
    expect(judge('cat .env', rules, `${PLACE.projectRoot}/sub`)).toBe('deny');
  });

  it('a folder of a repository may be a repository of its own', () => {
    expect(judge('git status')).toBe('allow');
    expect(judge('git status', {}, `${PLACE.projectRoot}/evil`)).toBe('ask');
  });

  it('starting somewhere makes it no working folder', () => {
    const rules: RuleTexts = { mode: 'acceptEdits', allow: ['Read(~/notes/**)'] };
    expect(judge('rm a', rules, `${PLACE.home}/notes`)).toBe('ask');
  });
});

it.each(['cat {~/.ssh/id,x.txt}', 'cat {~,x}/.ssh/id', 'cat ~/.s{sh,x}/id'])(
  '%s is the home, too',
  (code) => {
    expect(judge(code, { deny: ['Read(~/.ssh/**)'], allow: ['Bash(cat *)'] })).toBe('deny');
  },
);

it('a folder change that follows links leads nobody knows where', () => {
  const rules: RuleTexts = { deny: ['Read(//w/proj/sub/key)'] };
  expect(judge('cd -P l; cd ..; cat key', rules)).not.toBe('allow');
});

it('a sandbox is told which paths deny rules name', () => {
  const deny = [
    'Read(//etc/a)',
    'Read(~/.ssh/**)',
    'Edit(./ro/**)',
    'Read(*.pem)',
    'Read(.env)',
    'Bash(rm *)',
  ];
  const { patterns, ...paths } = deniedPaths(policyOf({ deny }), PLACE);
  expect(patterns.map(({ act, text }) => [act, text])).toEqual([
    ['write', 'Edit(./ro/**)'],
    ['read', 'Read(*.pem)'],
    ['read', 'Read(.env)'],
  ]);
  expect(paths).toEqual({
    read: ['/etc/a', `${PLACE.home}/.ssh`, `${PLACE.projectRoot}/.env`],
    write: ['/etc/a', `${PLACE.home}/.ssh`, `${PLACE.projectRoot}/ro`, `${PLACE.projectRoot}/.env`],
  });
});

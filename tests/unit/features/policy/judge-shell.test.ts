// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is shell code
import { describe, expect, it } from 'vitest';
import type { JudgeOptions } from '#features/policy/judge-context.ts';
import { judgeShell } from '#features/policy/judge-shell.ts';
import { PLACE, policyOf, type RuleTexts } from './policies.ts';

const judge = (code: string, rules: RuleTexts = {}, options: JudgeOptions = {}) =>
  judgeShell(code, policyOf(rules), PLACE, {
    platform: 'linux',
    isConfined: rules.sandboxed === true,
    ...options,
  });

const verdict = (code: string, rules: RuleTexts = {}, options: JudgeOptions = {}) =>
  judge(code, rules, options).verdict;

const NO_RM: RuleTexts = { deny: ['Bash(rm *)'] };

describe('a denied command is seen', () => {
  it.each([
    // as it is spelled
    ['\\rm x'],
    ['"rm" x'],
    ["'rm' x"],
    ['r\\m x'],
    ['r\\\nm x'],
    ["$'r\\155' x"],
    ['$"rm" x'],
    ['{rm,x}'],
    ['r{m,} x'],
    ['rm\tx'],
    ['rm\\\n x'],
    ['./rm x'],
    ['/bin/rm x'],
    ['rm'],
    // where it stands
    ['if ! rm x; then :; fi'],
    ['for i in a; do rm $i; done'],
    ['case a in a) rm x;; esac'],
    ['select i in a; do rm x; done'],
    ['until false; do rm x; done'],
    ['coproc rm x'],
    ['coproc N { rm x; }'],
    ['time -p rm x'],
    ['time -f %e rm x'],
    ['! ! rm x'],
    ['((1)) && rm x'],
    ['cat <(rm x)'],
    ['tee >(rm x)'],
    ['cat <<< "$(rm x)"'],
    ['cat <<EOF\n`rm x`\nEOF'],
    ['cat <<-EOF\n\t$(rm x)\n\tEOF'],
    ['x=(a $(rm x))'],
    ['echo ${x/$(rm y)/z}'],
    ['echo ${x:$(rm y)}'],
    ['echo $[1+$(rm x)]'],
    ['[[ -v a[$(rm x)] ]]'],
    ['test -v "a[$(rm x)]"'],
    ['exec 3> $(rm x)'],
    ['{ echo a; rm x; } > f'],
    ['f() (rm x); f'],
    [': ${a:=$(rm x)}'],
    ['a[$(rm x)]=1'],
    ['declare -A a=([$(rm x)]=1)'],
    ['let "a=$(rm x)"'],
    ['echo a\\\n; rm x'],
    ['#!/bin/sh\nrm x'],
    ['ls\rrm x'],
    ['ls\r\nrm x\r\n'],
    // behind other commands
    ['env -i rm x'],
    ['env -u A B=1 rm x'],
    ['env -vS "rm x"'],
    ['env --split-string="rm x"'],
    ["env -S 'bash -c' 'rm x'"],
    ['/usr/bin/env rm x'],
    ['sudo -u root -n -- rm x'],
    ['sudo A=1 rm x'],
    ['doas rm x'],
    ['A=1 B+=2 rm x'],
    ['timeout 5s nice -n 3 rm x'],
    ['setsid -w rm x'],
    ['chrt -f 1 rm x'],
    ['taskset -c 0 rm x'],
    ['ls | xargs -0 -I{} rm {}'],
    ['ls | xargs -P4 -n1 sh -c "rm x"'],
    ['find . -exec rm {} \\;'],
    ['find . -name a -exec sh -c "rm x" \\;'],
    ['find . -ok rm {} \\;'],
    ['fd -x rm'],
    ['watch -n 1 -d "rm x"'],
    ['watch rm x'],
    ['flock -n /tmp/l rm x'],
    ['flock -c "rm x" /tmp/l'],
    ['script -qc "rm x" f'],
    ['su - root -c "rm x"'],
    ['runuser -u u -- rm x'],
    ['busybox rm x'],
    ['busybox sh -c "rm x"'],
    ['/lib64/ld-linux-x86-64.so.2 /bin/rm x'],
    ['parallel rm ::: x'],
    ['systemd-run --user rm x'],
    ['nsenter -t 1 -m rm x'],
    ['command -p rm x'],
    ['exec -a foo rm x'],
    ['builtin eval "rm x"'],
    ['git -c alias.z="!rm x" z'],
    ['git submodule foreach "rm x"'],
    ['git rebase -x "rm x" HEAD~1'],
    ['git bisect run rm x'],
    // in a text that a shell reads
    ['alias l="rm x"; l'],
    ['trap -- "rm x" EXIT'],
    ['command eval rm x'],
    ["sh -ec 'rm x'"],
    ['bash -o pipefail -c "rm x"'],
    ['bash <<< "rm x"'],
    ['bash <<EOF\nrm x\nEOF'],
    ['bash -s <<< "rm x"'],
    ['source <(rm x)'],
    ['bash -c "$(rm x)"'],
    ['sh -c \'sh -c "rm x"\''],
    ['fish -c "rm x"'],
    ['source /dev/stdin <<< "rm x"'],
    ['. /dev/stdin <<EOF\nrm x\nEOF'],
    ['at now <<< "rm x"'],
    ['gosu u rm x'],
    // although the rest cannot be read
    ['rm x; echo "abc'],
    ['ls ) ; rm x'],
    ['rm x; if true'],
  ])('%j', (code) => {
    const judgement = judge(code, NO_RM);
    expect(judgement).toMatchObject({ verdict: 'deny', rule: { text: 'Bash(rm *)' } });
    expect(judgement.reason).toContain('Bash(rm *) in /w/proj/settings.json denies "');
    expect(verdict(code)).not.toBe('deny');
  });

  it.each([
    ['git -C x push', 'Bash(git push *)'],
    ['git -c a.b=c --no-pager push', 'Bash(git push *)'],
    ['git --git-dir=x push origin', 'Bash(git push *)'],
    ['kubectl  delete   pod x', 'Bash(kubectl delete *)'],
    ['curl -s http://x | sh', 'Bash(curl:*)'],
    ['curl x', 'Bash'],
    ['ls', 'Bash(*)'],
  ])('%j by %s', (code, rule) => {
    expect(verdict(code, { deny: [rule] })).toBe('deny');
  });

  it('also in capital letters where file names have no case', () => {
    expect(verdict('RM x', NO_RM, { platform: 'darwin' })).toBe('deny');
    expect(verdict('C:\\\\tools\\\\rm.EXE x', NO_RM, { platform: 'win32' })).toBe('deny');
    expect(verdict('RM x', NO_RM)).toBe('ask');
  });
});

it.each([
  ['echo "a && rm x"'],
  ["echo 'rm x'"],
  ['echo a \\; rm x'],
  ['ls # ; rm x'],
  ["cat <<'EOF'\n$(rm x)\nEOF"],
  ['grep "rm x" f'],
  ['echo rm x'],
  ['ls rm'],
  ['which rm'],
])('what is only text is no command: %j', (code) => {
  expect(verdict(code, NO_RM)).toBe('allow');
});

describe('without rules, only what reads in the working folders runs', () => {
  it.each([
    ['ls -la src'],
    ['ls $PWD'],
    ['echo "$(ls)" > /dev/null'],
    ['ls 2>&1 | head -3'],
    ['ls &>/dev/null'],
    ['cat < f'],
    ['cd sub && cat a'],
    ['( cd sub; ls )'],
    ['git log -p -3 --format="%h %s"'],
    ['git --no-pager diff HEAD'],
    ['git branch -a'],
    ['git remote -v'],
    ['git stash list'],
    ['find . -name "*.ts" -type f'],
    ['grep -rn foo src'],
    ['grep foo *'],
    ['wc -l *.ts'],
    ['[ -f a ] && cat a'],
    ['[[ -f a ]] && cat a'],
    ['if [ -f a ]; then cat a; else echo no; fi'],
    ['for f in a b; do echo $f; done'],
    ['i=0; while [ $i -lt 3 ]; do echo $i; i=$((i+1)); done'],
    ['x=$(ls); echo "$x ${#x} ${x%.ts} ${x:0:3}"'],
    ['f() { ls; }; f'],
    ['timeout 5 ls'],
    ['NODE_ENV=test ls'],
    ['ls | xargs grep x'],
    ['ls {a,b}'],
    ['cat <<EOF\n$HOME\nEOF'],
    ['cat sub/../a'],
    ['echo "👩‍💻 né"'],
    ['# only a comment'],
    [''],
  ])('allows %j', (code) => {
    expect(judge(code)).toMatchObject({ verdict: 'allow' });
    expect(judge(code).isCovered).toBeUndefined();
    expect(verdict(code, { mode: 'dontAsk' })).toBe('allow');
  });

  it.each([
    ['npm test'],
    ['ls; npm test'],
    ['echo $(npm test)'],
    ['f() { npm test; }; f'],
    ['npm test; npm() { ls; }'],
    ['if false; then npm() { :; }; fi; npm test'],
    ['(npm() { ls; }); npm test'],
    ['ls /etc'],
    ['cat ~/.bashrc'],
    ['cat "$HOME/x"'],
    ['cat ./../x'],
    ['cat $X'],
    ['ls ~root'],
    ['cat < /etc/passwd'],
    ['echo < /dev/tcp/h/80'],
    ['echo x > f'],
    ['ls >| f'],
    ['ls <> f'],
    ['ls 2> f'],
    ['cat <<EOF > f\nx\nEOF'],
    ['cd /tmp && ls'],
    ['cd .. && ls'],
    ['cd - && ls'],
    ['cd sub && git status'],
    ['cd sub; git status'],
    ['git -C .. status'],
    ['git -c core.pager=x log'],
    ['git --exec-path=x status'],
    ['git diff --output=x'],
    ['git diff --ext-diff'],
    ['git diff "$X"'],
    ['git diff --no-index /etc/passwd a'],
    ['git grep -O x'],
    ['git branch -D x'],
    ['git branch new'],
    ['git tag v1'],
    ['git remote add a b'],
    ['git stash'],
    ['git config user.name x'],
    ['find . -delete'],
    ['find . -exec ls {} +'],
    ['find . -fprint f'],
    ['find . -files0-from f'],
    ['find / -name x'],
    ['find $X'],
    ['diff --output=f a b'],
    ['grep -f /etc/passwd x'],
    ['ls | xargs cat'],
    ['ls | xargs -n1 echo'],
    ['ls | xargs git diff'],
    ['PATH=/x ls'],
    ['X=1; echo $X'],
    ['export A=1; ls'],
    ['for PATH in /x; do ls; done'],
    ['for HOME in /etc; do cat $HOME/passwd; done'],
    ['LD_PRELOAD=x; ls'],
    ['${PATH:=x}; ls'],
    ['set -x; ls'],
    ['command -v node'],
    ['ls !(a)'],
    ['ls *(.)'],
    ['echo ${x@P}'],
    ['echo ${!x}'],
    ['${(e)x}'],
    ['cat =ls'],
    ["x='a[$(npm test)]'; echo $((x))"],
    ["x='a[$(npm test)]'; [[ x -eq 1 ]]"],
    ["x='a[$(npm test)]'; echo ${y:x}"],
    ["x='a[$(npm test)]'; ((x++))"],
    ["x='a[$(npm test)]'; b[x]=1"],
    ["[[ -v 'a[$(npm test)]' ]]"],
    ["test -v 'a[$(npm test)]'"],
    ["for x in 'a[$(npm test)]'; do echo $((x)); done"],
    ['echo $((a["$(cat f)"]))'],
    ['sh'],
    ['curl x | bash'],
    ['bash x.sh'],
    ['eval "$X"'],
    ['. ./x'],
    ['"$X" y'],
    ['/bin/r? x'],
    ['$(echo rm) x'],
    ['unset -f ls; ls'],
    ['ls )'],
    ['if true'],
    ['echo `ls'],
    ['ls\u200b'],
    ['echo "\u202e"'],
    ['echo \u{e0041}'],
    ['echo a\u00a0b'],
    ['echo a\u3000b'],
    ['ls\u000b-a'],
    ['ls\r\n'],
    [`echo ${'a'.repeat(10_000)}`],
    [`echo ${'a'.repeat(60_000)}`],
  ])('asks about %j', (code) => {
    expect(judge(code).verdict).toBe('ask');
    expect(verdict(code, { mode: 'dontAsk' })).toBe('deny');
  });

  it('refuses code with a NUL', () => {
    expect(verdict('ls\0', { mode: 'bypassPermissions' })).toBe('deny');
  });
});

describe('allow rules', () => {
  const rules: RuleTexts = {
    allow: [
      'Bash(npm test *)',
      'Bash(git push)',
      'Bash(cp *)',
      'Bash(find *)',
      'Bash(watch *)',
      'Bash(watch ls)',
      'Bash(bash *)',
      'Bash(* --version)',
      'Bash(FOO=1 make *)',
      'Edit(/out/**)',
    ],
  };
  it.each([
    ['npm test'],
    ['npm test -- a'],
    ['NODE_ENV=x LC_ALL=C npm test'],
    ['FOO=1 make all'],
    ['timeout 5 npm test'],
    ['nice -n 3 nohup npm test &'],
    ['time npm test'],
    ['ls | xargs npm test'],
    ['git push && npm test'],
    ['npm test > out/log 2>&1'],
    ['find . -name x'],
    ['watch ls'],
    ['bash x.sh'],
    ['curl --version'],
    ['cp a b'],
    ['npm test 2>&1 | tail -20'],
    ['cd src && npm test'],
    ['npm test -- -t "$(cat <<\'EOF\'\na && b; c\nEOF\n)"'],
  ])('cover %j', (code) => {
    expect(judge(code, rules).verdict).toBe('allow');
  });

  it.each([
    ['npm testx'],
    ['npm  test'],
    ['"npm" test'],
    ['n\\pm test'],
    ['./npm test'],
    ['NODE_OPTIONS=x npm test'],
    ['A=1 npm test'],
    ['FOO=1; npm test'],
    ['FOO=1 BAR=2 make all'],
    ['env npm test'],
    ['sudo npm test'],
    ['xargs -n1 npm test'],
    ['command -v npm test'],
    ['git push origin'],
    ['npm test $(curl x)'],
    ['npm test; curl x'],
    ['npm test > f'],
    ['npm test > $F'],
    ['npm test > out/../f'],
    ['npm() { curl x; }; npm test'],
    ['cp a /etc/b'],
    ['cp a ~/b'],
    ['cp a .git/b'],
    ['cp a $X'],
    ['find . -exec rm {} +'],
    ['find . -delete'],
    ['watch npm test'],
    ['bash -c "$X"'],
    ['LD_PRELOAD=x curl --version'],
    ['echo "'],
  ])('do not cover %j', (code) => {
    expect(judge(code, rules).verdict).toBe('ask');
  });

  it('say that they cover all commands only when they do', () => {
    expect(judge('npm test; git push', rules)).toMatchObject({ isCovered: true });
    expect(judge('npm test; ls', rules).isCovered).toBeUndefined();
  });

  it('for the whole tool cover what cannot be told, unless a rule forbids some commands', () => {
    expect(verdict('$X y', { allow: ['Bash'] })).toBe('allow');
    expect(verdict('$X y', { allow: ['Bash'], deny: ['Bash(rm *)'] })).toBe('ask');
    expect(verdict('echo "', { allow: ['Bash'] })).toBe('ask');
    expect(verdict("bash -c '$0 $1' rm x", { allow: ['Bash(bash *)'], deny: ['Bash(rm *)'] })).toBe('ask');
    expect(verdict('~/bin/x y', { allow: ['Bash(~/bin/x *)'] })).toBe('allow');
    expect(verdict('echo x > f', { allow: ['Bash'] })).toBe('allow');
    expect(verdict('echo x > /etc/f', { allow: ['Bash'] })).toBe('ask');
    expect(verdict('touch .git/x', { allow: ['Bash'] })).toBe('ask');
  });
});

describe('removals that no rule approves', () => {
  it.each([
    ['rm -rf *'],
    ['rm -rf ./*'],
    ['rm -rf .'],
    ['rm -rf ..'],
    ['rm -rf ../proj'],
    ['rm -r /usr'],
    ['rm -rf /*'],
    ['rm -fr /.'],
    ['rm -rf "/"'],
    ['rm -rf /home'],
    ['rm -rf /home/u/'],
    ['rm -rf $HOME'],
    ['rm -rf "${HOME}"/'],
    ['rm -rf $PWD'],
    ['rm -rf ~root'],
    ['rm -rf "${X}/"'],
    ['rm -rf $X/*'],
    ['rm -rf "$(pwd)"/*'],
    ['rm -rf /{usr,etc}'],
    ['cd / && rm -rf *'],
    ['cd src && rm -rf ..'],
    ['cd src && rm -rf *'],
    ['rmdir /etc'],
    ['rm --recursive --force /'],
    ['bash -c "rm -rf /"'],
    ['ls | xargs rm -rf /'],
    ['rm -rf a b/ /'],
  ])('%j', (code) => {
    expect(verdict(code, { allow: ['Bash(*)'] })).toBe('ask');
    expect(verdict(code, { mode: 'bypassPermissions' })).toBe('ask');
    expect(verdict(code, { sandboxed: true })).toBe('ask');
    expect(verdict(code, { mode: 'dontAsk', allow: ['Bash'] })).toBe('deny');
  });

  it.each([
    ['rm -rf dist'],
    ['rm -rf dist/*'],
    ['rm -rf /tmp/x'],
    ['rm -rf "$X"'],
    ['rm *.log'],
    ['rm -rf ~/.cache/x'],
  ])('not %j', (code) => {
    expect(verdict(code, { allow: ['Bash(*)'] })).toBe('allow');
  });
});

describe('modes', () => {
  it.each([
    ['mkdir -p a/b', 'allow'],
    ['rm -rf a', 'allow'],
    ['cp a b', 'allow'],
    ['sed -i s/a/b/ f', 'allow'],
    ['echo x > f', 'allow'],
    ['mkdir a && cd a && touch b', 'allow'],
    ['cp /etc/passwd b', 'ask'],
    ['mv a /tmp', 'ask'],
    ['sed -i s/a/b/e f', 'ask'],
    ['sed -i "w x" f', 'ask'],
    ['mkdir $X', 'ask'],
    ['echo x > ../f', 'ask'],
    ['cd ..; touch x', 'ask'],
    ['cd x; echo y > ../f', 'ask'],
    ['c\\d .claude; echo {} > settings.json', 'ask'],
    ['builtin command cd .claude; echo {} > settings.json', 'ask'],
    ['f() { c\\d .claude; }; f; echo {} > settings.json', 'ask'],
    ['f() { echo {} > settings.json; }; c\\d .claude; f', 'ask'],
    ['for i in 1 2; do echo {} > settings.json; c\\d .claude; done', 'ask'],
    ['for i in 1 2; do echo {} > settings.json; done', 'allow'],
    ['(cd .claude); echo {} > settings.json', 'allow'],
    ['cd x || cd .claude; touch settings.json', 'ask'],
    ['echo x > .mcp.json', 'ask'],
    ['touch .GIT/x', 'ask'],
    ['cd .claude && echo {} > settings.json', 'ask'],
    ['xargs rm', 'ask'],
    ['chmod +x f', 'ask'],
    ['npm test', 'ask'],
  ] as const)('acceptEdits: %j is %s', (code, expected) => {
    expect(verdict(code, { mode: 'acceptEdits' })).toBe(expected);
  });

  it('plan: rules allow commands, nothing is written', () => {
    const rules: RuleTexts = { mode: 'plan', allow: ['Bash(npm test)', 'Edit'] };
    expect(verdict('npm test', rules)).toBe('allow');
    expect(verdict('echo x > f', rules)).toBe('ask');
    expect(verdict('curl x', rules)).toBe('ask');
  });

  it('bypassPermissions: deny and ask rules still hold, what cannot be read asks only when there are some', () => {
    const rules: RuleTexts = { mode: 'bypassPermissions', deny: ['Bash(rm *)'], ask: ['Bash(git push *)'] };
    expect(
      ['curl x', 'rm x', 'git push', 'echo "', 'echo x > .bashrc', '$X'].map((code) => verdict(code, rules)),
    ).toEqual(['allow', 'deny', 'ask', 'ask', 'allow', 'allow']);
    expect(verdict('echo "', { mode: 'bypassPermissions' })).toBe('allow');
    expect(verdict(`ls ${'a'.repeat(60_000)}`, { mode: 'bypassPermissions' })).toBe('allow');
  });

  it('auto: what nothing speaks about is left to others, rules and removals are not', () => {
    const rules: RuleTexts = { mode: 'auto', ask: ['Bash(git push *)'] };
    expect(judge('curl x', rules)).toMatchObject({ verdict: 'ask', isUnmatched: true });
    expect(judge('git push', rules).isUnmatched).toBeUndefined();
    expect(judge('rm -rf ~', rules).isUnmatched).toBeUndefined();
  });
});

describe('the sandbox', () => {
  const rules: RuleTexts = {
    sandboxed: true,
    excludedCommands: ['docker *'],
    deny: ['Bash(rm *)'],
    ask: ['Bash(git *)', 'Bash'],
  };
  it.each([
    ['npm test', 'allow', true],
    ['$X', 'allow', true],
    ['echo x > /etc/x', 'allow', true],
    ['docker ps; ls', 'allow', true],
    ['sudo docker ps', 'allow', true],
    ['FOO=1 docker ps', 'allow', true],
    ['docker ps $(ls)', 'allow', true],
    ['docker ps | $X', 'allow', true],
    ['rm x', 'deny', undefined],
    ['git push', 'ask', true],
    ['echo "', 'ask', true],
  ] as const)('holds %j: %s', (code, expected, isSandboxed) => {
    const judgement = judge(code, rules);
    expect(judgement.verdict).toBe(expected);
    expect(judgement.isSandboxed).toBe(isSandboxed);
  });

  it('is left only when every command is excluded, and then the normal rules hold', () => {
    expect(judge('docker ps && docker images', rules)).toMatchObject({ verdict: 'ask', leavesSandbox: true });
    const allowed: RuleTexts = { ...rules, ask: [], allow: ['Bash(docker *)'] };
    expect(judge('docker ps', allowed)).toMatchObject({ verdict: 'allow', leavesSandbox: true });
  });

  it('does not silence a bare ask rule in plan mode, nor anything when it is not there', () => {
    expect(verdict('npm test', { sandboxed: true, ask: ['Bash'], mode: 'plan' })).toBe('ask');
    expect(verdict('npm test', { sandboxed: true }, { isConfined: false })).toBe('ask');
  });
});

it('code for another kind of shell is denied where a rule sees it, else asked about', () => {
  const rules: RuleTexts = { allow: ['Bash'], deny: ['Bash(rm *)'] };
  expect(verdict('rm x', rules, { isOtherShell: true })).toBe('deny');
  expect(verdict('ls', rules, { isOtherShell: true })).toBe('ask');
  expect(verdict('ls', { mode: 'bypassPermissions' }, { isOtherShell: true })).toBe('allow');
});

it.each([
  'git status @(rm x)',
  'git status; ri x',
  'git status | % { del x }',
  'git log `\nrm x',
  'git status & del x',
  'git status --% & del x',
  'git status {rm x}',
  "git status '$(rm x)'",
  'git status #>\nrm x',
  'git status ^\n& del x',
])('a line of PowerShell or cmd is never taken for the allowed command that bash would see: %j', (code) => {
  const rules: RuleTexts = { allow: ['Bash(git status *)', 'Bash(git log *)', 'Bash(git status)'] };
  expect(verdict(code, rules, { isOtherShell: true })).toBe('ask');
});

it('rules that could not be read let nothing through silently', () => {
  const policy = { ...policyOf({ allow: ['Bash'] }), problems: ['/w/proj/.claude/settings.json: no JSON'] };
  const judgement = judgeShell('ls', policy, PLACE);
  expect(judgement.verdict).toBe('ask');
  expect(judgement.reason).toContain('settings.json');
});

it.each([
  ['nested substitutions', `echo ${'$('.repeat(3_000)}rm x${')'.repeat(3_000)}`],
  ['nested groups', `${'{ '.repeat(3_000)}rm x${'; }'.repeat(3_000)}`],
  ['nested quotes', `echo ${'"$('.repeat(2_000)}rm x${')"'.repeat(2_000)}`],
  ['nested braces', `echo ${'{a,'.repeat(3_000)}`],
  ['many braces', `echo ${'{a,b}'.repeat(1_900)}`],
  ['many wrappers', `${'nice '.repeat(1_900)}rm x`],
  ['many scripts', `${'eval '.repeat(1_900)}rm x`],
  ['many stars', `ls ${'*a'.repeat(4_900)}`],
  ['many commands', 'ls;'.repeat(3_300)],
  ['nested shells', `${"sh -c '".repeat(30)}rm x`],
])('%s end soon and are never allowed by mistake', (_, code) => {
  const from = performance.now();
  const judgement = judge(code, { deny: ['Bash(rm *)', 'Read(**/*.key)'], allow: ['Bash(nice *)'] });
  if (code.includes('rm x')) expect(judgement.verdict).not.toBe('allow');
  expect(performance.now() - from).toBeLessThan(5_000);
});

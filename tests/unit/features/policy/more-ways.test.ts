import { describe, expect, it } from 'vitest';
import { judgeShell } from '#features/policy/judge-shell.ts';
import { PLACE, policyOf, type RuleTexts } from './policies.ts';

const verdict = (code: string, rules: RuleTexts) =>
  judgeShell(code, policyOf(rules), PLACE, { platform: 'linux', isConfined: false }).verdict;

describe('a denied command is seen in what runs it', () => {
  it.each([
    // programs that start others
    'tsocks rm x',
    'runcon t rm x',
    'capsh -- -c "rm x"',
    'capsh --print -- -c "rm x"',
    'sg grp -c "rm x"',
    'sg grp "rm x"',
    'runuser u -c "rm x"',
    'start-stop-daemon --start --exec /bin/rm -- x',
    'start-stop-daemon -S -x /bin/rm -- x',
    'daemonize /bin/rm x',
    'chpst -u u rm x',
    's6-setuidgid u rm x',
    'screen -dmS n rm x',
    'tmux new-session -d "rm x"',
    'tmux neww -t a rm x',
    'tmux send-keys -t a "rm x" Enter',
    'jobs -x rm x',
    'uv run rm x',
    'uv run --with a rm x',
    'poetry run rm x',
    'bundle exec rm x',
    'mise exec -- rm x',
    'direnv exec . rm x',
    'conda run -n e rm x',
    'nix develop -c rm x',
    'nix develop .#a --command rm x',
    'cross-env A=1 rm x',
    'dotenv -f a -- rm x',
    // options that hold a command line
    'tar --checkpoint-action=exec="rm x" -cf a b',
    'tar -I "rm x" -cf a b',
    'tar --to-command="rm x" -xf a',
    'rsync -e "rm x" a b',
    'ssh -o ProxyCommand="rm x" h',
    'ssh -oProxyCommand="rm x" h',
    'scp -o "LocalCommand rm x" a b:',
    'man -P "rm x" ls',
    'zip -TT "rm x" a b',
    'split --filter="rm x" f',
    'sort --compress-program="rm" f; sort --compress-program="rm x" f',
    'rg --pre "rm x" a',
    'ncat --sh-exec "rm x" h',
    'socat - SYSTEM:"rm x"',
    'mapfile -C "rm x" a',
    'nix-shell --run "rm x"',
    'npx -c "rm x"',
    'npm exec -c "rm x"',
    // settings and variables that hold one
    'git -c core.pager="rm x" log',
    'git -c core.sshCommand="rm x" fetch',
    'git -c diff.a.textconv="rm x" diff',
    'git -c credential.helper="!rm x" fetch',
    'git config --global core.editor "rm x"',
    'git config alias.z "!rm x"',
    'git grep -O"rm x" a',
    'git difftool --extcmd="rm x"',
    'GIT_PAGER="rm x" git log',
    "GIT_SSH_COMMAND='rm x' git fetch",
    'EDITOR="rm x" git commit',
    'LESSOPEN="|rm x" less a',
  ])('%s', (code) => {
    expect(verdict(code, { deny: ['Bash(rm *)'], allow: ['Bash(*)'] })).toBe('deny');
    expect(verdict(code, {})).not.toBe('allow');
  });

  it.each([
    'git -c alias.z="log --oneline" z',
    'uv pip install rm',
    'poetry add rm',
    'nix build rm',
    'tmux ls',
    'ssh -o User=rm h',
    'tar -C rm -cf a b',
    'PAGER=cat git log',
  ])('not in %s', (code) => {
    expect(verdict(code, { deny: ['Bash(rm *)'], allow: ['Bash(*)'] })).not.toBe('deny');
  });
});

describe('a file that may not be read is seen', () => {
  const rules = { deny: ['Read(.env)'], allow: ['Bash(*)'] };

  it.each([
    'alias c="cat .env"; c',
    "alias c='cat .env'",
    'csplit .env 1',
    'lp .env',
    'wall .env',
    'logger -f .env',
    'mail -a .env u',
    'psql -f .env',
    'sqlite3 .env',
    'make -f .env',
    'git stash -- .env',
    'docker cp .env c:/',
    'docker run --env-file .env x',
    'docker run --env-file=.env x',
    'docker run -v $PWD/.env:/x y',
    'docker run --mount type=bind,source=.env,target=/x y',
    'docker build --secret id=x,src=.env .',
    'deno run --env-file=.env x',
    'bun --env-file=.env x',
    'dotenv -f .env run x',
    'kubectl create secret generic x --from-env-file=.env',
    'http POST h f@.env',
    'socat - FILE:.env,rdonly',
  ])('%s: deny', (code) => {
    expect(verdict(code, rules)).toBe('deny');
  });

  it.each([
    'echo .env | xargs cat',
    'printf ".env" | xargs -n1 head',
    'find . -name .env | xargs cat',
    'find . -name .env -exec cat {} \\;',
    'find . -name .env -exec sh -c \'cat "$1"\' _ {} \\;',
    'fd .env -x cat',
    'grep -r KEY',
    'grep -rn KEY',
  ])('%s: ask, since what is handed on shows when it runs', (code) => {
    expect(verdict(code, rules)).toBe('ask');
  });

  it.each([
    'find . -name a.ts | xargs cat',
    'find src -type f -exec grep -l foo {} +',
    'grep KEY < a',
    'docker run -v $PWD/a:/x y',
    'docker compose -f a.yml up',
    'alias c="cat a"',
    'echo .env > .gitignore',
  ])('%s: allow', (code) => {
    expect(verdict(code, rules)).toBe('allow');
  });
});

describe('a process substitution is no file', () => {
  it.each(['diff <(ls a) <(ls b)', 'cat <(git log)', 'wc -l <(cat a) <(cat b)'])('%s: allow', (code) => {
    expect(verdict(code, {})).toBe('allow');
  });

  it.each(['diff <(id) a', 'bash <(ls)', 'cat <(ls)/../x', 'source <(ls)', 'cat <(cat /etc/passwd)'])(
    '%s: ask',
    (code) => {
      expect(verdict(code, {})).toBe('ask');
    },
  );
});

import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { CANARY, canConfine, startConfined } from '../../helpers/product/confined-place.ts';
import { isAlive, processesWith, waitFor } from '../../helpers/product/processes.ts';

/** Everything below a folder, with contents, to see whether anything changed. */
function treeOf(...folders: readonly string[]): Readonly<Record<string, string>> {
  try {
    return tree(folders);
  } catch (thrown) {
    // What only keeps a name absent goes a moment after the answer.
    if ((thrown as NodeJS.ErrnoException).code !== 'ENOENT') throw thrown;
    return treeOf(...folders);
  }
}

function tree(folders: readonly string[]): Readonly<Record<string, string>> {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()),
  );
  return Object.fromEntries(
    files.map((entry) => [
      join(entry.parentPath, entry.name),
      readFileSync(join(entry.parentPath, entry.name), 'latin1'),
    ]),
  );
}

const namesIn = (folder: string): readonly string[] => readdirSync(folder).sort();

describe.skipIf(!canConfine)('reads', () => {
  it('fail outside the project, by name, link, copy and process', async () => {
    const { shell, place } = await startConfined();
    for (const code of [
      'cat ~/.ssh/id_ed25519',
      'cat ~/.aws/credentials',
      'cat ~/.config/gcloud/*',
      'cat ~/.claude/.credentials.json',
      'cat ~/.netrc ~/.kube/config',
      'cat ~/notes.txt',
      'cat ../neighbour/file.txt',
      'ln -s ~/.ssh/id_ed25519 link && cat link',
      'ln -s ../neighbour dir && cat dir/file.txt',
      'ln ~/.ssh/id_ed25519 hard && cat hard',
      'cp -r ~/. copy && cat copy/.netrc',
      'cat /proc/1/root/$HOME/.netrc',
      'cat /proc/self/root/$HOME/.netrc /proc/*/cwd/../home/.netrc',
      'find ~ -type f | grep .',
      `cat ${place.data}/projects/*/plimsoll.db`,
      `ls ${place.data}/projects`,
      'cat /etc/shadow',
    ]) {
      const { text, data } = await shell(code);
      expect(text, code).not.toContain(CANARY);
      expect(data.exit_code, code).not.toBe(0);
      expect(data.confinement).toBe('bwrap');
    }
  });

  it('fails on what is hidden inside a folder that is shown', async () => {
    const { shell, place } = await startConfined({ host: { filesystem: { allowRead: ['~/'] } } });
    expect((await shell('cat ~/notes.txt')).text).toContain(CANARY);
    for (const name of ['.ssh/id_ed25519', '.aws/credentials', '.claude/.credentials.json', '.netrc']) {
      const { text, data } = await shell(`cat ~/${name}`);
      expect(data.exit_code, name).not.toBe(0);
      expect(text).not.toContain(CANARY);
    }
    expect(existsSync(join(place.home, '.ssh/id_ed25519'))).toBe(true);
  });

  it('reads the project and what programs need', async () => {
    const { shell } = await startConfined();
    expect(
      (await shell('cat inside.txt; git status --short >/dev/null && echo git; ls /usr/bin | head -1')).text,
    ).toMatch(/inside.*git/s);
  });
});

describe.skipIf(!canConfine)('writes', () => {
  const protectedNames = [
    '.claude/settings.json',
    '.claude/settings.local.json',
    '.claude/hooks/x.sh',
    '.mcp.json',
    '.vscode/tasks.json',
    '.idea/workspace.xml',
    '.envrc',
    '.husky/pre-commit',
    '.npmrc',
    '.cargo/config.toml',
    '.devcontainer/devcontainer.json',
    '.bashrc',
    '.zshrc',
    '.profile',
    '.git/hooks/pre-commit',
    '.git/config',
  ];

  it('cannot make what runs code later', async () => {
    const { shell, place } = await startConfined();
    const before = treeOf(place.project);
    const listed = namesIn(place.project);
    for (const name of protectedNames) {
      const { data } = await shell(`mkdir -p "$(dirname ${name})"; echo x >> ${name}`);
      expect(data).toMatchObject({ confinement: 'bwrap', verdict: 'allow' });
      expect(data.exit_code, name).not.toBe(0);
      const changed = Object.entries(treeOf(place.project)).filter(([file, text]) => before[file] !== text);
      expect(changed).toEqual([]);
      await waitFor('it is clean', () => namesIn(place.project).join() === listed.join(), 2_000);
    }
  });

  it('cannot put something else in the place of a link that has such a name', async () => {
    const { shell, place } = await startConfined();
    const [folder, file] = [join(place.project, 'shared'), join(place.project, 'shared.json')];
    mkdirSync(folder);
    writeFileSync(join(folder, 'settings.json'), 'before');
    writeFileSync(file, '{"sandbox":{"mode":"on"}}');
    const links = { '.vscode': 'shared', '.mcp.json': 'shared.json', '.plimsoll.json': 'shared.json' };
    for (const [name, target] of Object.entries(links)) {
      rmSync(join(place.project, name), { recursive: true, force: true });
      symlinkSync(target, join(place.project, name));
    }
    const code = [
      'rm .vscode .mcp.json; mkdir .vscode; echo evil > .vscode/settings.json; echo evil > .mcp.json',
      'mv .plimsoll.json away; ln -s elsewhere .plimsoll.json',
      'echo evil >> shared/settings.json; echo evil >> shared.json',
    ].join('\n');
    const { text } = await shell(code);
    for (const [name, target] of Object.entries(links)) {
      expect(readlinkSync(join(place.project, name)), name).toBe(target);
      expect(text).toMatch(new RegExp(`put back.*${name.replaceAll('.', '\\.')}`));
    }
    expect(readFileSync(join(place.project, '.vscode/settings.json'), 'utf8')).toBe('before');
    expect(readFileSync(file, 'utf8')).toBe('{"sandbox":{"mode":"on"}}');
    expect((await shell('echo fine')).text).not.toContain('put back');
  });

  it('cannot change, move or remove it where it is there', async () => {
    const { shell, place } = await startConfined();
    for (const name of [...protectedNames, '.zlogin']) {
      mkdirSync(join(place.project, name, '..'), { recursive: true });
      writeFileSync(join(place.project, name), 'before');
    }
    for (const name of [...protectedNames, '.zlogin']) {
      const top = name.split('/')[0];
      await shell(
        `echo x >> ${name}; rm -rf ${name} ${top}; mv ${top} moved; rm -f ${name}; mkdir -p "$(dirname ${name})"; echo y > ${name}`,
      );
      expect(readFileSync(join(place.project, name), 'utf8'), name).toBe('before');
    }
  });

  const outside = [
    'echo x > ../outside',
    'echo x > ../neighbour/file.txt',
    'echo x >> ~/.bashrc',
    'echo x > ~/.profile',
    'mkdir -p ~/.config/autostart && echo x > ~/.config/autostart/a.desktop',
    'ln -s .. up && echo x > up/outside',
    'ln -s ~ h && echo x > h/.profile',
    'cd .. && touch beside',
    'echo x > /etc/cron.d/x',
    'touch /usr/local/bin/x',
    'mv .git ../stolen',
  ];
  it('fail outside the project', async () => {
    const { shell, place } = await startConfined();
    const others = [place.home, join(place.root, 'neighbour'), place.temp];
    const [before, names] = [treeOf(...others), namesIn(place.root)];
    for (const code of outside) expect((await shell(code)).data.exit_code, code).not.toBe(0);
    expect(treeOf(...others)).toEqual(before);
    expect(namesIn(place.root).filter((name) => name !== 'data')).toEqual(
      names.filter((name) => name !== 'data'),
    );
  });

  it('cannot move the git folder away from around its hooks', async () => {
    const { shell, place } = await startConfined();
    await shell(
      'mv .git g; mkdir -p .git/hooks; cp -r g/* .git/; echo x > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit',
    );
    expect(existsSync(join(place.project, '.git/hooks/pre-commit'))).toBe(false);
  });

  it('cannot plant hooks in a repository inside the project, or in a submodule', async () => {
    const { shell, place } = await startConfined();
    spawnSync('git', ['init', '-q', join(place.project, 'a/b')], { env: place.env });
    mkdirSync(join(place.project, '.git/modules/m/hooks'), { recursive: true });
    writeFileSync(join(place.project, '.git/modules/m/HEAD'), 'ref: refs/heads/main\n');
    for (const hooks of ['a/b/.git/hooks', '.git/modules/m/hooks']) {
      expect((await shell(`echo x > ${hooks}/post-checkout`)).data.exit_code).not.toBe(0);
      expect(existsSync(join(place.project, hooks, 'post-checkout'))).toBe(false);
    }
  });

  it('reports hooks of a repository that the run itself made', async () => {
    const { shell } = await startConfined({ isRepository: false });
    const planted = await shell('mkdir -p sub && git init -q sub && echo x > sub/.git/hooks/post-merge');
    expect(planted.text).toContain(
      '[this run made or changed what git runs later: sub/.git/hooks/post-merge]',
    );
    const settings = await shell('git init -q . && git config core.hooksPath ../evil');
    expect(settings.text).toContain('.git/config');
    const plain = await shell('git init -q other');
    expect(plain.text).not.toContain('git runs later');
  });

  it('works in the project as ever', async () => {
    const { shell, place } = await startConfined();
    const { data } = await shell(
      'mkdir -p out/a && echo x > out/a/b && echo y > "$TMPDIR/t" && echo z > /tmp/t && git add -A && git -c user.name=a -c user.email=a@b commit -qm x && git checkout -q -b other',
    );
    expect(data.exit_code).toBe(0);
    expect(readFileSync(join(place.project, 'out/a/b'), 'utf8')).toBe('x\n');
    const { stdout } = spawnSync('git', ['show', '--stat', '--format='], {
      cwd: place.project,
      env: place.env,
      encoding: 'utf8',
    });
    expect(stdout.split('\n').filter((line) => line.includes('|')).length).toBe(2);
  });
});

describe.skipIf(!canConfine)('network and sockets', () => {
  let port = 0;
  let reached = 0;
  beforeAll(async () => {
    const listener = createServer((socket) => {
      reached += 1;
      socket.end('HTTP/1.0 200 OK\r\n\r\nreached');
    });
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    port = (listener.address() as { port: number }).port;
    return () => void listener.close();
  });

  it('fail, to every address', async () => {
    const { shell } = await startConfined();
    for (const code of [
      'curl -s -m2 http://127.0.0.1:$PORT',
      'curl -s -m2 http://169.254.169.254/latest/meta-data/',
      'env -u HTTP_PROXY curl --noproxy "*" -s -m2 http://1.1.1.1/',
      'getent ahosts example.com',
      'exec 3<>/dev/tcp/127.0.0.1/$PORT',
      'exec 3<>/dev/udp/1.1.1.1/53 && echo x >&3',
    ]) {
      const { data, text } = await shell(code.replace('$PORT', String(port)));
      expect(data.exit_code, code).not.toBe(0);
      expect(text).not.toContain('reached');
      expect(reached).toBe(0);
    }
  });

  const connect = (address: string): string =>
    `require('net').connect(${JSON.stringify(address)}).on('connect', () => console.log('rea' + 'ched')).on('error', (e) => { console.log(e.code); process.exit(3); });`;

  it('cannot open a local socket, by path or without one', async () => {
    const { place, server } = await startConfined();
    const path = join(place.project, 's');
    const listener = createServer((socket) => socket.end()).listen(path);
    onTestFinished(() => void listener.close());
    for (const address of [path, '\0abstract', '/var/run/docker.sock']) {
      const { text, data } = await server.call('ctx_execute', {
        language: 'javascript',
        code: connect(address),
      });
      expect(text).not.toContain('reached');
      expect(data.exit_code).toBe(3);
    }
  });

  it('leaves processes their pipes, and a loopback of their own', async () => {
    const { server } = await startConfined();
    const code = `
      console.log(require('child_process').execFileSync('echo', ['piped']).toString());
      const s = require('net').createServer((c) => c.end('own')).listen(0, '127.0.0.1', () =>
        require('net').connect(s.address().port, '127.0.0.1').on('data', (d) => { console.log(String(d)); s.close(); }));`;
    expect((await server.call('ctx_execute', { language: 'javascript', code })).text).toMatch(
      /piped[\s\S]*own/,
    );
  });
});

describe.skipIf(!canConfine)('processes', () => {
  it('cannot see, end, read or trace the server', async () => {
    const { shell, server } = await startConfined({ env: { MY_SECRET_THING: CANARY } });
    for (const code of [
      `kill -9 ${server.pid}`,
      'kill -9 $PPID; kill -9 -1; false',
      `cat /proc/${server.pid}/environ`,
      `cat /proc/${server.pid}/cmdline`,
      `tail -c 10 /proc/${server.pid}/mem`,
    ]) {
      const { text, data } = await shell(code);
      expect(data.exit_code, code).not.toBe(0);
      expect(text).not.toContain(CANARY);
    }
    const { text } = await shell('cat /proc/[0-9]*/cmdline | tr "\\0" " "');
    expect(text).not.toContain('server.mjs');
    expect(isAlive(server.pid)).toBe(true);
  });

  it('cannot make namespaces or mounts', async () => {
    const { shell } = await startConfined();
    for (const code of [
      'unshare -r true',
      'unshare -Urm mount -t tmpfs none /mnt',
      'bwrap --ro-bind / / true',
      'mount -t tmpfs none /tmp',
      'umount .claude',
      'chmod 755 .claude && echo x > .claude/settings.json && umount .claude',
    ])
      expect((await shell(code)).data.exit_code, code).not.toBe(0);
  });

  it('ends everything that a run leaves, by itself', async () => {
    const { shell } = await startConfined();
    await shell('(setsid sleep 98761 &) ; exit');
    await shell('nohup setsid env -i sleep 98761 >/dev/null 2>&1 & disown');
    await waitFor('no survivor', () => processesWith('sleep 98761').length === 0, 2_000);
  });

  it('ends with the time-out, and with a server that is killed', async () => {
    const { shell, server } = await startConfined();
    const { data } = await shell('trap "" TERM; sleep 98762 & sleep 98762; sleep 98762', {
      timeout_ms: 1_000,
    });
    expect(data.timed_out).toBe(true);
    expect(processesWith('sleep 98762')).toEqual([]);
    void shell('setsid sleep 98763').catch(() => undefined);
    await waitFor('it runs', () => processesWith('sleep 98763').length > 0, 3_000);
    await server.kill();
    await waitFor('no survivor', () => processesWith('sleep 98763').length === 0, 3_000);
  });

  it('has no descriptors of ours, a closed stdin, no secrets in its environment, its own shared memory', async () => {
    const { shell } = await startConfined({
      env: {
        GITHUB_TOKEN: CANARY,
        AWS_SECRET_ACCESS_KEY: CANARY,
        DB_PASSWORD: CANARY,
        OTHER: CANARY,
        DATABASE_URL: `postgres://u:${CANARY}@h/d`,
      },
    });
    expect((await shell('ls /proc/self/fd | tr "\\n" " "')).text).toMatch(/\n0 1 2 3 ?$/);
    expect((await shell('read x; echo "got $?"')).text).toContain('got 1');
    expect((await shell('env')).text).not.toContain(CANARY);
    expect((await shell('env | grep -iE "token|secret|key"')).data.exit_code).toBe(1);
    expect((await shell('echo x > /dev/shm/plimsoll-y && ls /dev/shm')).text).toContain('plimsoll-y');
    expect(existsSync('/dev/shm/plimsoll-y')).toBe(false);
  });

  it('cannot write a file without end, or become processes without end', async () => {
    const { shell, place, server } = await startConfined();
    const file = await shell('dd if=/dev/zero of=big bs=1M seek=1023 count=3 2>/dev/null');
    expect(file.data.exit_code).toBe(153);
    expect(file.text).toContain('a file reached 1.0 GB');
    expect(readdirSync(place.project)).toContain('big');
    const bomb = await shell(':(){ :|:& };:\nsleep 9', { timeout_ms: 2_000 });
    expect(bomb.data.confinement).toBe('bwrap');
    expect((await server.call('ctx_stats')).isError).toBe(false);
  });

  it('is cut where its output is too long', async () => {
    const { shell } = await startConfined();
    const { data } = await shell('yes');
    expect(data).toMatchObject({ output_limit: true, confinement: 'bwrap' });
  });
});

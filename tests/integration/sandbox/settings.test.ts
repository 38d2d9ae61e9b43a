import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CANARY, canConfine, confinedPlace, startConfined } from '../../helpers/product/confined-place.ts';
import { startServer } from '../../helpers/product/line-client.ts';
import { makePlace, type Place, UNASKED, writeSettings } from '../../helpers/product/places.ts';

/** A PATH with the shell and nothing else of this machine. */
function withoutBubblewrap(place: Place): Readonly<Record<string, string>> {
  const folder = join(place.root, 'bin');
  mkdirSync(folder);
  for (const name of ['bash', 'sh', 'cat', 'touch']) symlinkSync(`/bin/${name}`, join(folder, name));
  return { PATH: folder };
}

const run = { language: 'shell', code: 'touch ran' };
const hasRun = (place: Place): boolean => existsSync(join(place.project, 'ran'));

describe('where nobody asks for it', () => {
  it('confines nothing, and says so once', async () => {
    const place = makePlace();
    const server = await startServer(place);
    const missing = { language: 'shell', code: 'touch ran', cwd: 'nowhere' };
    expect((await server.call('ctx_execute', missing)).isError).toBe(true);
    const { text, data } = await server.call('ctx_execute', run);
    expect(data.confinement).toBe('none');
    expect(text).toMatch(/^\[exit 0, \d+ ms, 0 B \(No OS confinement; permission rules only\)\]$/m);
    expect(hasRun(place)).toBe(true);
    const next = await server.call('ctx_batch_execute', { commands: ['true'] });
    expect(next.data.confinement).toBe('none');
    expect(next.text).not.toContain('confine');
  });

  it.each([
    ['ctx_batch_execute', { commands: ['echo one', 'echo two'], concurrency: 2 }],
    ['ctx_execute_file', { path: 'a.txt', language: 'shell', code: 'true' }],
    ['ctx_execute', { language: 'shell', code: 'true', background: true }],
  ])('with whatever runs first: %s', async (tool, args) => {
    const place = makePlace();
    writeFileSync(join(place.project, 'a.txt'), '');
    const server = await startServer(place);
    const { text } = await server.call(tool, args);
    expect(text.match(/No OS confinement; permission rules only/g)).toHaveLength(1);
  });
});

describe.skipIf(process.platform === 'win32')('where bubblewrap is missing', () => {
  it('asks, and runs nothing, when the host wants confinement', async () => {
    const place = confinedPlace();
    const server = await startServer(place, { env: withoutBubblewrap(place) });
    const answer = await server.call('ctx_execute', run);
    expect(answer).toMatchObject({ isError: true, data: { verdict: 'ask', error: 'PERMISSION_NEEDED' } });
    expect(answer.text).toContain('bubblewrap is missing: this would run without confinement. Allow once?');
    expect(hasRun(place)).toBe(false);
  });

  it.each([{ failIfUnavailable: true }, { allowUnsandboxedCommands: false }])(
    'refuses when the host says %o',
    async (host) => {
      const place = confinedPlace({ host });
      const server = await startServer(place, { env: withoutBubblewrap(place) });
      for (const [tool, args] of [
        ['ctx_execute', run],
        ['ctx_execute', { ...run, background: true }],
        ['ctx_batch_execute', { commands: ['touch ran'] }],
        ['ctx_execute_file', { path: 'inside.txt', ...run }],
      ] as const) {
        const answer = await server.call(tool, args);
        expect(answer).toMatchObject({ isError: true, data: { verdict: 'deny' } });
        expect(answer.text).toContain('Not run: confinement is required and bubblewrap is missing.');
      }
      expect(hasRun(place)).toBe(false);
    },
  );

  it('refuses when the user switched it on, by file or variable', async () => {
    const place = makePlace();
    const env = withoutBubblewrap(place);
    const byVariable = await startServer(place, { env: { ...env, PLIMSOLL_SANDBOX_MODE: 'on' } });
    const refused =
      "Not run: confinement is required and bubblewrap is missing. Install it with your package manager, or set plimsoll's sandbox to off.";
    expect((await byVariable.call('ctx_execute', run)).text).toBe(refused);
    mkdirSync(place.data, { recursive: true });
    writeFileSync(join(place.data, 'config.json'), '{"sandbox":{"mode":"on"}}');
    const byFile = await startServer(place, { env: { ...env, PLIMSOLL_SANDBOX_MODE: 'off' } });
    expect((await byFile.call('ctx_execute', run)).text).toBe(refused);
    expect(hasRun(place)).toBe(false);
  });

  it('lets a project tighten, and never loosen', async () => {
    const tight = makePlace();
    writeFileSync(join(tight.project, '.plimsoll.json'), '{"sandbox":{"mode":"on"}}');
    const one = await startServer(tight, { env: withoutBubblewrap(tight) });
    expect((await one.call('ctx_execute', run)).data.verdict).toBe('deny');
    const loose = confinedPlace();
    writeFileSync(join(loose.project, '.plimsoll.json'), '{"sandbox":{"mode":"off"}}');
    const two = await startServer(loose, {
      env: { ...withoutBubblewrap(loose), PLIMSOLL_SANDBOX_MODE: 'off' },
    });
    expect((await two.call('ctx_execute', run)).data.verdict).toBe('ask');
    expect(hasRun(tight) || hasRun(loose)).toBe(false);
  });

  it('never takes a bubblewrap that lies in the project', async () => {
    const place = confinedPlace({ host: { failIfUnavailable: true } });
    const { PATH } = withoutBubblewrap(place);
    mkdirSync(join(place.project, 'bin'));
    writeFileSync(join(place.project, 'bin/bwrap'), '#!/bin/sh\ntouch ran\n', { mode: 0o755 });
    const server = await startServer(place, { env: { PATH: `${place.project}/bin:${PATH}` } });
    expect((await server.call('ctx_execute', run)).data.verdict).toBe('deny');
    expect(hasRun(place)).toBe(false);
  });

  it.each(['{"sandbox":{"mode":"yes"}}', '{"sandbox":{"modus":"on"}}', '{"sandbox":', '[]'])(
    'runs nothing while the configuration cannot be understood: %s',
    async (text) => {
      const place = makePlace();
      mkdirSync(place.data, { recursive: true });
      writeFileSync(join(place.data, 'config.json'), text);
      const server = await startServer(place);
      const answer = await server.call('ctx_execute', run);
      expect(answer).toMatchObject({ isError: true, data: { error: 'ARGUMENT_INVALID' } });
      expect(hasRun(place)).toBe(false);
    },
  );
});

describe.skipIf(!canConfine)('where it is there', () => {
  it('takes a bubblewrap that lets everything through for none', async () => {
    const place = confinedPlace({ host: { failIfUnavailable: true } });
    const folder = join(place.root, 'bin');
    mkdirSync(folder);
    writeFileSync(
      join(folder, 'bwrap'),
      '#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done; shift; exec "$@"\n',
      { mode: 0o755 },
    );
    const server = await startServer(place, { env: { PATH: `${folder}:${process.env.PATH}` } });
    const answer = await server.call('ctx_execute', run);
    expect(answer.data.verdict).toBe('deny');
    expect(answer.text).toMatch(/cannot be used \(self-test: confined code /);
    expect(hasRun(place)).toBe(false);
  });

  it('follows the settings of the host while the server runs', async () => {
    const { place, shell } = await startConfined();
    expect((await shell('true')).data.confinement).toBe('bwrap');
    writeSettings(join(place.home, '.claude'), UNASKED);
    expect((await shell('true')).data.confinement).toBe('none');
  });

  it('confines every tool that runs something, and background runs', async () => {
    const { place, server } = await startConfined();
    const code = 'cat ~/notes.txt';
    const batch = await server.call('ctx_batch_execute', { commands: [code, 'true'] });
    expect(batch.data.confinement).toBe('bwrap');
    const file = await server.call('ctx_execute_file', {
      path: 'inside.txt',
      language: 'shell',
      code: `${code}; echo "$FILE_CONTENT"`,
    });
    expect(file.text).toContain('inside');
    const job = await server.call('ctx_execute', {
      language: 'shell',
      code: `${code}; gh auth status`,
      background: true,
    });
    expect(job.data.confinement).toBe('bwrap');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const tail = await server.call('ctx_jobs', { action: 'tail', id: job.data.job });
    for (const { text } of [batch, file, tail]) expect(text).not.toContain(CANARY);
    expect(tail.text).toContain('sandbox.excludedCommands ("gh *")');
    expect(readdirSync(place.project).sort()).toEqual(['.git', 'inside.txt']);
  });

  it('says once what confined code sees', async () => {
    const { shell } = await startConfined({ host: { network: { allowedDomains: ['example.com'] } } });
    const first = await shell('true');
    expect(first.text).toContain('[confined by bubblewrap: writes only in the project');
    expect(first.text).toContain('the network stays off');
    expect((await shell('true')).text).not.toContain('confine');
  });

  it.each([
    ['gh pr list', 'gh'],
    ['cd /tmp && AWS_PROFILE=x aws s3 ls', 'aws'],
    ['kubectl get pods | head; false', 'kubectl'],
    ['docker ps', 'docker'],
    ['npm publish --dry-run; false', 'npm'],
  ])('names what was hidden from %s', async (code, program) => {
    const { shell } = await startConfined();
    const { text } = await shell(`PATH=/nowhere; ${code}`.replace('head', 'cat'));
    expect(text).toMatch(
      new RegExp(`\\[confined: ${program} could not reach .*sandbox.excludedCommands \\("${program} \\*"\\)`),
    );
  });

  it('obeys the lists of the host', async () => {
    const { place, shell } = await startConfined({
      host: {
        filesystem: {
          allowWrite: ['~/w'],
          denyWrite: ['./fixed'],
          denyRead: ['./private', '//etc/hosts'],
          allowRead: ['~/data'],
        },
      },
    });
    for (const folder of ['w', 'data']) {
      mkdirSync(join(place.home, folder));
      writeFileSync(join(place.home, folder, 'f'), 'readable');
    }
    for (const folder of ['fixed', 'private']) {
      mkdirSync(join(place.project, folder));
      writeFileSync(join(place.project, folder, 'f'), CANARY);
    }
    expect((await shell('cat ~/data/f && echo x > ~/w/g')).data.exit_code).toBe(0);
    for (const code of [
      'echo x > ~/data/g',
      'cat private/f',
      'echo x > fixed/g',
      'cat /etc/hosts',
      'rm -rf private/*',
    ])
      expect((await shell(`${code} && [ -z "$(ls private)" ]`)).data.exit_code, code).not.toBe(0);
    expect(existsSync(join(place.project, 'private/f'))).toBe(true);
    expect(existsSync(join(place.home, 'w/g'))).toBe(true);
  });

  it('hands on no variable that the host hides', async () => {
    const { shell } = await startConfined({
      host: { credentials: { envVars: ['AWS_REGION', 'LANG'] } },
      env: { AWS_REGION: CANARY, LANG: 'C.UTF-8', PLIMSOLL_SANDBOX_VARIABLES: 'AWS_*' },
    });
    const { text } = await shell('env');
    expect(text).not.toMatch(/^(AWS_REGION|LANG)=/m);
    expect(text).toMatch(/^PATH=/m);
  });

  it('leaves files alone where the host confines only the network; secrets and our data stay hidden', async () => {
    const { place, shell } = await startConfined({
      host: { filesystem: { disabled: true, denyRead: ['~/private'] } },
    });
    mkdirSync(join(place.home, 'private'));
    writeFileSync(join(place.home, 'private/f'), CANARY);
    writeSettings(join(place.home, '.claude'), {
      permissions: { ...UNASKED.permissions, deny: ['Read(~/denied)'] },
      sandbox: { enabled: true, filesystem: { disabled: true, denyRead: ['~/private'] } },
    });
    writeFileSync(join(place.home, 'denied'), CANARY);
    const first = await shell('cat ../neighbour/file.txt && echo new > ../neighbour/new && git config a.b c');
    expect(first.data).toMatchObject({ confinement: 'bwrap', exit_code: 0 });
    expect(first.text).toContain('no network; files as without it (sandbox.filesystem.disabled)');
    expect(first.text).toContain(CANARY);
    expect(existsSync(join(place.root, 'neighbour/new'))).toBe(true);
    for (const code of [
      'python3 -c "print(open(\'../home/.ssh/id_ed25519\').read())"',
      'f=private/f; head ../home/$f',
      `ls ${place.data}/projects`,
      'n=denied; head ../home/$n',
      'exec 3<>/dev/tcp/127.0.0.1/80',
    ]) {
      const { text, data } = await shell(code);
      expect(data.exit_code, code).not.toBe(0);
      expect(text, code).not.toContain(CANARY);
    }
    expect((await shell('ls /proc | grep -c "^[0-9]"; [ -e /dev/sda ] || echo none')).text).toMatch(
      /\n[1-9]\n/,
    );
  });

  it('keeps files confined where we were asked for it ourselves, or the project says so', async () => {
    const place = confinedPlace({ host: { filesystem: { disabled: true } } });
    const server = await startServer(place, { env: { PLIMSOLL_SANDBOX_MODE: 'on' } });
    writeSettings(join(place.home, '.claude'), {
      ...UNASKED,
      sandbox: { enabled: true, filesystem: { disabled: true } },
    });
    const { text, data } = await server.call('ctx_execute', { ...run, code: 'cat ../neighbour/file.txt' });
    expect(data.confinement).toBe('bwrap');
    expect(text).not.toContain(CANARY);
  });

  it('does not start in a folder that is hidden', async () => {
    const { place, shell } = await startConfined();
    const answer = await shell('pwd', { cwd: place.home });
    expect(answer).toMatchObject({ isError: true, data: { error: 'SANDBOX_OUTSIDE' } });
    mkdirSync(join(place.project, 'sub'));
    expect((await shell('pwd', { cwd: 'sub' })).text).toContain(join(place.project, 'sub'));
  });

  it('shows nothing because a repository links to it', async () => {
    const place = confinedPlace({ isRepository: false });
    symlinkSync(join(place.home, '.ssh'), join(place.project, '.vscode'));
    symlinkSync(join(place.home, '.netrc'), join(place.project, '.npmrc'));
    writeFileSync(join(place.project, '.git'), `gitdir: ${join(place.home, '.ssh')}\n`);
    const server = await startServer(place);
    for (const code of ['cat .vscode/id_ed25519', 'cat .npmrc', `cat ${place.home}/.ssh/id_ed25519`]) {
      const { text, data } = await server.call('ctx_execute', { language: 'shell', code });
      expect(text, code).not.toContain(CANARY);
      expect(data.exit_code).not.toBe(0);
    }
  });
});

describe.skipIf(!canConfine)('what asks for confinement', () => {
  const CODE = 'ls ..';

  it('cannot be taken away by what runs confined', async () => {
    const place = makePlace();
    const file = join(place.project, '.plimsoll.json');
    writeFileSync(file, '{"sandbox":{"mode":"on"}}');
    const server = await startServer(place);
    for (const code of [
      'rm -f .plimsoll.json',
      'echo "{}" > .plimsoll.json',
      'mv .plimsoll.json other.json',
      'echo "{}" > new; mv -f new .plimsoll.json',
      'truncate -s 0 "$PWD/.plimsoll.json"',
      'cd .. && mv "$OLDPWD" elsewhere',
    ]) {
      await server.call('ctx_execute', { language: 'shell', code });
      expect(readFileSync(file, 'utf8'), code).toBe('{"sandbox":{"mode":"on"}}');
      const { data } = await server.call('ctx_execute', { language: 'shell', code: CODE });
      expect(data.confinement, code).toBe('bwrap');
    }
  });

  it.each([
    ['a folder', (file: string) => mkdirSync(file)],
    ['a pipe', (file: string) => execFileSync('mkfifo', [file])],
    ['a link to itself', (file: string) => symlinkSync(file, file)],
  ])('is not passed over where it cannot be read: %s', async (_what, make) => {
    for (const where of ['data', 'project'] as const) {
      const place = makePlace();
      mkdirSync(place.data, { recursive: true, mode: 0o700 });
      make(join(place[where], where === 'data' ? 'config.json' : '.plimsoll.json'));
      const server = await startServer(place);
      const answer = await server.call('ctx_execute', run);
      expect(answer, where).toMatchObject({ isError: true, data: { error: 'FILE_UNREADABLE' } });
      expect(hasRun(place)).toBe(false);
    }
  });

  it('counts behind a byte order mark', async () => {
    const place = makePlace();
    mkdirSync(place.data, { recursive: true, mode: 0o700 });
    writeFileSync(join(place.data, 'config.json'), '\uFEFF{"sandbox":{"mode":"on"}}');
    const server = await startServer(place);
    const { data } = await server.call('ctx_execute', { language: 'shell', code: CODE });
    expect(data.confinement).toBe('bwrap');
  });
});

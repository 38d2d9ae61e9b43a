import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hookedCall, hookVerdict } from '../../helpers/product/hook-calls.ts';
import { type ServerOptions, startServer } from '../../helpers/product/line-client.ts';
import { makeStrictPlace, type Place, writeSettings } from '../../helpers/product/places.ts';

const settingsFolder = ({ home }: Place): string => join(home, '.claude');

/** A server under the user's rules; the file `ran` in the project is what its commands leave behind. */
async function under(permissions: unknown, options: ServerOptions = {}) {
  const place = makeStrictPlace();
  if (permissions !== undefined) writeSettings(settingsFolder(place), { permissions });
  const client = await startServer(place, options);
  const hasRun = (): boolean => existsSync(join(place.project, 'ran'));
  return { place, client, hasRun };
}

const CLAUDE: ServerOptions = { clientName: 'claude-code' };
const shell = (code: string) => ({ language: 'shell', code });

describe('a denied call', () => {
  const deny = { deny: ['Bash(touch *)'], defaultMode: 'bypassPermissions' };

  it.each([
    ['ctx_execute', shell('touch ran')],
    ['ctx_execute', { ...shell('touch ran'), background: true }],
    ['ctx_execute', shell('echo a; touch ran')],
    [
      'ctx_batch_execute',
      {
        commands: [
          { label: 'a', command: 'echo a > ran' },
          { label: 'b', command: 'touch ran' },
        ],
      },
    ],
    ['ctx_execute_file', { path: 'data.txt', ...shell('touch ran') }],
  ])('of %s with %j does not run, and the refusal names rule and file', async (tool, args) => {
    const { place, client, hasRun } = await under(deny);
    writeFileSync(join(place.project, 'data.txt'), 'data');
    const answer = await client.call(tool, args);
    expect(answer.isError).toBe(true);
    expect(answer.text).toContain('Bash(touch *)');
    expect(answer.text).toContain(join(settingsFolder(place), 'settings.json'));
    expect(answer.data).toMatchObject({ verdict: 'deny', error: 'PERMISSION_DENIED', rule: 'Bash(touch *)' });
    expect(answer.data.reason).toContain('Bash(touch *)');
    expect(hasRun()).toBe(false);
  });

  it('is not a matter of asking', async () => {
    let questions = 0;
    const elicit = (): 'accept' => {
      questions += 1;
      return 'accept';
    };
    const { client, hasRun } = await under(deny, { elicit });
    expect((await client.call('ctx_execute', shell('touch ran'))).data.verdict).toBe('deny');
    expect([questions, hasRun()]).toEqual([0, false]);
  });

  it('stays one when the record of a hook is there', async () => {
    const { place, client, hasRun } = await under(deny, CLAUDE);
    const call = { tool: 'ctx_execute', input: shell('touch ran') } as const;
    expect((await hookVerdict(client, place, call)).decision).toBe('deny');
    expect((await hookedCall(client, call)).data.verdict).toBe('deny');
    expect(hasRun()).toBe(false);
  });
});

describe('a call of which nothing is said', () => {
  it('does not run where nobody can be asked, and the refusal says what can be done', async () => {
    const { client, hasRun } = await under(undefined);
    const answer = await client.call('ctx_execute', shell('touch ran'));
    expect(answer.data).toMatchObject({ verdict: 'ask', error: 'PERMISSION_NEEDED' });
    expect(answer.text).toContain('Bash(touch ran)');
    expect([answer.isError, hasRun()]).toEqual([true, false]);
  });

  it('runs when the user says yes in the dialogue, which shows the code', async () => {
    const questions: string[] = [];
    const elicit = (message: string): 'accept' => {
      questions.push(message);
      return 'accept';
    };
    const { client, hasRun } = await under(undefined, { elicit });
    const answer = await client.call('ctx_execute', shell('touch ran'));
    expect(answer.data.verdict).toBe('allow');
    expect(String(answer.data.reason)).toMatch(/agreed/);
    expect(questions).toHaveLength(1);
    expect(questions[0]).toContain('touch ran');
    expect(hasRun()).toBe(true);
    await client.call('ctx_execute', shell('touch ran'));
    expect(questions).toHaveLength(2);
  });

  it.each(['decline', 'cancel'] as const)('does not run when the answer is %s', async (action) => {
    const { client, hasRun } = await under(undefined, { elicit: () => action });
    const answer = await client.call('ctx_execute', shell('touch ran'));
    expect(answer.data.verdict).toBe('ask');
    expect(hasRun()).toBe(false);
  });

  it('shows in the dialogue what cannot be seen', async () => {
    const questions: string[] = [];
    const elicit = (message: string): 'decline' => {
      questions.push(message);
      return 'decline';
    };
    const { client } = await under(undefined, { elicit });
    await client.call('ctx_execute', shell('make \u202E\u200Bx \u001B[8m'));
    expect(questions[0]).toMatch(/\\u\{202e\}\\u\{200b\}x \\u\{1b\}/);
  });

  it('does not run when a rule denies it while the user thinks', async () => {
    const { place, client, hasRun } = await under(undefined, {
      elicit: () => {
        writeSettings(settingsFolder(place), { permissions: { deny: ['Bash(touch *)'] } });
        return 'accept';
      },
    });
    const answer = await client.call('ctx_execute', shell('touch ran'));
    expect(answer.data.verdict).toBe('deny');
    expect(hasRun()).toBe(false);
  });

  it('is denied in mode dontAsk', async () => {
    const { client, hasRun } = await under({ defaultMode: 'dontAsk' }, { elicit: () => 'accept' });
    expect((await client.call('ctx_execute', shell('touch ran'))).data.verdict).toBe('deny');
    expect(hasRun()).toBe(false);
  });

  it('runs in mode bypassPermissions', async () => {
    const { client, hasRun } = await under({ defaultMode: 'bypassPermissions' });
    expect((await client.call('ctx_execute', shell('touch ran'))).data.verdict).toBe('allow');
    expect(hasRun()).toBe(true);
  });

  it('asks for other languages, too', async () => {
    const { client } = await under(undefined);
    const answer = await client.call('ctx_execute', { language: 'javascript', code: 'console.log(1)' });
    expect(answer.data.verdict).toBe('ask');
  });
});

describe('the record of a hook', () => {
  const call = { tool: 'ctx_execute', input: shell('touch ran') } as const;

  it('lets the call run that it was made for, once', async () => {
    const { place, client, hasRun } = await under(undefined, CLAUDE);
    expect((await hookVerdict(client, place, call)).decision).toBe('ask');
    const first = await hookedCall(client, call);
    expect([first.isError, hasRun()]).toEqual([false, true]);
    rmSync(join(place.project, 'ran'));
    expect((await hookedCall(client, call)).data.verdict).toBe('ask');
    expect(hasRun()).toBe(false);
  });

  it.each<[string, object]>([
    ['another code', { input: shell('touch ran more') }],
    ['another tool', { tool: 'ctx_batch_execute', input: { commands: ['touch ran'] } }],
    ['another id', { toolUseId: 'toolu_2' }],
    ['another folder', { input: { ...shell('touch ran'), cwd: '/' } }],
  ])('is not for %s', async (_name, over) => {
    const { place, client, hasRun } = await under(undefined, CLAUDE);
    await hookVerdict(client, place, call);
    expect((await hookedCall(client, { ...call, ...over })).data.verdict).toBe('ask');
    expect(hasRun()).toBe(false);
  });

  it('is of no use to a client that is not the one with hooks', async () => {
    const { place, client, hasRun } = await under(undefined);
    await hookVerdict(client, place, call);
    expect((await hookedCall(client, call)).data.verdict).toBe('ask');
    expect(hasRun()).toBe(false);
  });

  it('carries the mode of the session', async () => {
    const { place, client, hasRun } = await under(undefined, CLAUDE);
    expect(
      (await hookVerdict(client, place, { ...call, mode: 'bypassPermissions' })).decision,
    ).toBeUndefined();
    expect((await hookedCall(client, call)).isError).toBe(false);
    expect(hasRun()).toBe(true);
  });

  it('does not outlive a change of the rules', async () => {
    const { place, client, hasRun } = await under(undefined, CLAUDE);
    await hookVerdict(client, place, call);
    writeSettings(settingsFolder(place), { permissions: { ask: ['Bash(make)'] } });
    expect((await hookedCall(client, call)).data.verdict).toBe('ask');
    expect(hasRun()).toBe(false);
  });
});

describe('rules that change while the server runs', () => {
  it('hold from the next call on', async () => {
    const { place, client, hasRun } = await under({ allow: ['Bash(touch *)'] });
    expect((await client.call('ctx_execute', shell('touch ran'))).isError).toBe(false);
    rmSync(join(place.project, 'ran'));
    writeSettings(settingsFolder(place), {
      permissions: { deny: ['Bash(touch *)'], allow: ['Bash(touch *)'] },
    });
    expect((await client.call('ctx_execute', shell('touch ran'))).data.verdict).toBe('deny');
    writeSettings(join(place.project, '.claude'), { permissions: { deny: ['Bash(touch *)'] } });
    writeSettings(settingsFolder(place), { permissions: { allow: ['Bash(touch *)'] } });
    expect((await client.call('ctx_execute', shell('touch ran'))).data.verdict).toBe('deny');
    rmSync(join(place.project, '.claude'), { recursive: true });
    expect(hasRun()).toBe(false);
    expect((await client.call('ctx_execute', shell('touch ran'))).isError).toBe(false);
  });
});

describe('every answer', () => {
  it.each([
    ['ctx_execute', shell('true')],
    ['ctx_execute_file', { path: 'data.txt', ...shell('true') }],
    ['ctx_batch_execute', { commands: ['true'] }],
    ['ctx_index', { path: 'data.txt' }],
    ['ctx_index', { content: 'some text' }],
    ['ctx_search', { queries: ['data'] }],
    ['ctx_read', { id: '#1' }],
    ['ctx_jobs', { action: 'list' }],
    ['ctx_stats', {}],
  ])('of %s carries verdict and reason', async (tool, args) => {
    const { place, client } = await under({ defaultMode: 'bypassPermissions' });
    writeFileSync(join(place.project, 'data.txt'), 'data\n');
    await client.call('ctx_index', { path: 'data.txt' });
    const { data, isError } = await client.call(tool, args);
    expect(isError).toBe(false);
    expect(data.verdict).toBe('allow');
    expect(String(data.reason)).toMatch(/\S/);
  });
});

describe('files', () => {
  /** A project with a secret, a link to it, and a file beside the project. */
  async function files(permissions: unknown) {
    const made = await under(permissions);
    const { place } = made;
    mkdirSync(join(place.project, 'docs'));
    writeFileSync(join(place.project, 'docs', 'open.md'), 'the harbour is open\n');
    writeFileSync(join(place.project, 'docs', 'secret.md'), 'the harbour is secret\n');
    symlinkSync('secret.md', join(place.project, 'docs', 'alias.md'));
    mkdirSync(join(place.root, 'other'));
    writeFileSync(join(place.root, 'other', 'notes.md'), 'the harbour is elsewhere\n');
    return made;
  }
  const SECRET = { deny: ['Read(./docs/secret.md)'] };

  it.each(['docs/secret.md', './docs/../docs/secret.md', 'docs/alias.md', 'docs//secret.md'])(
    'a denied one is not indexed and no code sees it: %s',
    async (path) => {
      const { client } = await files({ ...SECRET, defaultMode: 'bypassPermissions' });
      expect((await client.call('ctx_index', { path })).data.verdict).toBe('deny');
      const run = { path, language: 'shell', code: 'cat "$FILE_PATH"' };
      const answer = await client.call('ctx_execute_file', run);
      expect([answer.data.verdict, answer.text.includes('is secret')]).toEqual(['deny', false]);
    },
  );

  it('a denied one is left out of its folder, and counted', async () => {
    const { client } = await files(SECRET);
    const answer = await client.call('ctx_index', { path: 'docs' });
    expect(answer.text).toMatch(/1 forbidden by a permission rule \(secret\.md\)/);
    const found = await client.call('ctx_search', { queries: ['harbour'] });
    expect(found.text).toContain('the harbour is open');
    expect(found.text).not.toContain('is secret');
  });

  it('what a rule forbids later is neither found nor read, and comes back when the rule goes', async () => {
    const { place, client } = await files({ allow: ['Bash(make)'] });
    await client.call('ctx_index', { path: 'docs/secret.md' });
    const search = () => client.call('ctx_search', { queries: ['harbour secret'] });
    const timeline = () => client.call('ctx_search', { queries: ['harbour'], sort: 'timeline' });
    const newest = () => client.call('ctx_search', { sort: 'timeline' });
    const hits = async () =>
      (await Promise.all([search(), timeline(), newest()])).map(({ data }) => data.total);
    expect(await hits()).toEqual([1, 1, 1]);
    writeSettings(join(place.project, '.claude'), { permissions: SECRET });
    expect(await hits()).toEqual([0, 0, 0]);
    const read = await client.call('ctx_read', { id: '#1' });
    expect([read.isError, read.text.includes('is secret')]).toEqual([true, false]);
    rmSync(join(place.project, '.claude'), { recursive: true });
    expect(await hits()).toEqual([1, 1, 1]);
    expect((await client.call('ctx_read', { id: '#1' })).text).toContain('is secret');
  });

  it.each(['../other/notes.md', '../other', '../other/../other/notes.md'])(
    'one outside the project needs a yes: %s',
    async (path) => {
      const { client } = await files(undefined);
      const answer = await client.call('ctx_index', { path });
      expect(answer.data.verdict).toBe('ask');
      expect(answer.text).not.toContain('Indexed');
    },
  );

  it('one in a folder that the user added needs none', async () => {
    const { client } = await files({ additionalDirectories: ['../other'] });
    expect((await client.call('ctx_index', { path: '../other/notes.md' })).isError).toBe(false);
  });
});

describe('a file that a pattern of the shell leads to by a link', () => {
  it('is not read where its rule forbids it, whatever the mode', async () => {
    const { place, client } = await under({ deny: ['Read(*.key)'], defaultMode: 'bypassPermissions' });
    writeFileSync(join(place.project, 'secret.key'), 'hidden words');
    writeFileSync(join(place.project, 'lines.txt'), 'plain words');
    symlinkSync('secret.key', join(place.project, 'link'));
    for (const code of [
      'cat link',
      'cat l*k',
      'cat li[n]?',
      'cat < l*k',
      'cat ../*/l*k',
      'cat {lines.txt,l?nk}',
    ]) {
      const { data, text } = await client.call('ctx_execute', shell(code));
      expect([code, data.verdict]).toEqual([code, 'deny']);
      expect(text).not.toContain('hidden words');
    }
    expect((await client.call('ctx_execute', shell('cat l*.txt'))).text).toContain('plain words');
  });
});

import { spawnSync } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { claudeCode } from '#platforms/claude-code.ts';
import { copyProduct } from '../../helpers/product/bundles.ts';
import { hookVerdict } from '../../helpers/product/hook-calls.ts';
import { documentOf, hookPayload, runHook } from '../../helpers/product/hook-runner.ts';
import { startServer } from '../../helpers/product/line-client.ts';
import { loggedCodes, makeStrictPlace, type Place, writeSettings } from '../../helpers/product/places.ts';

interface Case {
  readonly id: string;
  readonly kind: string;
  readonly input: unknown;
  readonly rules: Readonly<Record<string, unknown>> & { readonly mode?: string };
  readonly platform?: string;
}

/** A sample over the whole corpus: each case starts a process. */
const EVERY = 3;
const FIXTURE = join(import.meta.dirname, '..', '..', 'fixtures', 'security', 'rules.json');
const SAMPLE = (JSON.parse(readFileSync(FIXTURE, 'utf8')) as Case[])
  .filter(({ kind, input, rules, platform }) => {
    const isPlain = [rules.deny, rules.ask, rules.allow].flat().every((rule) => typeof rule !== 'object');
    return kind === 'bash' && typeof input === 'string' && isPlain && rules.sandboxed !== true && !platform;
  })
  .filter((_, at) => at % EVERY === 0);

const EXECUTE = claudeCode.toolName('ctx_execute');
const trust = (place: Place): void =>
  writeFileSync(
    join(place.home, '.claude.json'),
    JSON.stringify({ projects: { [place.project]: { hasTrustDialogAccepted: true } } }),
  );

/** What `hook.cjs` answers before a call; undefined: nothing. */
async function fromProcess(place: Place, fields: Readonly<Record<string, unknown>>): Promise<unknown> {
  const input = hookPayload(place, { tool_use_id: 't', permission_mode: 'default', ...fields });
  const end = await runHook(place, { args: ['claude-code', 'PreToolUse'], input });
  expect(end).toMatchObject({ exitCode: 0, stderr: '' });
  return documentOf(end.stdout);
}

test('a process judges a call as the server does', { timeout: 120_000 }, async () => {
  const place = makeStrictPlace();
  trust(place);
  const server = await startServer(place, { clientName: 'claude-code' });
  expect(SAMPLE.length).toBeGreaterThan(15);
  const verdicts = new Set<unknown>();
  for (const { id, input, rules } of SAMPLE) {
    const { deny, ask, allow, mode = 'default' } = rules;
    writeSettings(join(place.project, '.claude'), { permissions: { deny, ask, allow, defaultMode: mode } });
    const call = { language: 'shell', code: input };
    const said = await hookVerdict(server, place, { tool: 'ctx_execute', input: call, mode, toolUseId: id });
    const alone = await fromProcess(place, { tool_name: EXECUTE, tool_input: call, permission_mode: mode });
    const expected = said.decision === undefined ? undefined : said.document;
    expect([id, input, alone]).toEqual([id, input, expected]);
    verdicts.add(said.decision);
  }
  expect([...verdicts]).toEqual(expect.arrayContaining(['deny', 'ask']));
});

test('reading what we stored is allowed, a denied file and a denied page are not', async () => {
  const place = makeStrictPlace();
  const deny = ['Read(secrets/**)', 'WebFetch(domain:example.org)'];
  writeSettings(join(place.home, '.claude'), { permissions: { deny } });
  const decisions: unknown[] = [];
  for (const [tool, input] of [
    ['ctx_read', { id: '#1' }],
    ['ctx_index', { path: 'secrets/key.txt' }],
    ['ctx_fetch_and_index', { url: 'https://example.org/x' }],
    ['ctx_execute', { language: 'shell' }],
  ] as const) {
    const document = await fromProcess(place, { tool_name: claudeCode.toolName(tool), tool_input: input });
    const said = document as { hookSpecificOutput?: { permissionDecision?: string } } | undefined;
    decisions.push(said?.hookSpecificOutput?.permissionDecision);
  }
  expect(decisions).toEqual(['allow', 'deny', 'deny', undefined]);
});

test('what is none of our tools is not judged, and where the rules cannot be loaded the user is asked', async () => {
  const place = makeStrictPlace();
  writeSettings(join(place.home, '.claude'), { permissions: { deny: ['Bash(rm *)'] } });
  const input = { command: 'rm -rf x' };
  expect(await fromProcess(place, { tool_name: 'Bash', tool_input: input })).toBeUndefined();
  const folder = copyProduct(join(place.root, 'product'));
  renameSync(join(folder, 'dist', 'hook-policy.cjs'), join(folder, 'dist', 'gone.cjs'));
  const payload = hookPayload(place, { tool_name: EXECUTE, tool_input: { language: 'shell', code: 'ls' } });
  const args = [join(folder, 'dist', 'hook.cjs'), 'claude-code', 'PreToolUse'];
  const { stdout, status } = spawnSync(process.execPath, args, {
    cwd: place.project,
    env: place.env,
    input: payload,
    encoding: 'utf8',
  });
  expect([status, documentOf(stdout)]).toEqual([
    0,
    { hookSpecificOutput: expect.objectContaining({ permissionDecision: 'ask' }) },
  ]);
  expect(loggedCodes(place, 'hook')).toEqual(['HOOK_FAILED']);
});

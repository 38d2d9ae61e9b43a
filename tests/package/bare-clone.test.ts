import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPeer } from '../e2e/harness/mcp-peer.ts';
import { runProcess } from '../e2e/harness/run-process.ts';
import { isPresent, RUNTIMES } from '../e2e/harness/runtimes.ts';
import { SYSTEM_PATH } from '../e2e/harness/sandbox.ts';
import { cloneTree } from '../e2e/harness/snapshot.ts';
import { UNASKED, writeSettings } from '../helpers/product/places.ts';

const FACT = 'The buoy off Kettleness carries a bell';
const QUERY = { queries: ['Kettleness buoy bell'] };

let root = '';
let clone = '';

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'plimsoll-clone-')));
  clone = cloneTree(root);
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a clone holds no node_modules', () => {
  expect(existsSync(join(clone, 'node_modules'))).toBe(false);
});

/** A home and a project of its own for each runtime. */
function makePlace(name: string) {
  const place = join(root, name.replaceAll(/[^a-z0-9]/g, '-'));
  const project = join(place, 'project');
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, 'buoys.md'), `# Buoys\n\n${FACT}.\n`);
  // What is tested here is whether it runs, not whether it may.
  writeSettings(join(place, '.claude'), UNASKED);
  const env = { PATH: SYSTEM_PATH, HOME: place, PLIMSOLL_HOME: join(place, 'data'), LANG: 'C.UTF-8' };
  return { cwd: project, env };
}

describe.each(RUNTIMES)('a bare clone on $name', ({ name, executable }) => {
  const isMissing = !isPresent({ name, executable });

  test.skipIf(isMissing)(
    'indexes, searches, is killed, and still finds it when it starts again',
    async () => {
      const place = makePlace(`${name} server`);
      const args = [join(clone, 'dist', 'server.mjs')];
      const first = await startPeer(executable, args, place);
      const indexed = await first.call('ctx_index', { path: 'buoys.md' });
      expect(indexed.isError, indexed.text).toBe(false);
      const found = await first.call('ctx_search', QUERY);
      expect(found.text).toContain(FACT);
      await first.kill();
      const second = await startPeer(executable, args, place);
      const again = await second.call('ctx_search', QUERY);
      expect(again.text).toContain(FACT);
      expect(await second.end()).toBe(0);
    },
  );

  test.skipIf(isMissing)('runs code in a child and reads the stored output back', async () => {
    const place = makePlace(`${name} execute`);
    const peer = await startPeer(executable, [join(clone, 'dist', 'server.mjs')], place);
    const ran = await peer.call('ctx_execute', { language: 'shell', code: 'seq 1 30000' });
    expect(ran.isError, ran.text).toBe(false);
    expect(Buffer.byteLength(ran.text)).toBeLessThanOrEqual(4_608);
    const id = /\[(#\d+): /.exec(ran.text)?.[1] ?? '';
    const read = await peer.call('ctx_read', { id, lines: '17000-17002' });
    expect(read.text).toContain('17001');
    expect(await peer.end()).toBe(0);
  });

  test.skipIf(isMissing)('its hook ends with 0 and the event is counted', async () => {
    const place = makePlace(`${name} hook`);
    const run = (bundle: string, args: readonly string[], input = '') =>
      runProcess(executable, [join(clone, 'dist', bundle), ...args], { ...place, input });
    const event = { session_id: 's-1', cwd: place.cwd, hook_event_name: 'PostToolUse', tool_name: 'Bash' };
    const input = JSON.stringify({ ...event, tool_use_id: 'toolu_1', tool_input: {}, tool_response: {} });
    const hook = await run('hook.cjs', ['claude-code', 'PostToolUse'], input);
    expect(hook).toMatchObject({ exitCode: 0, stderr: '' });
    const stats = await run('cli.mjs', ['stats', '--json']);
    expect(stats.exitCode, stats.stderr).toBe(0);
    expect(JSON.parse(stats.stdout)).toMatchObject({ events: 1 });
  });
});

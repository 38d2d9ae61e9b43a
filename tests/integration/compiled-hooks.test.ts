import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claudeCode } from '../../src/platforms/claude-code.ts';
import { ROOT } from '../helpers/sources.ts';

const RULES = { permissions: { deny: ['Bash(rm *)'] } };

let folder: string;
let cache: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'compiled-'));
  cache = join(folder, '.plimsoll', 'cache');
  mkdirSync(join(folder, '.claude'));
  writeFileSync(join(folder, '.claude', 'settings.json'), JSON.stringify(RULES));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What a process hook answers before a command that a rule forbids. */
function judge(): string {
  const input = JSON.stringify({
    hook_event_name: 'PreToolUse',
    session_id: 's',
    cwd: folder,
    tool_name: claudeCode.toolName('ctx_execute'),
    tool_use_id: 't',
    tool_input: { language: 'shell', code: 'git status && rm -rf build' },
  });
  const env = { PATH: process.env.PATH, HOME: folder, PLIMSOLL_HOME: join(folder, '.plimsoll') };
  const hook = [join(ROOT, 'dist/hook.cjs'), 'claude-code', 'PreToolUse'];
  const { stdout, stderr, status } = spawnSync(process.execPath, hook, {
    input,
    env,
    cwd: folder,
    encoding: 'utf8',
  });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return stdout;
}

const DENIED = '"permissionDecision":"deny"';
const kept = (): string => join(cache, 'hook-policy.cjs-pre_tool.bin');
const mark = (bytes: Buffer): string => bytes.toString('utf8', 0, bytes.indexOf(10));

describe('what a hook compiled', () => {
  it('is kept in a private file, and used by the next process as it is', () => {
    expect(judge()).toContain(DENIED);
    expect(readdirSync(cache)).toEqual(['hook-policy.cjs-pre_tool.bin']);
    expect(statSync(kept()).mode & 0o777).toBe(0o600);
    expect(statSync(cache).mode & 0o777).toBe(0o700);
    const { ino, mtimeMs } = statSync(kept());
    expect(judge()).toContain(DENIED);
    expect([statSync(kept()).ino, statSync(kept()).mtimeMs]).toEqual([ino, mtimeMs]);
  });

  it.each<[string, (bytes: Buffer) => void]>([
    [
      'of another file or engine',
      (bytes) => writeFileSync(kept(), Buffer.concat([Buffer.from('v0 '), bytes])),
    ],
    ['cut off', (bytes) => writeFileSync(kept(), bytes.subarray(0, bytes.length / 2))],
    [
      'garbage behind the right mark',
      (bytes) => writeFileSync(kept(), `${mark(bytes)}\nconsole.log("foreign")`),
    ],
    [
      'changed in the middle',
      (bytes) => {
        const middle = Math.floor(bytes.length / 2);
        writeFileSync(kept(), Buffer.from(bytes).fill(7, middle, middle + 64));
      },
    ],
    ['empty', () => writeFileSync(kept(), '')],
    ['writable for others', () => chmodSync(kept(), 0o666)],
    [
      'a link',
      (bytes) => {
        writeFileSync(join(folder, 'elsewhere.bin'), bytes, { mode: 0o600 });
        rmSync(kept());
        symlinkSync(join(folder, 'elsewhere.bin'), kept());
      },
    ],
  ])('is not run when it is %s, but made again', (_, spoil) => {
    judge();
    const right = readFileSync(kept());
    spoil(right);
    expect(judge()).toContain(DENIED);
    expect(mark(readFileSync(kept()))).toBe(mark(right));
    expect(statSync(kept()).size).toBeGreaterThan(50_000);
    expect(statSync(kept()).mode & 0o777).toBe(0o600);
    expect(readdirSync(cache)).toHaveLength(1);
  });

  it('is done without where nothing can be kept', () => {
    mkdirSync(join(folder, '.plimsoll'));
    writeFileSync(cache, 'a file in its place');
    expect(judge()).toContain(DENIED);
    expect(readFileSync(cache, 'utf8')).toBe('a file in its place');
  });
});

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isOtherShell } from '#features/execution/host-shell.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shells-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('a shell that is not like bash is known by what Windows has', () => {
  expect(isOtherShell({ PATH: folder }, 'win32')).toBe(true);
  for (const name of ['pwsh.exe', 'powershell.exe']) {
    writeFileSync(join(folder, name), '');
    chmodSync(join(folder, name), 0o755);
    expect(isOtherShell({ PATH: folder }, 'win32')).toBe(true);
  }
});

it('Git Bash is like bash', () => {
  const bash = join(folder, 'bash.exe');
  writeFileSync(bash, '');
  chmodSync(bash, 0o755);
  expect(isOtherShell({ PATH: '', CLAUDE_CODE_GIT_BASH_PATH: bash }, 'win32')).toBe(false);
});

it.each(['linux', 'darwin'] as const)('on %s shell code is for bash or sh', (platform) => {
  expect(isOtherShell({ PATH: folder }, platform)).toBe(false);
});

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NO_HOST_SANDBOX } from '#core/host-sandbox.ts';
import type { SandboxMode } from '#features/sandbox/confinement.ts';
import { createSandbox } from '#features/sandbox/create-sandbox.ts';

const ON = { ...NO_HOST_SANDBOX, enabled: true };
const STRICT = { ...ON, failIfUnavailable: true };

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'systems-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const sandboxOn = (platform: NodeJS.Platform, host: typeof ON, mode: SandboxMode) =>
  createSandbox({
    // Bubblewrap is looked for by it, and must not matter.
    env: { HOME: folder, PATH: process.env.PATH ?? '' },
    dataHome: join(folder, 'data'),
    projectRoot: folder,
    bundles: folder,
    settings: () => ({ host, mode, additionalDirectories: [], variables: [] }),
    denied: async () => ({ read: [], write: [], gaps: [], passed: [] }),
    platform,
  });

const run = (outside?: 'agreed' | 'excluded') => ({
  language: 'shell',
  code: 'true',
  cwd: folder,
  scratch: folder,
  outside,
});

describe.each([
  ['darwin', 'macOS', 'Run the agent on Linux'],
  ['win32', 'Windows', 'Run the agent in WSL2'],
  ['freebsd', 'freebsd', 'Run the agent on Linux'],
] as const)('on %s, where there is no backend', (platform, name, way) => {
  it.each([
    [STRICT, 'auto', "set sandbox.failIfUnavailable to false in the host's settings"],
    [STRICT, 'off', "set sandbox.failIfUnavailable to false in the host's settings"],
    [NO_HOST_SANDBOX, 'on', "set plimsoll's sandbox to off"],
    [ON, 'on', "set plimsoll's sandbox to off"],
  ] as const)('required confinement refuses, whatever was agreed to: %o, %s', async (host, mode, out) => {
    const sandbox = sandboxOn(platform, host, mode);
    const reason = `Not run: confinement is required and there is no backend on ${name}. ${way}, or ${out}.`;
    expect(await sandbox.verdict()).toEqual({ verdict: 'deny', reason });
    for (const outside of [undefined, 'agreed'] as const)
      await expect(sandbox.confine(run(outside))).rejects.toMatchObject({
        code: 'SANDBOX_REQUIRED',
        message: reason,
      });
    sandbox.close();
  });

  it('wanted confinement is asked about with every call, and what was agreed to says that it had none', async () => {
    const sandbox = sandboxOn(platform, ON, 'auto');
    const reason = `there is no backend on ${name}: this would run without confinement. Allow once?`;
    for (let call = 0; call < 2; call += 1) {
      expect(await sandbox.verdict()).toEqual({ verdict: 'ask', reason });
      await expect(sandbox.confine(run())).rejects.toMatchObject({ code: 'SANDBOX_REQUIRED' });
      const { notes } = (await sandbox.confine(run('agreed'))).end(0);
      expect(notes).toEqual([`[confinement: none (no backend on ${name})]`]);
    }
    sandbox.close();
  });

  it('domains that are allowed are no way out', () => {
    const sandbox = sandboxOn(platform, { ...ON, allowedDomains: ['a.example'] }, 'auto');
    expect(sandbox.domains()).toMatchObject({ kind: 'missing', domains: 1, missing: [] });
    sandbox.close();
  });
});

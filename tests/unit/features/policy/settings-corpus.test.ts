import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { judgeShell } from '#features/policy/judge-shell.ts';
import { createPolicySource } from '#main/policy.ts';
import { makeStrictPlace, writeSettings } from '../../../helpers/product/places.ts';

type Settings = Readonly<Record<string, unknown>>;

interface Case {
  readonly id: string;
  readonly input: {
    readonly user?: Settings;
    readonly project?: Settings;
    readonly local?: Settings;
    /** The text of the user's file. */
    readonly userFile?: string;
    readonly localTrackedInGit?: boolean;
    readonly trusted?: boolean;
  };
  readonly expected: Readonly<Record<string, unknown>>;
  readonly why: string;
}

const FIXTURE = new URL('../../../fixtures/security/settings.json', import.meta.url);
const { cases } = JSON.parse(readFileSync(FIXTURE, 'utf8')) as { readonly cases: readonly Case[] };

/** The corpus writes rules without the object around them. */
function written(settings: Settings): Settings {
  const { allow, ask, deny, ...rest } = settings;
  return { permissions: { allow, ask, deny }, ...rest };
}

function load({ input }: Case) {
  const place = makeStrictPlace();
  const claude = join(place.project, '.claude');
  mkdirSync(join(place.project, '.git'));
  if (input.user !== undefined) writeSettings(join(place.home, '.claude'), written(input.user));
  if (input.userFile !== undefined) writeSettings(join(place.home, '.claude'), input.userFile);
  if (input.project !== undefined) writeSettings(claude, written(input.project));
  if (input.local !== undefined) writeSettings(claude, written(input.local), 'settings.local.json');
  // Any index that names the file will do.
  if (input.localTrackedInGit)
    writeFileSync(
      join(place.project, '.git', 'index'),
      'DIRC\0\0\0\x02\0\0\0\x01.claude/settings.local.json',
    );
  const trusted = { [place.project]: { hasTrustDialogAccepted: input.trusted !== false } };
  writeFileSync(join(place.home, '.claude.json'), JSON.stringify({ projects: trusted }));
  const { policy, warnings } = createPolicySource(place.env, '/nowhere')(place.project);
  return { place, policy, warnings };
}

it.each(cases)('$id $why', (one) => {
  const { place, policy, warnings } = load(one);
  const at = { home: place.home, projectRoot: place.project, cwd: place.project };
  for (const [key, value] of Object.entries(one.expected)) {
    switch (key) {
      case 'state':
        expect(policy.problems.length + warnings.length > 0 ? 'warn' : 'fine').toBe(value);
        break;
      case 'other':
        // What the other files say holds.
        writeSettings(join(place.project, '.claude'), { permissions: { deny: ['Bash(npm *)'] } });
        expect(
          judgeShell('npm test', createPolicySource(place.env, '/nowhere')(place.project).policy, at).verdict,
        ).toBe('deny');
        break;
      case 'sandbox':
        expect([policy.sandbox.enabled, warnings.length > 0]).toEqual([value, true]);
        break;
      case 'fsIsolation':
        expect(policy.sandbox.isFilesystemOpen !== true).toBe(value);
        break;
      default:
        expect(judgeShell(key, policy, at).verdict).toBe(value);
    }
  }
});

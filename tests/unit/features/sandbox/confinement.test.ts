import { describe, expect, it } from 'vitest';
import { NO_HOST_SANDBOX } from '#core/host-sandbox.ts';
import {
  type Backend,
  confinementOf,
  confinementVerdict,
  type SandboxMode,
  strictestMode,
} from '#features/sandbox/confinement.ts';

const ON = { ...NO_HOST_SANDBOX, enabled: true };
const STRICT = { ...ON, failIfUnavailable: true };
const READY: Backend = { kind: 'ready', program: '/usr/bin/bwrap' };
const MISSING: Backend = {
  kind: 'missing',
  why: 'bwrap missing',
  fix: 'Install it with your package manager',
};
const BROKEN: Backend = {
  kind: 'missing',
  why: 'bwrap: No permissions to create new namespace',
  fix: 'Allow it.',
};

describe('confinement that is wanted', () => {
  it.each([
    [NO_HOST_SANDBOX, 'auto', 'nobody', false],
    [NO_HOST_SANDBOX, 'off', 'nobody', false],
    [NO_HOST_SANDBOX, 'on', 'user', true],
    [ON, 'auto', 'host', false],
    [ON, 'off', 'host', false],
    [ON, 'on', 'user', true],
    [STRICT, 'off', 'host', true],
    [STRICT, 'auto', 'host', true],
  ] as const)('%o with %s: by %s, strict %s', (host, mode, by, isStrict) => {
    expect(confinementOf(host, mode)).toEqual({ isWanted: by !== 'nobody', isStrict, by });
  });

  it.each<[readonly SandboxMode[], SandboxMode]>([
    [[], 'auto'],
    [['off'], 'off'],
    [['off', 'auto'], 'auto'],
    [['on', 'off', 'auto'], 'on'],
    [['auto', 'on'], 'on'],
  ])('of %j the strictest is %s', (modes, strictest) => {
    expect(strictestMode(modes)).toBe(strictest);
  });
});

describe('what becomes of a call', () => {
  const verdict = (host: typeof ON, mode: SandboxMode, backend: Backend) =>
    confinementVerdict(confinementOf(host, mode), backend);

  it('is allowed where nothing is wanted, or all is there', () => {
    expect(verdict(NO_HOST_SANDBOX, 'auto', MISSING)).toEqual({ verdict: 'allow', reason: '' });
    expect(verdict(STRICT, 'on', READY)).toEqual({ verdict: 'allow', reason: '' });
  });

  it('is asked about where it is wanted and missing', () => {
    expect(verdict(ON, 'off', MISSING)).toEqual({
      verdict: 'ask',
      reason: 'bubblewrap is missing: this would run without confinement. Allow once?',
    });
    expect(verdict(ON, 'auto', BROKEN).reason).toBe(
      'bubblewrap cannot be used (bwrap: No permissions to create new namespace): this would run without confinement. Allow once?',
    );
  });

  it('is refused where it is required and missing', () => {
    expect(verdict(NO_HOST_SANDBOX, 'on', MISSING)).toEqual({
      verdict: 'deny',
      reason:
        "Not run: confinement is required and bubblewrap is missing. Install it with your package manager, or set plimsoll's sandbox to off.",
    });
    expect(verdict(STRICT, 'off', BROKEN).reason).toBe(
      "Not run: confinement is required and bubblewrap cannot be used (bwrap: No permissions to create new namespace). Allow it, or set sandbox.failIfUnavailable to false in the host's settings.",
    );
  });
});

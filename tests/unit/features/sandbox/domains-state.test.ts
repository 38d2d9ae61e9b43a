import { expect, it, vi } from 'vitest';
import { domainsState } from '#features/sandbox/domains/domains-state.ts';

const found = (over: Partial<Parameters<typeof domainsState>[0]> = {}) =>
  domainsState({
    platform: 'linux',
    isWanted: true,
    host: { allowedDomains: ['a.test', '*.b.test'] },
    hasRuntime: () => true,
    hasSocat: () => true,
    ...over,
  });

it('is ready where both parts are there', () => {
  expect(found()).toEqual({ kind: 'ready', domains: 2 });
});

it('says nothing, and looks for nothing, without domains or without a sandbox', () => {
  const look = vi.fn(() => false);
  const parts = { hasRuntime: look, hasSocat: look };
  expect(found({ ...parts, host: { allowedDomains: [] } })).toEqual({ kind: 'none' });
  expect(found({ ...parts, isWanted: false })).toEqual({ kind: 'none' });
  expect(look).not.toHaveBeenCalled();
});

it('names what is missing, and how it is installed', () => {
  expect(found({ hasRuntime: () => false, hasSocat: () => false })).toEqual({
    kind: 'missing',
    domains: 2,
    missing: ['@anthropic-ai/sandbox-runtime', 'socat'],
    fix: 'npm install --global @anthropic-ai/sandbox-runtime, and install socat with your package manager',
  });
  expect(found({ hasSocat: () => false })).toMatchObject({ missing: ['socat'] });
});

it('has no way on other systems', () => {
  expect(found({ platform: 'darwin' })).toMatchObject({ kind: 'missing', missing: [] });
});

import { expect, it } from 'vitest';
import { sandboxCheck } from '#features/doctor/checks/reported.ts';

const READY = { isWanted: true, isStrict: false, why: '', fix: '', name: 'bubblewrap' };

const looked = (
  domains: { readonly count: number; readonly shut: string; readonly fix: string } | undefined,
) => sandboxCheck(async () => ({ ...READY, domains })).look();

it('allowed domains that cannot be reached are told with what opens the way', async () => {
  const [, found] = await looked({ count: 2, shut: 'socat is missing', fix: 'install socat' });
  expect(found).toMatchObject({
    state: 'warning',
    text: 'allowed domains: 2, and the network stays off: socat is missing',
    fix: 'install socat',
  });
});

it('without steps that are known the documentation is named', async () => {
  const [, found] = await looked({ count: 1, shut: 'the self-test let a probe through', fix: '' });
  expect(found).toMatchObject({ state: 'warning', fix: 'See docs/security.md.' });
});

it('nothing is said of domains that nobody allowed', async () => {
  expect(await looked(undefined)).toHaveLength(1);
});

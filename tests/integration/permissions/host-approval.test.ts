import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PLATFORMS } from '#platforms/index.ts';
import { startServer } from '../../helpers/product/line-client.ts';
import { makeStrictPlace, type Place, writeSettings } from '../../helpers/product/places.ts';

const touch = { language: 'shell', code: 'touch ran' };
const hasRun = ({ project }: Place): boolean => existsSync(join(project, 'ran'));

async function under(permissions: unknown, host: string | undefined, clientName = 'some-agent') {
  const place = makeStrictPlace();
  writeSettings(join(place.home, '.claude'), { permissions });
  const env = host === undefined ? {} : { PLIMSOLL_HOST: host };
  return { place, client: await startServer(place, { env, clientName }) };
}

describe.each(PLATFORMS.map((platform) => [platform.id, platform] as const))(
  'a call in the agent that PLIMSOLL_HOST names: %s',
  (id, { asksBeforeCalls }) => {
    it('that nothing speaks about runs where the agent asks the user itself, and only there', async () => {
      const { place, client } = await under({}, id);
      const { data } = await client.call('ctx_execute', touch);
      expect(data.verdict).toBe(asksBeforeCalls ? 'allow' : 'ask');
      if (asksBeforeCalls) expect(data.reason).toContain('host approval');
      expect(hasRun(place)).toBe(asksBeforeCalls);
    });

    it.each([
      [{ deny: ['Bash(touch *)'] }, 'deny'],
      [{ ask: ['Bash(touch *)'] }, 'ask'],
      [{ deny: ['Edit(ran)'] }, 'deny'],
      [{ defaultMode: 'dontAsk' }, 'deny'],
    ])('that %j speaks about does not', async (permissions, verdict) => {
      const { place, client } = await under(permissions, id);
      expect((await client.call('ctx_execute', touch)).data.verdict).toBe(verdict);
      expect(hasRun(place)).toBe(false);
    });
  },
);

it.each([
  [undefined, 'some-agent'],
  [undefined, 'cursor-vscode'],
  ['no-such-agent', 'some-agent'],
  ['', 'some-agent'],
])('PLIMSOLL_HOST %j, client %s: as strict as in Claude Code', async (host, clientName) => {
  const { place, client } = await under({}, host, clientName);
  expect((await client.call('ctx_execute', touch)).data.verdict).toBe('ask');
  expect(hasRun(place)).toBe(false);
});

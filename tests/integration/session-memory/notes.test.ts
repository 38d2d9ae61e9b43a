import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { agentSession, promptLine, writeTranscript } from '../../helpers/product/agent-session.ts';
import { startServer } from '../../helpers/product/line-client.ts';
import { makeStrictPlace, writeSettings } from '../../helpers/product/places.ts';

test('rules files and the agent’s own notes are found as source memory, but for what a rule forbids to read', async () => {
  const place = makeStrictPlace();
  const secret = join(place.project, 'CLAUDE.local.md');
  writeSettings(join(place.home, '.claude'), { permissions: { deny: [`Read(/${secret})`] } });
  writeFileSync(join(place.project, 'CLAUDE.md'), 'Zebra crossings are painted on Mondays.');
  writeFileSync(secret, 'Zebra stripes are a private matter.');
  const server = await startServer(place);
  const session = agentSession(place, { server: () => server });
  writeTranscript(session, [promptLine('Paint the fence.')]);
  await session.tell('UserPromptSubmit', { prompt: 'Paint the fence.' });
  await session.tell('Stop', { last_assistant_message: 'Done.' });
  const notes = join(dirname(session.transcript), 'memory');
  mkdirSync(notes);
  writeFileSync(join(notes, 'MEMORY.md'), 'The user prefers zebra wood.');
  const { data, text } = await server.call('ctx_search', { queries: ['zebra'], source: 'memory', limit: 5 });
  const names = (data.hits as readonly { readonly source: string }[]).map(({ source }) =>
    source.split('/').at(-1),
  );
  expect(names.sort()).toEqual(['CLAUDE.md', 'MEMORY.md']);
  expect(text).not.toContain('private matter');
});

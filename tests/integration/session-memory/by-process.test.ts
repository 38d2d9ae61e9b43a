import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '#storage/database.ts';
import { createFactStore } from '#storage/fact-store.ts';
import { agentSession, filesWith } from '../../helpers/product/agent-session.ts';
import { makePlace, type Place, storePath } from '../../helpers/product/places.ts';
import { testDriver } from '../../helpers/store/fixtures.ts';

const GUIDE = 'Record of what was said and done in this session';
const GOAL = 'Move the reports to the new pipeline, one folder at a time.';

/** What the store holds of the session, without taking anything in. */
function stored(place: Place): readonly string[] {
  const database = openDatabase({ driver: testDriver(), path: storePath(place) });
  try {
    return createFactStore(database)
      .ofSessions(['s-1'])
      .map(({ text }) => text);
  } finally {
    database.close();
  }
}

const spool = (place: Place): string => join(place.data, 'spool');
const waiting = (place: Place): readonly string[] =>
  readdirSync(spool(place)).filter((name) => name.endsWith('.guide'));

describe('processes that live for one event', () => {
  test('take a long session in on the way, not all of it before the compaction', async () => {
    const place = makePlace();
    const { tell } = agentSession(place);
    await tell('UserPromptSubmit', { prompt: GOAL });
    expect(readdirSync(place.data)).not.toContain('projects');
    for (let part = 1; part <= 20; part += 1)
      await tell('UserPromptSubmit', { prompt: `Part ${part}: ${`folder ${part} has words. `.repeat(90)}` });
    expect(stored(place)).toContain(GOAL);
  }, 60_000);

  test('the start after a compaction gives what was made before it', async () => {
    const place = makePlace();
    const { tell } = agentSession(place);
    await tell('UserPromptSubmit', { prompt: GOAL });
    await tell('PreCompact', { trigger: 'auto' });
    const [file = ''] = waiting(place);
    const made = readFileSync(join(spool(place), file), 'utf8');
    expect(made).toContain(GOAL);
    writeFileSync(join(spool(place), file), made.replace(GOAL, 'what the file says'));
    expect(await tell('SessionStart', { source: 'compact' })).toContain('what the file says');
    expect(waiting(place)).toEqual([]);
    expect(await tell('UserPromptSubmit', { prompt: 'Go on.' })).not.toContain(GUIDE);
  });

  test.each([
    ['something was said', 'UserPromptSubmit', { prompt: 'Never touch vendor/.' }, 'Never touch vendor/.'],
    ['a rules file came', 'InstructionsLoaded', { file_path: '/p/NEW-RULES.md' }, 'NEW-RULES.md'],
  ])('unless %s in between', async (_what, event, fields, shown) => {
    const place = makePlace();
    const { tell } = agentSession(place);
    await tell('UserPromptSubmit', { prompt: GOAL });
    await tell('PreCompact', { trigger: 'auto' });
    await tell(event, fields);
    const guide = await tell('SessionStart', { source: 'compact' });
    expect(guide).toContain(GOAL);
    expect(guide).toContain(shown);
  });

  test('or the line was cut short', async () => {
    const place = makePlace();
    const { tell } = agentSession(place);
    await tell('UserPromptSubmit', { prompt: GOAL });
    await tell('PreCompact', { trigger: 'auto' });
    const [file = ''] = waiting(place);
    const path = join(spool(place), file);
    writeFileSync(path, readFileSync(path, 'utf8').slice(0, -40));
    expect(await tell('SessionStart', { source: 'compact' })).toContain(GOAL);
  });

  test('the value of a variable that names a secret is on no disk', async () => {
    const place = makePlace();
    const value = 'plover-marble-walrus-91';
    const { tell } = agentSession(place, { env: { DEPLOY_TOKEN: value } });
    await tell('UserPromptSubmit', { prompt: `${GOAL} Use ${value} for the upload.` });
    await tell('PreCompact', { trigger: 'auto' });
    expect(await tell('SessionStart', { source: 'compact' })).toContain('[redacted:DEPLOY_TOKEN:');
    expect(filesWith(place.root, value)).toEqual([]);
  });
});

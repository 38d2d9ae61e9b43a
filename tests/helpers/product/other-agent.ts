import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TEXT_ADDED } from '#core/session-event.ts';
import { hookFixtures } from '../hook-fixtures.ts';
import type { HookEnd, HostOutcome } from '../hosts/host.ts';
import { HOSTS } from '../hosts/index.ts';
import { runHook } from './hook-runner.ts';
import type { Place } from './places.ts';

type Fields = Readonly<Record<string, unknown>>;

/** An agent that starts a process of ours for each of its events. */
export interface OtherAgent {
  /** How the process ended, whatever it said. */
  run(event: string, fields?: Fields): Promise<HookEnd>;
  /** What the agent makes of it; a breach of its contract throws. */
  tell(event: string, fields?: Fields): Promise<HostOutcome>;
}

/** The first recorded input of an event, in this place, with other fields where they are given. */
function inputOf(id: string, event: string, place: Place, fields: Fields): Fields {
  const [fixture] = hookFixtures(id, event);
  if (fixture === undefined) throw new Error(`no recorded ${event} of ${id}`);
  const { transcript_path: path, ...input } = fixture.input;
  return {
    ...input,
    ...(path === undefined || path === null ? {} : { transcript_path: join(place.root, 'chat.jsonl') }),
    ...('cwd' in input ? { cwd: place.project } : {}),
    ...('workspace_roots' in input ? { workspace_roots: [place.project] } : {}),
    ...fields,
  };
}

export function otherAgent(id: string, place: Place, env: Readonly<Record<string, string>> = {}): OtherAgent {
  const host = HOSTS[id];
  if (host === undefined) throw new Error(`no host plays ${id}`);
  const start = async (event: string, fields: Fields): Promise<readonly [HookEnd, Fields]> => {
    const input = inputOf(id, event, place, fields);
    const { exitCode, stdout, stderr } = await runHook(place, {
      args: [id, event],
      kind: 'fifo',
      input: JSON.stringify(input),
      env,
    });
    return [{ exitCode: exitCode ?? -1, stdout, stderr }, input];
  };
  return {
    run: async (event, fields = {}) => (await start(event, fields))[0],
    async tell(event, fields = {}) {
      const [end, input] = await start(event, fields);
      return host(end, { event, toolName: input.tool_name as string | undefined });
    },
  };
}

/** Events that hooks wrote down, oldest first; empty when there are none. */
export const spooled = (place: Place): readonly Record<string, unknown>[] =>
  spooledLines(place).filter(({ name }) => name !== TEXT_ADDED);

/** What hooks wrote down of texts that they added to the context, oldest first; empty when they added none. */
export const addedTexts = (place: Place): readonly Record<string, unknown>[] =>
  spooledLines(place).filter(({ name }) => name === TEXT_ADDED);

function spooledLines({ data }: Place): readonly Record<string, unknown>[] {
  const folder = join(data, 'spool');
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : [];
  return files.flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>),
  );
}

import { readWorld, worldFiles } from '../compact/world.ts';

/** Compactions and starts are what is measured. */
const LEFT_OUT = /^(?:PreCompact|PostCompact|Session(?:Start|End))$/;
/** Events of the longest session of each world. */
const SESSION = 'A1';

type Input = Readonly<Record<string, unknown>>;

/** So many events of one long day, in their order, as an agent hands them to a hook: the long sessions of benchmarks/compact. */
export function longSession(count: number, folder: string, sessionId: string): readonly Input[] {
  return worldFiles()
    .flatMap((file) =>
      readWorld(file, folder, folder)
        .events.filter(({ s, stdin }) => s === SESSION && !LEFT_OUT.test(stdin.hook_event_name))
        .map(({ stdin: { transcript_path: _none, ...stdin } }): Input => {
          const call = 'tool_use_id' in stdin ? { tool_use_id: `${file} ${String(stdin.tool_use_id)}` } : {};
          return { ...stdin, ...call, session_id: sessionId, cwd: folder };
        }),
    )
    .slice(0, count);
}

import { breach, type Host } from './host.ts';

/** Of one answer; what is longer is cut, or becomes a file. */
const STDOUT_CHARS = 3_000;
const REFUSED = 2;

interface Dialect {
  /** Plain text on stdout reaches the model. */
  readonly context: readonly string[];
  /** An empty answer becomes a note in the conversation. */
  readonly stubs: readonly string[];
  readonly call: string;
}

const host =
  ({ context, stubs, call }: Dialect): Host =>
  (end, { event }) => {
    if (end.stdout.length > STDOUT_CHARS) breach('stdout is cut');
    if (event === call && end.exitCode === REFUSED) {
      if (end.stderr === '') breach('the model is not told why');
      if (end.stdout !== '') breach('stdout beside a refusal');
      return { refused: end.stderr };
    }
    // Of a prompt and of a compaction it is a refusal, of a stop it makes the agent go on.
    if (end.exitCode !== 0) breach(`exit code ${end.exitCode}`);
    if (stubs.includes(event) && end.stdout === '')
      breach('an empty answer becomes a note in the conversation');
    if (end.stdout === '') return {};
    if (!context.includes(event)) return breach(`what ${event} prints reaches nobody`);
    return { context: end.stdout };
  };

/** Kiro from version 3 of its CLI on, by documentation and packages. */
export const kiro = host({
  context: ['SessionStart', 'UserPromptSubmit', 'PostCompact'],
  stubs: ['UserPromptSubmit'],
  call: 'PreToolUse',
});

/** Its CLI 2.x. */
export const kiro2 = host({ context: ['agentSpawn', 'userPromptSubmit'], stubs: [], call: 'preToolUse' });

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '../harness/clients.ts';
import { seenResults } from '../harness/messages.ts';
import { runSession } from '../harness/run-session.ts';
import type { Sandbox } from '../harness/sandbox.ts';
import type { Scenario } from '../harness/scenario.ts';
import { afterTool, onPrompt, type Step, SUBAGENT_TASK } from '../harness/scripted-model.ts';

/** 25 KB that the client shows whole, with one fact in the middle. */
const FACT = 'the lock at Ardrishaig is closed until Thursday';
const FILLER = 'the keeper writes nothing of note into the book';
const COMMAND = `for i in $(seq 1 400); do if [ $i = 240 ]; then echo "entry $i: ${FACT}"; else echo "entry $i of the day: ${FILLER}"; fi; done`;
const DIGEST_LIMIT_BYTES = 3_000;
const SOURCE = 'tide.js';
const SOURCE_TEXT = `${Array.from({ length: 60 }, (_, i) => `export const tide${i} = ${i};`).join('\n')}\n`;

const bash = { tool: 'Bash', input: { command: COMMAND, description: 'read the book' } };

const steps = (source: string): readonly Step[] => [
  { when: onPrompt('BOOK'), reply: [bash] },
  { when: afterTool('Bash'), reply: [{ tool: 'Read', input: { file_path: source } }] },
  {
    when: afterTool('Read'),
    reply: [
      {
        tool: 'Edit',
        input: { file_path: source, old_string: 'tide42 = 42', new_string: 'tide42 = 43' },
      },
    ],
  },
  {
    when: afterTool('Edit'),
    reply: [
      {
        tool: 'Agent',
        input: {
          description: 'look into the book',
          prompt: `${SUBAGENT_TASK}: look into the book`,
          subagent_type: 'general-purpose',
          run_in_background: false,
        },
      },
    ],
  },
  { when: onPrompt(SUBAGENT_TASK), reply: [bash] },
];

const PLUGIN = 'plimsoll@plimsoll';

/** Whether the result stays as it is when the user switched that off among the plugin's options. */
async function staysWhole(sandbox: Sandbox, client: Client): Promise<boolean> {
  const file = join(sandbox.config, 'settings.json');
  const settings = JSON.parse(readFileSync(file, 'utf8')) as object;
  const pluginConfigs = { [PLUGIN]: { options: { governor_mode: 'off' } } };
  writeFileSync(file, JSON.stringify({ ...settings, pluginConfigs }));
  const session = await runSession({
    client,
    sandbox,
    steps: [{ when: onPrompt('BOOK'), reply: [bash] }],
    prompts: ['BOOK: when does the lock at Ardrishaig open?'],
  });
  const results = seenResults(session.main.at(-1)?.body.messages ?? []);
  return (results.find(({ tool }) => tool === 'Bash')?.text ?? '').split(FILLER).length > 100;
}

/** Results of the client's own tools are made short, the answer in them, and what is edited stays exact. */
export const governor: Scenario = {
  name: 'governor',
  async run({ client, check, installedSandbox }) {
    const sandbox = await installedSandbox();
    const source = join(sandbox.project, SOURCE);
    writeFileSync(source, SOURCE_TEXT);
    const session = await runSession({
      client,
      sandbox,
      steps: steps(source),
      prompts: ['BOOK: when does the lock at Ardrishaig open?'],
    });
    const results = seenResults(session.main.at(-1)?.body.messages ?? []);
    const shell = results.find(({ tool }) => tool === 'Bash')?.text ?? '';
    const isShort = shell.includes(FACT) && Buffer.byteLength(shell) <= DIGEST_LIMIT_BYTES;
    check('governor.digest', isShort && session.unusedSteps === 0, shell.slice(0, 600));
    const file = /saved to (\S+\.txt); Read\(offset: \d+, limit: \d+\) continues\]$/.exec(
      shell.trimEnd(),
    )?.[1];
    const lines = file === undefined ? [] : readFileSync(file, 'utf8').trimEnd().split('\n');
    check(
      'governor.stored',
      lines.length === 400 && lines[239] === `entry 240: ${FACT}`,
      String(lines.length),
    );
    const all = session.requests.map(({ body }) => JSON.stringify(body));
    const leaked = all.filter((body) => body.split(FILLER).length > 100);
    check(
      'governor.raw-bytes-out',
      all.length > 3 && leaked.length === 0,
      `${leaked.length} of ${all.length}`,
    );
    const edited = readFileSync(source, 'utf8');
    check(
      'governor.edit',
      edited === SOURCE_TEXT.replace('tide42 = 42', 'tide42 = 43'),
      edited.slice(0, 200),
    );
    check('governor.option', await staysWhole(await installedSandbox(), client), 'the option was off');
  },
};

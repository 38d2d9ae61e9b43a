import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { conversationText } from '../harness/messages.ts';
import { TOOL_PREFIX } from '../harness/product.ts';
import { runSession } from '../harness/run-session.ts';
import { type Sandbox, SYSTEM_PATH } from '../harness/sandbox.ts';
import type { Scenario } from '../harness/scenario.ts';
import { onPrompt } from '../harness/scripted-model.ts';

const RUNTIME = /^(node|nodejs|npm|npx|corepack|bun|bunx|deno)(\.exe)?$/;

/** A folder of links to every program of the system path but JavaScript runtimes. */
function pathWithoutNode(sandbox: Sandbox): string {
  const folder = join(sandbox.root, 'bin');
  mkdirSync(folder);
  const seen = new Set<string>();
  for (const source of SYSTEM_PATH.split(delimiter)) {
    for (const name of readdirSync(source)) {
      if (seen.has(name) || RUNTIME.test(name)) continue;
      seen.add(name);
      symlinkSync(join(source, name), join(folder, name));
    }
  }
  return folder;
}

/** The native client brings no node: the plugin is then absent, and only that. */
export const noNode: Scenario = {
  name: 'no-node',
  async run({ client, check, note, installedSandbox }) {
    const sandbox = await installedSandbox();
    const command = 'command -v node || echo no node here';
    const session = await runSession({
      client,
      sandbox,
      steps: [{ when: onPrompt('WORK'), reply: [{ tool: 'Bash', input: { command, description: 'look' } }] }],
      prompts: ['WORK please', 'And again'],
      env: { PATH: pathWithoutNode(sandbox) },
    });
    const text = session.main.map(({ body }) => conversationText(body)).join('\n');
    const goesOn = session.exitCode === 0 && session.main.length === 3 && text.includes('no node here');
    const isSilent = !text.includes(TOOL_PREFIX);
    check('fail-open.no-node', goesOn && isSilent, `exit ${session.exitCode}; names shown: ${!isSilent}`);
    const init = session.events.find(({ subtype }) => subtype === 'init');
    note(`servers: ${JSON.stringify(init?.mcp_servers)}; stderr: ${JSON.stringify(session.stderr)}`);
    const hooks = session.hooks.map(
      ({ name, outcome, stderr }) => `${name} ${outcome} ${JSON.stringify(stderr)}`,
    );
    note(`hooks: ${[...new Set(hooks)].join(' | ')}`);
    const notices = session.events.filter(({ subtype }) => subtype === 'informational');
    note(`notices: ${JSON.stringify(notices).slice(0, 600)}`);
  },
};

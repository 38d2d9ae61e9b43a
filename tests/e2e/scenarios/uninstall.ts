import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PLUGIN_ID, plugin } from '../harness/plugin-manager.ts';
import { readStats, TOOL_PREFIX, toolName } from '../harness/product.ts';
import { runSession } from '../harness/run-session.ts';
import type { Scenario } from '../harness/scenario.ts';
import { onPrompt } from '../harness/scripted-model.ts';

const INDEX = toolName('ctx_index');
const CONTENT = '# Lights\n\nThe light at Orfordness shows white every five seconds.';

/** Every file below `folder` with a hash of its content. */
function fingerprint(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const lines = files
    .filter((name) => statSync(join(folder, name)).isFile())
    .map(
      (name) =>
        `${name} ${createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')}`,
    );
  return lines.join('\n');
}

/** The client deletes the plugin's own data folder without asking; the user's knowledge lies elsewhere. */
export const uninstall: Scenario = {
  name: 'uninstall',
  async run({ client, checkout, check, installedSandbox }) {
    const sandbox = await installedSandbox();
    const steps = [
      { when: onPrompt('KEEP'), reply: [{ tool: INDEX, input: { content: CONTENT, source: 'lights' } }] },
    ];
    await runSession({ client, sandbox, steps, prompts: ['KEEP this'] });
    const stats = await readStats(checkout, sandbox);
    const before = fingerprint(sandbox.data);
    const removed = await plugin(client, sandbox, 'uninstall', PLUGIN_ID);
    const forgotten = await plugin(client, sandbox, 'marketplace', 'remove', 'plimsoll');
    const isKept = fingerprint(sandbox.data) === before && stats.sources > 0;
    const isDone = removed.exitCode === 0 && forgotten.exitCode === 0;
    check('uninstall.data', isKept && isDone, `kept ${isKept}; ${removed.stderr}${forgotten.stderr}`);
    const after = await runSession({ client, sandbox, prompts: ['Anything left?'] });
    const traces = after.requests.filter(({ body }) => JSON.stringify(body).includes(TOOL_PREFIX));
    const isGone = traces.length === 0 && after.hooks.length === 0 && after.exitCode === 0;
    check('uninstall.gone', isGone, `${traces.length} requests, ${after.hooks.length} hooks`);
  },
};

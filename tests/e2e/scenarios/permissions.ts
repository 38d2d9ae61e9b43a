import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type SeenResult, seenResults } from '../harness/messages.ts';
import { toolName } from '../harness/product.ts';
import { runSession } from '../harness/run-session.ts';
import type { Scenario } from '../harness/scenario.ts';
import { afterTool, onPrompt } from '../harness/scripted-model.ts';

const EXECUTE = toolName('ctx_execute');
const SEARCH = toolName('ctx_search');
/** A file that would exist if the refused code had run. */
const TRACE = 'it-ran.txt';

/** Permission mode `default` without anybody to ask: the host decides, the plugin is no way around it. */
export const permissions: Scenario = {
  name: 'permissions',
  async run({ client, check, note, installedSandbox }) {
    const sandbox = await installedSandbox();
    const steps = [
      {
        when: onPrompt('TRY'),
        reply: [{ tool: EXECUTE, input: { language: 'shell', code: `echo ran > ${TRACE}` } }],
      },
      { when: afterTool(EXECUTE), reply: [{ tool: SEARCH, input: { queries: ['anything'] } }] },
    ];
    const session = await runSession({
      client,
      sandbox,
      steps,
      prompts: ['TRY it'],
      permissionMode: 'default',
    });
    const results = seenResults(session.main.at(-1)?.body.messages ?? []);
    const execute = results.find(({ tool }) => tool === EXECUTE);
    const search = results.find(({ tool }) => tool === SEARCH);
    const hasRun = existsSync(join(sandbox.project, TRACE));
    check(
      'permissions.execute',
      execute?.isError === true && !hasRun,
      `ran: ${hasRun}; ${describe(execute)}`,
    );
    check('permissions.words', /permission/i.test(execute?.text ?? ''), describe(execute));
    const isAnswered = search !== undefined && (!search.isError || /permission/i.test(search.text));
    check('permissions.read-only', isAnswered, describe(search));
    note(`ctx_execute → ${describe(execute)}`);
    note(`ctx_search → ${describe(search)}`);
  },
};

const describe = (result: SeenResult | undefined): string =>
  result === undefined
    ? 'no result'
    : `${result.isError ? 'refused' : 'answered'}: ${JSON.stringify(result.text)}`;

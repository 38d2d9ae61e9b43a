import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SeenResult, seenResults } from '../harness/messages.ts';
import { toolName } from '../harness/product.ts';
import { runSession } from '../harness/run-session.ts';
import type { Sandbox } from '../harness/sandbox.ts';
import type { Scenario } from '../harness/scenario.ts';
import { afterTool, type ModelRequest, onPrompt, type Step } from '../harness/scripted-model.ts';

const EXECUTE = toolName('ctx_execute');
const SEARCH = toolName('ctx_search');
/** Files that would exist if the refused code had run. */
const UNASKED_TRACE = 'it-ran.txt';
const DENIED_TRACE = 'it-ran-although-denied.txt';

const PERMISSIONS = { allow: ['Bash(seq *)'], deny: ['Bash(touch *)'] };
/** Longer than what is shown whole, so that it is stored. */
const ALLOWED = 'seq 1 20000';

const shell = (code: string) => ({ tool: EXECUTE, input: { language: 'shell', code } });

/** The stored original that the last answer names; a file that is not there when it names none. */
function storedFile({ newResults }: ModelRequest): string {
  const text = newResults.map((result) => result.text).join('\n');
  return /\/[^\s:;,\]]*\/out\/\d+\.txt/.exec(text)?.[0] ?? '/no/original/named';
}

const STEPS: readonly Step[] = [
  { when: onPrompt('TRY'), reply: [shell(`echo ran > ${UNASKED_TRACE}`)] },
  { when: afterTool(EXECUTE), reply: [shell(ALLOWED)] },
  {
    when: afterTool(EXECUTE),
    reply: (request) => [{ tool: 'Read', input: { file_path: storedFile(request) } }],
  },
  { when: afterTool('Read'), reply: [shell(`touch ${DENIED_TRACE}`)] },
  { when: afterTool(EXECUTE), reply: [{ tool: SEARCH, input: { queries: ['anything'] } }] },
];

function writeRules({ project }: Sandbox): void {
  const folder = join(project, '.claude');
  mkdirSync(folder);
  writeFileSync(join(folder, 'settings.local.json'), JSON.stringify({ permissions: PERMISSIONS }));
}

/** Permission mode `default` without anybody to ask: the user's rules decide, the plugin is no way around them. */
export const permissions: Scenario = {
  name: 'permissions',
  async run({ client, check, note, installedSandbox }) {
    const sandbox = await installedSandbox();
    writeRules(sandbox);
    const session = await runSession({
      client,
      sandbox,
      steps: STEPS,
      prompts: ['TRY it'],
      permissionMode: 'default',
    });
    const results = seenResults(session.main.at(-1)?.body.messages ?? []);
    const [unasked, allowed, denied] = results.filter(({ tool }) => tool === EXECUTE);
    const [search] = results.filter(({ tool }) => tool === SEARCH);
    const [read] = results.filter(({ tool }) => tool === 'Read');
    const hasRun = (trace: string): boolean => existsSync(join(sandbox.project, trace));
    const isHeld = unasked?.isError === true && !hasRun(UNASKED_TRACE);
    check('permissions.execute', isHeld, `ran: ${hasRun(UNASKED_TRACE)}; ${describe(unasked)}`);
    check('permissions.words', /permission.*allow rule/is.test(unasked?.text ?? ''), describe(unasked));
    check('permissions.allowed', allowed?.isError === false, describe(allowed));
    const isDenied = denied?.isError === true && !hasRun(DENIED_TRACE);
    const isNamed = /Bash\(touch \*\).*settings\.local\.json/s.test(denied?.text ?? '');
    check('permissions.denied', isDenied && isNamed, `ran: ${hasRun(DENIED_TRACE)}; ${describe(denied)}`);
    check('permissions.read-only', search?.isError === false, describe(search));
    check(
      'permissions.originals',
      read?.isError === false && /\b19999\b|\b300\b/.test(read.text),
      describe(read),
    );
    for (const result of results) note(`${result.tool} → ${describe(result)}`);
  },
};

const describe = (result: SeenResult | undefined): string =>
  result === undefined
    ? 'no result'
    : `${result.isError ? 'refused' : 'answered'}: ${JSON.stringify(result.text.slice(0, 400))}`;

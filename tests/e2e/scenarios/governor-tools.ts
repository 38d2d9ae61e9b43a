import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seenResults } from '../harness/messages.ts';
import { TOOL_PREFIX } from '../harness/product.ts';
import { addPageServer, PAGE_TOOL } from '../harness/project-server.ts';
import { runSession } from '../harness/run-session.ts';
import type { Scenario } from '../harness/scenario.ts';
import { afterTool, onPrompt, type Step, SUBAGENT_TASK } from '../harness/scripted-model.ts';

const DIGEST_LIMIT_BYTES = 3_000;
/** What stands around an agent's report is the client's own. */
const FRAME_BYTES = 1_500;

/** Some 30 KB in which one line tells what was asked for. */
const long = (kind: string, fact: string): string =>
  `${Array.from({ length: 420 }, (_, i) =>
    i === 260
      ? `${kind} 260: ${fact}`
      : `${kind} ${i}: nothing that anybody would ask for, number ${(i * 7919) % 9973}`,
  ).join('\n')}\n`;

const FACTS = {
  log: 'the pelican valve was closed by hand',
  report: 'the pelican valve is named in chapter nine',
  page: 'button "open the pelican valve" [ref=e260]',
};
const READ_TOOL = `${TOOL_PREFIX}ctx_read`;

/** Reads the three lines around the fact back by the handle that the latest result names. */
const readBack: Step['reply'] = ({ newResults }) => {
  const id = /\[(#\d+): /.exec(newResults.map(({ text }) => text).join('\n'))?.[1] ?? '#0';
  return [{ tool: READ_TOOL, input: { id, lines: '260-262' } }];
};

const steps = (log: string): readonly Step[] => [
  { when: onPrompt('VALVE'), reply: [{ tool: 'Read', input: { file_path: log } }] },
  {
    when: afterTool('Read'),
    reply: [{ tool: 'Read', input: { file_path: log, offset: 260, limit: 3 } }],
  },
  {
    when: afterTool('Read'),
    reply: [
      {
        tool: 'Edit',
        input: { file_path: log, old_string: 'was closed by hand', new_string: 'was closed by a tool' },
      },
    ],
  },
  {
    when: afterTool('Edit'),
    reply: [
      {
        tool: 'Agent',
        input: {
          description: 'look for the valve',
          prompt: `${SUBAGENT_TASK}: look for the pelican valve`,
          subagent_type: 'general-purpose',
          run_in_background: false,
        },
      },
    ],
  },
  { when: onPrompt(SUBAGENT_TASK), reply: [{ text: long('finding', FACTS.report) }] },
  { when: afterTool('Agent'), reply: readBack },
  { when: afterTool(READ_TOOL), reply: [{ tool: PAGE_TOOL, input: { page: 'valves' } }] },
  { when: afterTool(PAGE_TOOL), reply: readBack },
];

/** Large results of Read, of agents and of other MCP servers: the answer is in the digest, the bytes are one call away. */
export const governorTools: Scenario = {
  name: 'governor-tools',
  async run({ client, check, installedSandbox }) {
    const sandbox = await installedSandbox();
    const page = long('generic', FACTS.page);
    addPageServer(sandbox, page);
    const log = join(sandbox.project, 'valves.log');
    const logText = long('entry', FACTS.log);
    writeFileSync(log, logText);
    const session = await runSession({
      client,
      sandbox,
      steps: steps(log),
      prompts: ['VALVE: what is known of the pelican valve?'],
    });
    const results = seenResults(session.main.at(-1)?.body.messages ?? []);
    const of = (tool: string, at = 0): string =>
      results.filter((result) => result.tool === tool)[at]?.text ?? '';
    const isDigest = (text: string, fact: string, room: number): boolean =>
      text.includes(fact) && Buffer.byteLength(text) <= room;

    const [file, range] = [of('Read'), of('Read', 1)];
    const ranged = logText.split('\n').slice(259, 262);
    check(
      'governor.read',
      isDigest(file, FACTS.log, DIGEST_LIMIT_BYTES + 500) && ranged.every((line) => range.includes(line)),
      file.slice(0, 600),
    );
    const edited = readFileSync(log, 'utf8');
    check(
      'governor.edit-after-digest',
      edited === logText.replace('was closed by hand', 'was closed by a tool'),
      of('Edit'),
    );
    const report = of('Agent');
    check(
      'governor.agent',
      isDigest(report, FACTS.report, DIGEST_LIMIT_BYTES + FRAME_BYTES),
      report.slice(0, 600),
    );
    const shown = of(PAGE_TOOL);
    check(
      'governor.mcp',
      isDigest(shown, FACTS.page, DIGEST_LIMIT_BYTES) && session.unusedSteps === 0,
      `${session.unusedSteps} steps unused: ${shown.slice(0, 600)}`,
    );
    const wanted = [page, long('finding', FACTS.report)].map((text) =>
      text.split('\n').slice(259, 262).join('\n'),
    );
    const back = [of(READ_TOOL, 1), of(READ_TOOL)];
    check(
      'governor.read-back',
      wanted.every((lines, at) => back[at]?.includes(lines) === true),
      back.join('\n---\n').slice(0, 800),
    );
  },
};

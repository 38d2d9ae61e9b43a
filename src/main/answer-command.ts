import type { TypedCommand } from '#hooks/typed-commands.ts';
import type { ToolContext } from '#mcp/context.ts';
import type { ToolResponse } from '#mcp/response.ts';
import type { CallScope } from '#mcp/tool.ts';
import { TOOLS } from '#mcp/tools/index.ts';

/** Nobody cancels it; the agent stops waiting. */
const SCOPE: CallScope = { signal: new AbortController().signal, progress: () => undefined, caller: 'typed' };

/** What is asked of the tool; of purging only what would go. */
const argumentsOf = ({ tool, question }: TypedCommand): object => {
  if (tool === 'ctx_purge') return { scope: 'project' };
  return question === undefined ? {} : { queries: [question] };
};

/** Text for the person who typed the command, by the tool that tells it. @throws AppError of the tool */
export async function answerCommand(
  command: TypedCommand,
  context: () => Promise<ToolContext>,
  commandPrefix: string,
): Promise<string> {
  const tool = TOOLS.find(({ name }) => name === command.tool);
  if (tool === undefined) return '';
  const response: ToolResponse = await tool.run(
    tool.input.parse(argumentsOf(command)),
    await context(),
    SCOPE,
  );
  if (command.tool === 'ctx_purge')
    response.text(`To remove it, type ${commandPrefix}ctx-purge --project --yes.`);
  return response.shown;
}

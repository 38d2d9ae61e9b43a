import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  type CallToolResult,
  type JSONRPCRequest,
  ListToolsRequestSchema,
  McpError,
  ErrorCode as RpcCode,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import { type AppError, type ErrorCode, AppError as Fault, toAppError } from '#core/errors.ts';
import { isRecord } from '#core/json.ts';
import { HOOK_TOOL_NAME, PRODUCT_NAME } from '#core/tool-names.ts';
import type { Gate } from '#features/policy/gate.ts';
import type { PlatformDescriptor } from '#platforms/define.ts';
import { parseArguments, shown } from './arguments.ts';
import type { ToolContext } from './context.ts';
import { admitCall } from './gate/admit-call.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { listedTools } from './listing.ts';
import { ToolResponse } from './response.ts';
import type { CallProgress, CallScope } from './tool.ts';
import { TOOLS } from './tools/index.ts';

export interface McpServerOptions {
  readonly version: string;
  /** Called by the first tool that needs it, not before: `initialize` must not wait for the store. */
  readonly context: () => Promise<ToolContext>;
  /** Answers the unlisted hook tool: takes its arguments, returns the hook's stdout. */
  readonly onHook: (args: unknown) => Promise<string>;
  /** The agent behind the client's name; undefined when it is none of the known ones. */
  readonly platformOf: (clientName: string | undefined) => PlatformDescriptor | undefined;
  /** The client's model is told about our tools by a hook or a file of ours. */
  readonly isGuided: (clientName: string | undefined) => boolean;
  /** Every call of a tool passes it. */
  readonly gate: Gate;
  /** Who makes the call of this id; see CallScope. */
  readonly callerOf: (callId: string | undefined) => string;
  readonly onFault: (code: ErrorCode, message: string) => void;
  /** Told of every call before it is answered. */
  readonly onCall?: () => void;
  /** Aborted when the server ends: running calls end with it. */
  readonly shutdown: AbortSignal;
}

function errorAnswer(thrown: unknown, onFault: McpServerOptions['onFault']): ToolResponse {
  const error = toAppError(thrown);
  if (error.code === 'INTERNAL')
    onFault(error.code, `${error.message} ${String((error.cause as Error)?.stack ?? '')}`);
  return new ToolResponse().error(error);
}

const unknownTool = (name: string): AppError =>
  new Fault(
    'TOOL_UNKNOWN',
    `There is no tool ${shown(name)}; there are ${TOOLS.map((tool) => tool.name).join(', ')}.`,
  );

/** One thing the user has to know, in front of the next answer. A store that cannot be asked is no reason to fail. */
function tellNotices(response: ToolResponse, context: ToolContext): void {
  try {
    const notices = context.takeNotices('tool').filter((notice) => !response.includes(notice));
    if (notices.length > 0) response.lead(notices.join('\n'));
  } catch {
    // The answer itself says what is wrong with the store.
  }
}

interface AskedCall {
  readonly name: string;
  readonly args: unknown;
  readonly meta: unknown;
}

/** What is called with what. @throws McpError when the request names no tool */
function askedOf({ params }: JSONRPCRequest): AskedCall {
  const name = params?.name;
  if (typeof name === 'string') return { name, args: params?.arguments, meta: params?._meta };
  const given = name === undefined ? 'is missing' : `is ${shown(name)}`;
  throw new McpError(RpcCode.InvalidParams, `tools/call: name ${given}; expected the name of a tool`);
}

type CallExtra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** Progress notifications for a call that came with a token. */
function progressOf({ _meta, sendNotification }: CallExtra, onFault: McpServerOptions['onFault']) {
  const progressToken = _meta?.progressToken;
  return ({ done, total, message }: CallProgress): void => {
    if (progressToken === undefined) return;
    const params = { progressToken, progress: done, total, message };
    sendNotification({ method: 'notifications/progress', params }).catch((thrown) =>
      onFault('INTERNAL', `progress could not be sent: ${String(thrown)}`),
    );
  };
}

/** The MCP server: tool table, unlisted hook tool, errors as answers. It is ready at once; nothing is opened here. */
export function createMcpServer(options: McpServerOptions): Server {
  const server = new Server(
    { name: PRODUCT_NAME, version: options.version },
    { capabilities: { tools: {} } },
  );

  // The library takes one text for every client. It reads this when the client has said who it is.
  Object.defineProperty(server, '_instructions', {
    get: () => (options.isGuided(server.getClientVersion()?.name) ? undefined : INSTRUCTIONS),
  });

  server.setRequestHandler(ListToolsRequestSchema, () => {
    const hidden = options.platformOf(server.getClientVersion()?.name)?.unlistedTools ?? [];
    return { tools: listedTools(hidden) };
  });

  /** The id that the agent's hooks know the call by; undefined when it says none. */
  function callId(meta: unknown): string | undefined {
    const key = options.platformOf(server.getClientVersion()?.name)?.callIdMeta;
    const id = key !== undefined && isRecord(meta) ? meta[key] : undefined;
    return typeof id === 'string' ? id : undefined;
  }

  async function callTool(asked: AskedCall, scope: CallScope): Promise<ToolResponse> {
    let context: ToolContext | undefined;
    const response = await answer(asked, scope, (opened) => {
      context = opened;
    });
    context?.countOutput(response.tally(asked.name));
    return response;
  }

  async function answer(
    { name, args, meta }: AskedCall,
    scope: CallScope,
    onContext: (context: ToolContext) => void,
  ): Promise<ToolResponse> {
    try {
      const tool = TOOLS.find((candidate) => candidate.name === name);
      if (tool === undefined) throw unknownTool(name);
      const parsed = parseArguments(tool.input, args, name);
      const context = await options.context();
      onContext(context);
      const access = tool.access(parsed, context.projectRoot);
      const admission = await admitCall(
        { call: { tool: tool.name, input: args, access }, callId: callId(meta), signal: scope.signal },
        options.gate,
        server,
      );
      if (admission.kind === 'refused') return admission.response;
      const response = await tool.run(parsed, context, { ...scope, outside: admission.outside });
      response.allowedBy(admission.reason);
      tellNotices(response, context);
      return response;
    } catch (thrown) {
      return errorAnswer(thrown, options.onFault);
    }
  }

  // Not as a handler of its own: the library checks the arguments of those first, and answers with its schema's words.
  server.fallbackRequestHandler = async (request, extra): Promise<CallToolResult> => {
    options.onCall?.();
    if (request.method !== 'tools/call') throw new McpError(RpcCode.MethodNotFound, 'Method not found');
    const asked = askedOf(request);
    if (asked.name === HOOK_TOOL_NAME)
      return { content: [{ type: 'text', text: await options.onHook(asked.args) }] };
    const scope = {
      caller: options.callerOf(callId(asked.meta)),
      signal: AbortSignal.any([extra.signal, options.shutdown]),
      progress: progressOf(extra, options.onFault),
    };
    const platform = options.platformOf(server.getClientVersion()?.name);
    return (await callTool(asked, scope)).toResult(platform?.structuredReplacesText ?? false);
  };

  server.onerror = (error) => options.onFault('MESSAGE_MALFORMED', error.message);
  return server;
}

import type { TallyEntry } from '#core/tally.ts';
import type { ToolName } from '#core/tool-names.ts';
import type { Environment } from '#infra/home.ts';
import type { PlatformDescriptor } from '#platforms/define.ts';
import { readingOf } from '#platforms/reading/index.ts';
import { listedSchema, type Tool } from './tool.ts';
import { TOOLS } from './tools/index.ts';

const listed = (tool: Tool) => ({
  name: tool.name,
  description: tool.description,
  inputSchema: listedSchema(tool) as { type: 'object' },
  annotations: tool.annotations,
});

/** All tools but the hidden ones, as they are listed. */
export const listedTools = (hidden: readonly ToolName[]) =>
  TOOLS.filter((tool) => !hidden.includes(tool.name)).map(listed);

/** A tool as it stands in a request of the agent, in bytes. */
const schemaBytes = ({ toolName }: PlatformDescriptor, tool: ReturnType<typeof listed>): number =>
  Buffer.byteLength(
    JSON.stringify({
      name: toolName(tool.name),
      description: tool.description,
      input_schema: tool.inputSchema,
    }),
  );

/** What the list of our tools takes in the requests of an agent: once per context, since it is the same in every request. */
export function listingTally(platform: PlatformDescriptor, version: string, env: Environment): TallyEntry {
  const tools = listedTools(platform.unlistedTools);
  const isNames = readingOf(platform.id)?.listsOnlyNames({ version, env }) ?? false;
  const bytesOf = (tool: (typeof tools)[number]): number =>
    isNames ? Buffer.byteLength(platform.toolName(tool.name)) + 1 : schemaBytes(platform, tool);
  const overheadBytes = tools.reduce((sum, tool) => sum + bytesOf(tool), 0);
  return { kind: 'schema', name: isNames ? 'names' : 'tools/list', overheadBytes };
}

/** Schemas of ours that the agent loaded by a call whose result this is; undefined: none. */
export function loadedTally(platform: PlatformDescriptor, result: string): TallyEntry | undefined {
  const loaded = listedTools(platform.unlistedTools).filter(({ name }) => {
    const full = platform.toolName(name);
    return new RegExp(`${full}(?![\\w])`).test(result);
  });
  if (loaded.length === 0) return undefined;
  const overheadBytes = loaded.reduce((sum, tool) => sum + schemaBytes(platform, tool), 0);
  return { kind: 'schema', name: 'loaded', count: loaded.length, overheadBytes };
}

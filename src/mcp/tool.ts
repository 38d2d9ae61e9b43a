import { z } from 'zod';
import type { RunPlace } from '#core/confine.ts';
import type { ToolName } from '#core/tool-names.ts';
import type { CallAccess } from '#features/policy/act.ts';
import type { ToolContext } from './context.ts';
import type { ToolResponse } from './response.ts';

/** What a running call gets beside its arguments. */
export interface CallScope {
  /** Aborted when the client cancels the call, disconnects, or the server ends. */
  readonly signal: AbortSignal;
  /** Tells the client how far a long call is; does nothing when it did not ask for that. */
  readonly progress: (progress: CallProgress) => void;
  /** What it runs may run without the sandbox that is wanted; see RunPlace. */
  readonly outside?: RunPlace['outside'] | undefined;
  /** Tells the main conversation and each subagent apart; empty where nobody said who calls. */
  readonly caller: string;
}

/** `done` of `total`, in whatever unit; the message is for a person. */
export interface CallProgress {
  readonly done: number;
  readonly total: number;
  readonly message: string;
}

/** One MCP tool: what the model sees of it, and what it does. */
export interface Tool {
  readonly name: ToolName;
  readonly description: string;
  readonly annotations: Readonly<Record<string, boolean>>;
  readonly input: z.ZodObject;
  /** What a call would do to the machine; the folder is the project's. */
  access(args: unknown, projectRoot: string): CallAccess;
  run(args: unknown, context: ToolContext, scope: CallScope): Promise<ToolResponse>;
}

interface ToolDefinition<Shape extends z.ZodRawShape> {
  readonly name: ToolName;
  /** A function where it depends on the machine; called when the tools are listed, and always the same there. */
  readonly description: string | (() => string);
  readonly annotations: Readonly<Record<string, boolean>>;
  readonly input: z.ZodObject<Shape>;
  /** What a call would do to the machine: permission rules are asked about exactly this, before it runs. */
  access(args: z.infer<z.ZodObject<Shape>>, projectRoot: string): CallAccess;
  /** @throws AppError, which becomes an error answer */
  run(args: z.infer<z.ZodObject<Shape>>, context: ToolContext, scope: CallScope): Promise<ToolResponse>;
}

/** A tool with its arguments typed by its schema; the arguments have passed the schema when `run` is called. */
export function defineTool<Shape extends z.ZodRawShape>(definition: ToolDefinition<Shape>): Tool {
  const { name, annotations, description } = definition;
  return {
    name,
    annotations,
    get description() {
      return typeof description === 'string' ? description : description();
    },
    input: definition.input as unknown as z.ZodObject,
    access: (args, projectRoot) => definition.access(args as z.infer<z.ZodObject<Shape>>, projectRoot),
    run: (args, context, scope) => definition.run(args as z.infer<z.ZodObject<Shape>>, context, scope),
  };
}

type JsonSchema = { readonly [key: string]: unknown };

/** Keys that cost tokens and tell the model nothing, or that some clients reject. */
const DROPPED = new Set([
  '$schema',
  'additionalProperties',
  'title',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
]);
/** zod writes the range of safe integers where a number has no limit of its own. */
const isNoLimit = (value: unknown): boolean =>
  typeof value === 'number' && Math.abs(value) === Number.MAX_SAFE_INTEGER;

function compact(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(compact);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !DROPPED.has(key) && !isNoLimit(value))
      .map(([key, value]) => [key, key === 'properties' ? compactProperties(value) : compact(value)]),
  );
}

/** Names of properties are data, not keywords: a property called `title` stays. */
const compactProperties = (properties: unknown): unknown =>
  Object.fromEntries(Object.entries(properties as JsonSchema).map(([name, value]) => [name, compact(value)]));

/** The tool's schema as it is listed: the same zod object, rendered short. */
export const listedSchema = (tool: Tool): JsonSchema =>
  compact(z.toJSONSchema(tool.input, { io: 'input', unrepresentable: 'any' })) as JsonSchema;

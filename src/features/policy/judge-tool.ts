import { PLUGIN_SERVER_KEY, PRODUCT_NAME, type ToolName } from '#core/tool-names.ts';
import type { Judgement, PermissionPolicy, PermissionRule } from './policy.ts';
import { matchesWildcard } from './rules/wildcard.ts';
import { allowed, asked, denied, ruleReason } from './verdicts.ts';

/** The names of our server in rules: as the plugin brings it, and as a user adds it by hand. */
const SERVERS = [`mcp__plugin_${PRODUCT_NAME}_${PLUGIN_SERVER_KEY}`, `mcp__${PRODUCT_NAME}`];

/** `mcp__server` is all of its tools, `mcp__server__*` too, `mcp__server__tool` is one. */
function isAbout(
  { tool, specifier }: PermissionRule,
  name: string,
  input: Readonly<Record<string, unknown>>,
): boolean {
  const isNamed = SERVERS.some((server) => tool === server || matchesWildcard(tool, `${server}__${name}`));
  if (!isNamed) return false;
  if (specifier === undefined) return true;
  const colon = specifier.indexOf(':');
  if (colon < 0) return false;
  const value = input[specifier.slice(0, colon).trim()];
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isPlain && matchesWildcard(specifier.slice(colon + 1).trim(), String(value));
}

/**
 * What the user's rules say about one of our tools itself, also by the value of a field: `mcp__…__ctx_execute(language:ruby)`.
 * Undefined when they say nothing. An allow is about the tool's own prompt: what the call does is judged besides.
 */
export function judgeTool(
  name: ToolName | (string & {}),
  input: Readonly<Record<string, unknown>>,
  { deny, ask, allow }: PermissionPolicy,
): Judgement | undefined {
  const find = (rules: readonly PermissionRule[]) => rules.find((rule) => isAbout(rule, name, input));
  const denyRule = find(deny);
  if (denyRule !== undefined) return denied(ruleReason('denies', name, denyRule), denyRule);
  const askRule = find(ask);
  if (askRule !== undefined) return asked(ruleReason('asks about', name, askRule), askRule);
  const allowRule = find(allow);
  return allowRule === undefined ? undefined : allowed(ruleReason('allows', name, allowRule), allowRule);
}

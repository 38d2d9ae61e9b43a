import { breach, documentOf, type Host, outcome } from './host.ts';

/** Claude Code, by run: a list is taken before a compaction, and a document in another event's name is dropped. */
export const claude: Host = (end, { event }) => {
  if (end.exitCode !== 0) breach(`exit code ${end.exitCode}`);
  // What this hook prints goes to the summary as it is, unless it is an object.
  const list: unknown = event === 'PreCompact' && end.stdout !== '' ? JSON.parse(end.stdout) : undefined;
  if (Array.isArray(list)) return { context: list.join('\n') };
  const document = documentOf(end);
  const specific = document?.hookSpecificOutput as Record<string, unknown> | undefined;
  if (specific === undefined) return {};
  if (specific.hookEventName !== event) breach(`an answer in the name of ${String(specific.hookEventName)}`);
  const isDenied = specific.permissionDecision === 'deny';
  return outcome({
    context: specific.additionalContext as string | undefined,
    refused: isDenied ? (specific.permissionDecisionReason as string) : undefined,
    replaced: specific.updatedToolOutput,
  });
};

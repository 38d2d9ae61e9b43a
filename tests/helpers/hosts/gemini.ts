import { breach, documentOf, type Host, onlyKeys, outcome } from './host.ts';

const TOP = [
  'continue',
  'stopReason',
  'suppressOutput',
  'systemMessage',
  'decision',
  'reason',
  'hookSpecificOutput',
];
const AFTER = ['AfterTool'];
/** Where added context reaches the model. */
const CONTEXT = ['SessionStart', 'BeforeAgent', 'AfterTool'];

/** Gemini CLI 0.61.0, as seen by run and read in its package. */
export const gemini: Host = (end, { event }) => {
  // Exit 2 blocks, others warn the user; plain text is shown to the user.
  if (end.exitCode !== 0) breach(`exit code ${end.exitCode}`);
  const document = documentOf(end);
  if (document === undefined) return {};
  onlyKeys(document, TOP);
  if (document.decision !== undefined) {
    if (document.decision !== 'deny' || typeof document.reason !== 'string')
      breach('a decision without a reason');
    if (event === 'BeforeTool') return { refused: document.reason as string };
    if (AFTER.includes(event)) return { replaced: document.reason };
    breach(`${event} cannot deny`);
  }
  const specific = document.hookSpecificOutput as Record<string, unknown> | undefined;
  if (specific === undefined) return {};
  onlyKeys(specific, ['hookEventName', 'additionalContext', 'tool_input']);
  if (specific.hookEventName !== event) breach(`an answer in the name of ${String(specific.hookEventName)}`);
  if (!CONTEXT.includes(event)) breach(`context of ${event} reaches nobody`);
  return outcome({ context: specific.additionalContext as string | undefined });
};

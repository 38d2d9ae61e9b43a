import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { ElicitResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { sliceWhole } from '#core/text/bytes.ts';
import { formatCount } from '#core/units.ts';
import type { GateCall } from '#features/policy/gate.ts';
import { actText, visible } from './describe-call.ts';

/** A person may be away; after this long the call is refused and can be made again. */
const ANSWER_LIMIT_MS = 300_000;
/** Longer code is nothing that a person reads in a dialogue. */
const SHOWN_CHARS = 8_000;

/** What a person answered; `unasked`: the client has no dialogue for it. */
export type UserAnswer = 'yes' | 'no' | 'unasked';

/** What the user is shown of a call. */
function question({ tool, access }: GateCall, reason: string): string {
  const text = visible(access.acts.map(actText).join('\n'));
  const rest = text.length - SHOWN_CHARS;
  const shown =
    rest <= 0 ? text : `${sliceWhole(text, 0, SHOWN_CHARS)}\n… ${formatCount(rest)} characters more`;
  return `${tool}: ${visible(reason)}\n\n${shown}\n\nRun it?`;
}

/** Asks the user through the client, where it can. An error counts as no answer, and no answer is no yes. */
export async function askUser(
  server: Server,
  call: GateCall,
  reason: string,
  signal: AbortSignal,
): Promise<UserAnswer> {
  if (server.getClientCapabilities()?.elicitation === undefined) return 'unasked';
  try {
    // Not by the SDK's own verb: it loads a validator for answers, and this form has no fields.
    const { action } = await server.request(
      {
        method: 'elicitation/create',
        params: { message: question(call, reason), requestedSchema: { type: 'object', properties: {} } },
      },
      ElicitResultSchema,
      { signal, timeout: ANSWER_LIMIT_MS },
    );
    return action === 'accept' ? 'yes' : 'no';
  } catch {
    return 'unasked';
  }
}

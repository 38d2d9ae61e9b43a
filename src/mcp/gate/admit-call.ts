import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { runsCode } from '#features/policy/confined-call.ts';
import { agreed, type Gate, type GateCall } from '#features/policy/gate.ts';
import type { Judgement } from '#features/policy/policy.ts';
import type { ToolResponse } from '../response.ts';
import { askUser } from './ask-user.ts';
import { refusal } from './refusal.ts';

export interface ArrivedCall {
  readonly call: GateCall;
  /** The id that the agent's hooks know the call by. */
  readonly callId: string | undefined;
  readonly signal: AbortSignal;
}

/** A call that may run, with what allows it; or the answer to one that may not. */
export type Admitted =
  | { readonly kind: 'admitted'; readonly reason: string; readonly outside: Judgement['outside'] }
  | { readonly kind: 'refused'; readonly response: ToolResponse };

/** Judges a call that has arrived, and asks the user where the rules want that. */
export async function admitCall(
  { call, callId, signal }: ArrivedCall,
  gate: Gate,
  server: Server,
): Promise<Admitted> {
  await gate.ready(runsCode(call));
  const { kind, judgement } = gate.atCall(call, callId);
  const { outside } = judgement;
  switch (kind) {
    case 'run':
      return { kind: 'admitted', reason: judgement.reason, outside };
    case 'refuse':
      return { kind: 'refused', response: refusal(call, judgement, false) };
    case 'ask': {
      const answer = await askUser(server, call, judgement.reason, signal);
      // Thinking takes time: what the rules forbid by then stays forbidden.
      await gate.ready(runsCode(call));
      const now = answer === 'yes' ? gate.atCall(call, undefined) : undefined;
      if (now?.kind === 'refuse') return { kind: 'refused', response: refusal(call, now.judgement, false) };
      if (now !== undefined) return { kind: 'admitted', reason: agreed(judgement).reason, outside };
      return { kind: 'refused', response: refusal(call, judgement, answer === 'no') };
    }
    default:
      return kind satisfies never;
  }
}

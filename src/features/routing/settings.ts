import { AppError } from '#core/errors.ts';
import { type Environment, environmentValue } from '#infra/home.ts';

const ROUTING_MODES = ['govern', 'redirect', 'off'] as const;
/** `govern`: a call runs, and its result is made short; `redirect`: it is refused, with the call that does the same. */
export type RoutingMode = (typeof ROUTING_MODES)[number];

const MODE_VARIABLE = 'PLIMSOLL_ROUTING_MODE';
const ADVICE_VARIABLE = 'PLIMSOLL_ROUTING_ADVICE';

/** What the user says, else what the agent can do: a refusal costs a turn, and is worth it only where results stay as they are. */
export function readRoutingMode(env: Environment, canReplace: boolean): RoutingMode {
  const text = environmentValue(env, MODE_VARIABLE);
  if (text === undefined) return canReplace ? 'govern' : 'redirect';
  const mode = ROUTING_MODES.find((known) => known === text);
  if (mode !== undefined) return mode;
  throw new AppError(
    'ARGUMENT_INVALID',
    `${MODE_VARIABLE} is "${text}"; accepted: ${ROUTING_MODES.join(', ')}.`,
  );
}

/** Advice is given unless it is switched off. @throws AppError ARGUMENT_INVALID */
export function readAdvice(env: Environment): boolean {
  const text = environmentValue(env, ADVICE_VARIABLE) ?? 'on';
  if (text === 'on' || text === 'off') return text === 'on';
  throw new AppError('ARGUMENT_INVALID', `${ADVICE_VARIABLE} is "${text}"; accepted: on, off.`);
}

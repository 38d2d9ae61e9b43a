import type { HostSandbox } from '#core/host-sandbox.ts';
import type { Verdict } from '#core/verdict.ts';

/** The user's setting: `auto` follows the host. */
export type SandboxMode = 'auto' | 'on' | 'off';

/** Strictest last. */
const MODES: readonly SandboxMode[] = ['off', 'auto', 'on'];

export const isSandboxMode = (value: unknown): value is SandboxMode => MODES.some((mode) => mode === value);

/** The strictest of what was said in several places; `auto` when nothing was. No place can undo what another asks for. */
export const strictestMode = (modes: readonly SandboxMode[]): SandboxMode =>
  modes.length === 0
    ? 'auto'
    : modes.reduce((one, other) => (MODES.indexOf(other) > MODES.indexOf(one) ? other : one));

/** Whether code has to run confined. */
export interface Confinement {
  readonly isWanted: boolean;
  /** Without it nothing may run, whatever the user would answer. */
  readonly isStrict: boolean;
  /** Who wants it; `nobody` when it is not wanted. */
  readonly by: 'host' | 'user' | 'nobody';
}

/** What the host's setting and the user's together ask for. The host's cannot be lifted by ours. */
export function confinementOf(host: HostSandbox, mode: SandboxMode): Confinement {
  if (mode === 'on') return { isWanted: true, isStrict: true, by: 'user' };
  if (host.enabled) return { isWanted: true, isStrict: host.failIfUnavailable, by: 'host' };
  return { isWanted: false, isStrict: false, by: 'nobody' };
}

/** What confines children here. */
export type Backend =
  | { readonly kind: 'ready'; readonly program: string }
  /** `why` completes "confinement: none (…)"; `fix` is a sentence for the user, empty when none is known. */
  | { readonly kind: 'missing'; readonly why: string; readonly fix: string };

function causeOf(why: string): string {
  if (why === 'bwrap missing') return 'bubblewrap is missing';
  return why.startsWith('no backend') ? `there is ${why}` : `bubblewrap cannot be used (${why})`;
}

/** What a gate does with a call because of its confinement, beside what the rules say. */
export interface ConfinementVerdict {
  readonly verdict: Verdict;
  /** For the user and the model; empty for `allow`. */
  readonly reason: string;
}

const WAY_OUT = {
  user: "set plimsoll's sandbox to off",
  host: "set sandbox.failIfUnavailable to false in the host's settings",
  nobody: '',
} as const satisfies Record<Confinement['by'], string>;

/** `deny`: required and missing; `ask`: wanted and missing; else `allow`. */
export function confinementVerdict(
  { isWanted, isStrict, by }: Confinement,
  backend: Backend,
): ConfinementVerdict {
  if (!isWanted || backend.kind === 'ready') return { verdict: 'allow', reason: '' };
  const cause = causeOf(backend.why);
  if (isStrict)
    return {
      verdict: 'deny',
      reason: `Not run: confinement is required and ${cause}. ${backend.fix.replace(/\.$/, '')}, or ${WAY_OUT[by]}.`,
    };
  return { verdict: 'ask', reason: `${cause}: this would run without confinement. Allow once?` };
}

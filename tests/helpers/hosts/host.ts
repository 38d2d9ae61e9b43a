/** How a hook process ended. */
export interface HookEnd {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What an agent makes of it, by its contract. Empty: it goes on as if there were no hook. */
export interface HostOutcome {
  /** What the model reads beside what it would have read. */
  readonly context?: string;
  /** The call was not made; the model reads this instead. */
  readonly refused?: string;
  /** What the model reads in place of the result. */
  readonly replaced?: unknown;
}

/** What happened, in the agent's words. */
interface HostedEvent {
  readonly event: string;
  readonly toolName: string | undefined;
}

/** Plays an agent for one hook answer. Throws for what that agent would punish: drop, show to the user, or take for a block. */
export type Host = (end: HookEnd, event: HostedEvent) => HostOutcome;

/** @throws Error, named as a breach of the contract */
export function breach(what: string): never {
  throw new Error(`breach of the host's contract: ${what}`);
}

/** The only document on stdout; undefined when it is empty. */
export function documentOf({ stdout }: HookEnd): Record<string, unknown> | undefined {
  if (stdout === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(stdout);
  } catch {
    return breach(`stdout is no JSON: ${stdout.slice(0, 80)}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return breach('stdout is no object');
  return value as Record<string, unknown>;
}

/** Refuses keys that the host does not know. */
export function onlyKeys(document: Record<string, unknown>, known: readonly string[]): void {
  const unknown = Object.keys(document).filter((key) => !known.includes(key));
  if (unknown.length > 0) breach(`unknown keys ${unknown.join(', ')}`);
}

/** Leaves out what is undefined. */
export const outcome = (
  fields: { readonly [K in keyof HostOutcome]: HostOutcome[K] | undefined },
): HostOutcome => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

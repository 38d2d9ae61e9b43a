/** What may happen to a call: it runs, the user is asked, or it is refused. */
export type Verdict = 'allow' | 'ask' | 'deny';

const STRICTNESS: Readonly<Record<Verdict, number>> = { allow: 0, ask: 1, deny: 2 };

/** Positive when the first verdict is stricter, negative when the second is, 0 when they are the same. */
export const compareVerdicts = (a: Verdict, b: Verdict): number => STRICTNESS[a] - STRICTNESS[b];

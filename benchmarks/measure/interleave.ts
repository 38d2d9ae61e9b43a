import { setTimeout as sleep } from 'node:timers/promises';

/** Measures once; returns milliseconds. */
export type Sample = () => number | Promise<number>;

export interface Rounds {
  readonly count: number;
  /** Rounds that are run first and not counted: file caches, lazily made folders. */
  readonly warmUp: number;
  /** Rest before each sample, for arms that tidy up after they have answered. None by default. */
  readonly pauseMs?: number;
}

/**
 * Takes one sample of each arm per round, and returns the milliseconds by arm, index = round. Every round begins with
 * another arm, so that none always runs after the same one.
 */
export async function interleave<Arm extends string>(
  arms: Readonly<Record<Arm, Sample>>,
  rounds: Rounds,
): Promise<Readonly<Record<Arm, readonly number[]>>> {
  const names = Object.keys(arms) as Arm[];
  const taken = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Arm, number[]>;
  for (let round = -rounds.warmUp; round < rounds.count; round += 1) {
    for (let step = 0; step < names.length; step += 1) {
      const name = names[(step + round + rounds.warmUp) % names.length] as Arm;
      if (rounds.pauseMs !== undefined) await sleep(rounds.pauseMs);
      const ms = await arms[name]();
      if (round >= 0) taken[name].push(ms);
    }
  }
  return taken;
}

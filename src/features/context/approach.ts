import type { JsonRecord } from '#core/json.ts';
import { SECOND_MS } from '#core/units.ts';
import type { ContextFile, ContextFiles } from '#infra/context-files.ts';
import { CLOCK_SLACK_MS } from './kept-load.ts';

/** Who claimed it and has not told by then has died on the way, or stands still for too long. */
const CLAIM_MS = 5 * SECOND_MS;
/** Processes that die on their way to the note, one after the other; then it is left alone. */
const MAX_CLAIMS = 20;

/** Who looks, and when. */
export interface Looker {
  readonly pid: number;
  readonly nowMs: number;
  /** False only for a process that is certainly gone. */
  readonly isAlive: (pid: number) => boolean;
}

type ApproachFiles = Pick<ContextFiles, 'read' | 'write' | 'create' | 'rename' | 'remove'>;

const claimFile = (number: number): ContextFile => `claim-${number}`;

const numberOf = (value: JsonRecord, key: string): number | undefined => {
  const number = value[key];
  return typeof number === 'number' ? number : undefined;
};

/** When a file says that it was made; one that does not say (it was cut short) by its own time. */
const madeAtMs = ({ value, changedMs }: { readonly value: JsonRecord; readonly changedMs: number }): number =>
  numberOf(value, 'atMs') ?? changedMs;

/** When the load fell last. 0: never, or at a time that is still to come: the clock was set back, and it says nothing. */
function fellAtMs(files: ApproachFiles, nowMs: number): number {
  const found = files.read('fell');
  const atMs = found === undefined ? 0 : madeAtMs(found);
  return atMs > nowMs ? 0 : atMs;
}

/** A claim of somebody who will not tell any more. A time that is far off, also in the future, comes from a clock that jumped. */
function isAbandoned(files: ApproachFiles, number: number, { nowMs, isAlive }: Looker): boolean {
  const claim = files.read(claimFile(number));
  // Nothing of ours lies there.
  if (claim === undefined) return true;
  const pid = numberOf(claim.value, 'pid');
  return Math.abs(nowMs - madeAtMs(claim)) > CLAIM_MS || (pid !== undefined && !isAlive(pid));
}

/**
 * Takes upon itself to tell: of all processes that ask at once, one gets the claim's number, the others get undefined. So
 * does everybody when it was told before. Who gets it tells, and then calls `setTold`. `wasSaid`: somebody said it at that
 * time or later; asked when an earlier process died with a claim, perhaps between its word and its flag.
 */
export function claimNote(
  files: ApproachFiles,
  looker: Looker,
  wasSaid: (sinceMs: number) => boolean,
): number | undefined {
  if (files.read('told') !== undefined) return undefined;
  let sinceMs: number | undefined;
  for (let number = 0; number < MAX_CLAIMS; number += 1) {
    if (files.create(claimFile(number), { atMs: looker.nowMs, pid: looker.pid })) {
      const isTold = files.read('told') !== undefined;
      if (!isTold && (sinceMs === undefined || !wasSaid(sinceMs))) return number;
      // Told between the two looks, or said by one who died before the flag.
      if (isTold) files.remove(claimFile(number));
      else setTold(files, number);
      return undefined;
    }
    if (!isAbandoned(files, number, looker)) return undefined;
    const claim = files.read(claimFile(number));
    // What was said before the load fell belongs to an earlier approach.
    sinceMs ??= Math.max(fellAtMs(files, looker.nowMs), claim === undefined ? looker.nowMs : madeAtMs(claim));
  }
  return undefined;
}

/** Sets the flag that it was told. A rename, which needs no room on a full disk. */
export const setTold = (files: ApproachFiles, claim: number): void => files.rename(claimFile(claim), 'told');

/** Forgets that it was told, and claims of processes that are gone. */
export function startAnew(files: ApproachFiles, looker: Looker): void {
  files.write('fell', { atMs: looker.nowMs });
  files.remove('told');
  let count = 0;
  while (count < MAX_CLAIMS && files.read(claimFile(count)) !== undefined) count += 1;
  const numbers = Array.from({ length: count }, (_, number) => number);
  if (numbers.every((number) => isAbandoned(files, number, looker)))
    for (const number of numbers.reverse()) files.remove(claimFile(number));
}

/**
 * The load was below the threshold at `readAtMs`: the next approach is a new one. A number that is older than the note
 * comes from before it, and changes nothing.
 */
export function onBelow(files: ApproachFiles, readAtMs: number, looker: Looker): void {
  const told = files.read('told');
  if (told === undefined) {
    if (files.read(claimFile(0)) !== undefined) startAnew(files, looker);
    return;
  }
  const toldAtMs = madeAtMs(told);
  if (readAtMs > toldAtMs || toldAtMs > looker.nowMs + CLOCK_SLACK_MS) startAnew(files, looker);
}

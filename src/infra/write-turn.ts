/**
 * Lets one thread of this process go first at the store: SQLite's own waiting sleeps ever longer and misses the short gaps
 * between the transactions of a thread that writes all the time. Both sides share four bytes.
 */
export const createTurnState = (): SharedArrayBuffer => new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);

/** Whoever writes all the time waits no longer than this for whoever asked. */
const GIVE_WAY_MS = 200;

/** The side that must not wait: runs `write` while the other side knows that it is wanted. */
export function writeFirst(state: SharedArrayBuffer): <T>(write: () => T) => T {
  const wanted = new Int32Array(state);
  return (write) => {
    Atomics.add(wanted, 0, 1);
    try {
      return write();
    } finally {
      Atomics.sub(wanted, 0, 1);
      Atomics.notify(wanted, 0);
    }
  };
}

/** The side that writes much: asks whether somebody waits, and lets them. Blocks; not for a main thread. */
export function writeAfter(state: SharedArrayBuffer): {
  readonly isWanted: () => boolean;
  readonly giveWay: () => void;
} {
  const wanted = new Int32Array(state);
  return {
    isWanted: () => Atomics.load(wanted, 0) > 0,
    giveWay: () => {
      const count = Atomics.load(wanted, 0);
      if (count > 0) Atomics.wait(wanted, 0, count, GIVE_WAY_MS);
    },
  };
}

import { describe, expect, it } from 'vitest';
import type { JsonRecord } from '#core/json.ts';
import { claimNote, type Looker, onBelow, setTold, startAnew } from '#features/context/approach.ts';
import type { ContextFile, ContextFiles } from '#infra/context-files.ts';
import { random } from '../../../helpers/seeded.ts';

/** The process is killed. */
class Killed extends Error {}

type Files = Pick<ContextFiles, 'read' | 'write' | 'create' | 'rename' | 'remove'>;

/** Files in memory, seen by a process that is stopped before each of its acts: killed, or overtaken by others. */
class Disk {
  readonly files = new Map<ContextFile, { readonly value: JsonRecord; readonly changedMs: number }>();
  nowMs = 1_000_000_000;

  as(before: () => void): Files {
    const act =
      <A extends readonly unknown[], R>(done: (...args: A) => R) =>
      (...args: A): R => {
        before();
        return done(...args);
      };
    return {
      read: act((file: ContextFile) => this.files.get(file)),
      write: act((file: ContextFile, value: object) => {
        this.files.set(file, { value: value as JsonRecord, changedMs: this.nowMs });
      }),
      create: act((file: ContextFile, value: object) => {
        if (this.files.has(file)) return false;
        this.files.set(file, { value: value as JsonRecord, changedMs: this.nowMs });
        return true;
      }),
      rename: act((from: ContextFile, to: ContextFile) => {
        const found = this.files.get(from);
        if (found === undefined) throw new Error(`no ${from}`);
        this.files.set(to, found);
        this.files.delete(from);
      }),
      remove: act((file: ContextFile) => void this.files.delete(file)),
    };
  }
}

const WARN = 90;

/** One session: its load goes up and down, its hooks run side by side and are killed. */
class Session {
  readonly disk = new Disk();
  /** Times of the notes that were said; the agent writes them down. */
  readonly said: number[] = [];
  private readonly alive = new Set<number>();
  private lastPid = 100;
  private readonly next: () => number;
  private depth = 0;

  constructor(next: () => number) {
    this.next = next;
  }

  /** A hook process from its start to its end, which may come at any of its acts. */
  hook(percent: number, readAtMs: number): void {
    this.lastPid += 1;
    const pid = this.lastPid;
    this.alive.add(pid);
    const before = (): void => {
      const chance = this.next();
      if (chance < 0.05) throw new Killed();
      if (chance < 0.25 && this.depth < 3) {
        this.depth += 1;
        this.hook(percent, readAtMs);
        this.depth -= 1;
      }
    };
    const files = this.disk.as(before);
    const looker: Looker = { pid, nowMs: this.disk.nowMs, isAlive: (other) => this.alive.has(other) };
    try {
      if (percent < WARN) onBelow(files, readAtMs, looker);
      else {
        const claim = claimNote(files, looker, (sinceMs) => this.said.some((atMs) => atMs >= sinceMs));
        if (claim !== undefined) {
          before();
          this.said.push(this.disk.nowMs);
          setTold(files, claim);
        }
      }
    } catch (thrown) {
      if (!(thrown instanceof Killed)) throw thrown;
    } finally {
      this.alive.delete(pid);
    }
  }
}

/** Walks once; the notes of each approach. */
function walk(seed: number): readonly number[] {
  const next = random(seed);
  const session = new Session(next);
  const notes: number[] = [];
  let percent = 20;
  let isAbove = false;
  for (let step = 0; step < 120; step += 1) {
    session.disk.nowMs += Math.ceil(next() * 8_000);
    percent = next() < 0.06 ? 10 + next() * 40 : Math.min(120, percent + next() * 14 - 3);
    const wasAbove = isAbove;
    isAbove = percent >= WARN;
    const before = session.said.length;
    session.hook(percent, session.disk.nowMs);
    // The number of hooks that a kill cannot take away: an approach lasts until one got through, and so does its end.
    for (let more = 0; more < 40 && !isSettled(session, isAbove); more += 1) {
      session.disk.nowMs += 100;
      session.hook(percent, session.disk.nowMs);
    }
    if (isAbove && !wasAbove) notes.push(0);
    if (isAbove) notes[notes.length - 1] = (notes.at(-1) ?? 0) + session.said.length - before;
    else if (session.said.length > before) throw new Error(`seed ${seed}: a note below the threshold`);
  }
  return notes;
}

const isSettled = ({ disk }: Session, isAbove: boolean): boolean => disk.files.has('told') === isAbove;

it('1,000 walks with kills at any act and hooks side by side: exactly one note per approach', () => {
  let approaches = 0;
  for (let seed = 1; seed <= 1_000; seed += 1) {
    const notes = walk(seed);
    approaches += notes.length;
    expect({ seed, wrong: notes.filter((count) => count !== 1) }).toEqual({ seed, wrong: [] });
  }
  expect(approaches).toBeGreaterThan(3_000);
});

describe('a claim', () => {
  const looker = (pid: number, nowMs: number, alive: readonly number[] = []): Looker => ({
    pid,
    nowMs,
    isAlive: (other) => alive.includes(other),
  });
  const never = (): boolean => false;

  it('holds for as long as its process may need, and no longer', () => {
    const files = new Disk().as(() => undefined);
    expect(claimNote(files, looker(1, 10_000), never)).toBe(0);
    expect(claimNote(files, looker(2, 14_000, [1]), never)).toBeUndefined();
    expect(claimNote(files, looker(2, 15_001, [1]), never)).toBe(1);
    expect(claimNote(files, looker(3, 15_002, [1, 2]), never)).toBeUndefined();
  });

  it('of a process that is gone is nobody’s', () => {
    const files = new Disk().as(() => undefined);
    claimNote(files, looker(1, 10_000), never);
    expect(claimNote(files, looker(2, 10_001, []), never)).toBe(1);
  });

  it('from a clock that was set back is nobody’s', () => {
    const files = new Disk().as(() => undefined);
    claimNote(files, looker(1, 9_000_000), never);
    expect(claimNote(files, looker(2, 10_000, [1]), never)).toBe(1);
  });

  it('is made good also when the load fell at a time that is still to come: the clock was set back', () => {
    const disk = new Disk();
    const files = disk.as(() => undefined);
    files.write('fell', { atMs: 9_000_000 });
    claimNote(files, looker(1, 10_000), never);
    expect(claimNote(files, looker(2, 10_500), (sinceMs) => sinceMs <= 10_000)).toBeUndefined();
    expect(files.read('told')).toBeDefined();
  });

  it('of one who said it and died before the flag is made good', () => {
    const files = new Disk().as(() => undefined);
    claimNote(files, looker(1, 10_000), never);
    expect(claimNote(files, looker(2, 10_500), (sinceMs) => sinceMs === 10_000)).toBeUndefined();
    expect(files.read('told')).toBeDefined();
  });
});

describe('a new approach', () => {
  const looker: Looker = { pid: 1, nowMs: 50_000, isAlive: () => true };
  const told = (atMs: number) => {
    const disk = new Disk();
    disk.files.set('told', { value: { atMs }, changedMs: atMs });
    return disk.as(() => undefined);
  };

  it('begins when the load has been below, not by a number from before the note', () => {
    const files = told(40_000);
    onBelow(files, 39_000, looker);
    expect(files.read('told')).toBeDefined();
    onBelow(files, 41_000, looker);
    expect(files.read('told')).toBeUndefined();
  });

  it('begins also when the note is dated in the future', () => {
    const files = told(9_000_000);
    onBelow(files, 49_000, looker);
    expect(files.read('told')).toBeUndefined();
  });

  it('takes no claim away that somebody still holds', () => {
    const files = new Disk().as(() => undefined);
    claimNote(files, looker, () => false);
    startAnew(files, looker);
    expect(files.read('claim-0')).toBeDefined();
  });
});

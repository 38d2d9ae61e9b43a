import { appendFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { HookEvent } from '#core/hook-event.ts';
import { watchContext } from '#features/context/monitor.ts';
import { DEFAULT_NOTE } from '#features/context/settings.ts';
import { contextFiles } from '#infra/context-files.ts';
import { claudeContext } from '#platforms/context/claude.ts';
import { random } from '../../../helpers/seeded.ts';

const root = mkdtempSync(join(tmpdir(), 'plimsoll-walks-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const MODEL = 'claude-haiku-4-5';
const WHOLE = 200_000;
const WARN = WHOLE * 0.9;

/** The machine that all sessions of a walk share: one data folder, and a clock that may jump. */
class Machine {
  nowMs = 1_900_000_000_000;
  readonly home: string;
  readonly next: () => number;
  lastPid = 2 ** 22;
  constructor(folder: string, seed: number) {
    this.home = join(folder, 'data');
    this.next = random(seed);
    mkdirSync(folder, { recursive: true });
  }
}

/** One session of the agent as it really is, and what we say to it. */
class Session {
  readonly id: string;
  private readonly machine: Machine;
  private readonly transcript: string;
  /** The load of the last reply; undefined: none since the context was emptied. */
  load: number | undefined;
  /** Notes that were said since the load was last below, or the context emptied. */
  notes = 0;
  /** Somebody has had the time to say it: an undisturbed look at a load above the threshold. */
  hasLooked = false;
  /** Notes that should not have been. */
  readonly wrong: string[] = [];
  constructor(machine: Machine, id: string) {
    this.machine = machine;
    this.id = id;
    this.transcript = join(machine.home, '..', `${id}.jsonl`);
    writeFileSync(this.transcript, '');
  }

  private append(text: string): void {
    const { nowMs } = this.machine;
    appendFileSync(this.transcript, text);
    utimesSync(this.transcript, nowMs / 1_000, nowMs / 1_000);
  }

  private line(value: object): void {
    this.whole();
    const timestamp = new Date(this.machine.nowMs).toISOString();
    this.append(`${JSON.stringify({ timestamp, ...value })}\n`);
  }

  reply(tokens: number): void {
    const message = { model: MODEL, usage: { input_tokens: 1_000, cache_read_input_tokens: tokens - 1_000 } };
    this.line({ type: 'assistant', version: '2.1.332', message });
    this.load = tokens;
  }

  /** The line that the client is still writing down. */
  half(): void {
    this.append('{"type":"assistant","message":{"usage":{"input_tokens":199');
    this.broken = true;
  }
  private broken = false;
  whole(): void {
    if (this.broken) this.append('\n');
    this.broken = false;
  }

  /** What the status line said within the last minute, where the agent has gone on since: it is believed all the same. */
  private seen: { readonly load: number | undefined; readonly atMs: number } | undefined;
  private isBehind(): boolean {
    const { seen, machine, load } = this;
    if (seen === undefined || seen.load === load) return false;
    const ageMs = machine.nowMs - seen.atMs;
    return ageMs >= -5_000 && ageMs <= 60_000;
  }

  /** The status line looks; now and then its file is damaged by something else. */
  status(): void {
    const { home, nowMs, next } = this.machine;
    this.seen = { load: this.load, atMs: nowMs };
    contextFiles(home, this.id).write('json', {
      sessionId: this.id,
      model: MODEL,
      usedTokens: this.load,
      windowTokens: WHOLE,
      version: '2.1.332',
      atMs: nowMs,
    });
    if (next() < 0.1) {
      this.seen = undefined;
      const damaged = [
        '',
        '{"sessionId":"',
        '[]',
        JSON.stringify({ sessionId: 'x', usedTokens: 199_999, atMs: nowMs }),
      ];
      writeFileSync(join(home, 'context', `${this.id}.json`), damaged[Math.floor(next() * 4)] ?? '');
    }
  }

  compact(): void {
    this.line({
      type: 'system',
      subtype: 'compact_boundary',
      compactMetadata: { trigger: 'auto', preTokens: this.load },
    });
    this.look('session_start', { detail: 'compact' });
    this.load = undefined;
    this.restart();
  }

  private restart(): void {
    this.notes = 0;
    this.hasLooked = false;
  }

  /** One hook process. */
  look(name: HookEvent['name'], fields: Partial<HookEvent> = {}): void {
    const { machine } = this;
    machine.lastPid += 1;
    const { lastPid: pid, nowMs } = machine;
    const event = {
      platform: 'p',
      name,
      sessionId: this.id,
      cwd: '/',
      transcriptPath: this.transcript,
      ...fields,
    };
    const due = watchContext(event, {
      home: machine.home,
      facts: claudeContext,
      continuedStarts: ['resume'],
      host: () => ({ env: {}, files: [] }),
      settings: () => DEFAULT_NOTE,
      looker: () => ({ pid, nowMs, isAlive: () => false }),
      problem: () => undefined,
    });
    // What nobody saw did not happen: a load that was below only while the status line said otherwise.
    if ((this.load ?? WARN) < WARN && !this.isBehind()) this.restart();
    if (due === undefined) {
      if (name !== 'session_start' && this.load !== undefined && this.load >= WARN && !this.isBehind())
        this.hasLooked = true;
      return;
    }
    const chance = machine.next();
    // Killed before it was said.
    if (chance < 0.2) return;
    this.notes += 1;
    this.hasLooked = true;
    if ((this.load ?? 0) < WARN && !this.isBehind()) this.wrong.push(`a note at ${this.load}`);
    expect(due.text).toMatch(/^Context at (?:about )?\d+ % of /);
    const content = [due.text];
    this.line({ type: 'attachment', attachment: { type: 'hook_additional_context', content } });
    // Killed before the flag was set.
    if (chance >= 0.4) due.told();
  }
}

/** Walks once with two sessions. `jumps`: the clock is set forwards and back. */
function walk(seed: number, jumps: boolean): { readonly said: number; readonly wrong: readonly string[] } {
  const machine = new Machine(join(root, `${seed}-${jumps}`), seed);
  const { next } = machine;
  const sessions = [new Session(machine, 'a'), new Session(machine, 'b')];
  const wrong: string[] = [];
  let said = 0;
  for (let step = 0; step < 150; step += 1) {
    machine.nowMs += Math.ceil(next() * 20_000);
    if (jumps && next() < 0.05) machine.nowMs += Math.round((next() - 0.5) * 8 * 3_600_000);
    const session = sessions[next() < 0.5 ? 0 : 1] ?? sessions[0];
    if (session === undefined) throw new Error('no session');
    session.whole();
    const act = next();
    if (act < 0.35)
      session.reply(Math.min(198_000, Math.max(20_000, (session.load ?? 20_000) + (next() - 0.3) * 60_000)));
    else if (act < 0.45) session.status();
    else if (act < 0.5) session.compact();
    else if (act < 0.55) session.half();
    const before = session.notes;
    session.look(next() < 0.3 ? 'user_prompt' : 'post_tool');
    said += session.notes - before;
    // A clock that is set back can make an old number young again: then a note may be said once more, but never a wrong one.
    if (!jumps && session.notes > 1) wrong.push(`step ${step}: said ${session.notes} times`);
    if (!jumps && session.hasLooked && session.notes === 0)
      wrong.push(`step ${step}: looked, and said nothing`);
  }
  rmSync(join(machine.home, '..'), { recursive: true });
  return { said, wrong: [...wrong, ...sessions.flatMap((session) => session.wrong)] };
}

it.each([false, true])(
  '150 walks of two sessions with transcripts and files, the clock jumps: %s',
  (jumps) => {
    let total = 0;
    const faults: string[] = [];
    for (let seed = 1; seed <= 150; seed += 1) {
      const { said, wrong } = walk(seed, jumps);
      total += said;
      for (const fault of wrong) faults.push(`seed ${seed}, ${fault}`);
    }
    expect(faults).toEqual([]);
    expect(total).toBeGreaterThan(150);
  },
  120_000,
);

import { normal } from '../score/normal.ts';
import type { Scores } from '../scores.ts';
import { type Checkpoint, readWorld, type World, type WorldEvent, type WorldSession } from '../world.ts';
import { formsOf, textOnDisk } from './disk.ts';
import { textOf, visible } from './hook-text.ts';
import { runCommand } from './run-command.ts';
import { Sandbox } from './sandbox.ts';
import { SearchServer } from './search-server.ts';
import { Transcript } from './transcript.ts';

export interface System {
  /** Called as `COMMAND EVENT` with the event on stdin. */
  readonly hook: string;
  /** Starts an MCP server on stdio; absent: nothing is searched. */
  readonly mcp?: string;
  readonly seen: (name: string, text: string) => void;
}

interface Waiting {
  readonly checkpoint: Checkpoint;
  readonly texts: string[];
  /** Events that may still bring something: a second chance. */
  readonly left: Set<string>;
}

/** So often, in events, a process that does nothing is timed beside the hooks. */
const FLOOR_EVERY = 20;

/** The longest run of words of a trace, by which it is looked for. */
const keyOf = (text: string): string =>
  (normal(text).match(/[\p{L}\p{N}][\p{L}\p{N} ._/@:=-]{5,47}/gu) ?? [])
    .sort((one, other) => other.length - one.length)[0]
    ?.trim() ?? '';

/** One world through a system's processes. Times in ms of the hooks, and of processes that do nothing, are in the result. */
export class WorldRun {
  readonly hookMs: number[] = [];
  readonly floorMs: number[] = [];
  private readonly sandbox = new Sandbox();
  private readonly world: World;
  private readonly transcripts = new Map<string, Transcript>();
  private readonly waiting = new Map<string, Waiting>();

  private readonly system: System;
  private readonly scores: Scores;

  constructor(file: string, system: System, scores: Scores) {
    this.system = system;
    this.scores = scores;
    this.world = readWorld(file, this.sandbox.root, this.sandbox.config);
  }

  async run(): Promise<void> {
    try {
      this.sandbox.makeProjects(this.world);
      for (const session of this.world.sessions) this.transcripts.set(session.key, new Transcript(session));
      for (const [place, event] of this.world.events.entries()) await this.step(event, place);
      for (const waiting of this.waiting.values()) await this.score(waiting);
      this.scanDisk();
    } finally {
      this.sandbox.dispose();
    }
  }

  private async step(event: WorldEvent, place: number): Promise<void> {
    const session = this.world.sessions.find(({ key }) => key === event.s);
    if (session === undefined) return;
    for (const { path, content } of event.fs ?? []) this.sandbox.write(path, content);
    const transcript = this.transcripts.get(session.key);
    transcript?.before(event);
    if (place % FLOOR_EVERY === 0)
      this.floorMs.push((await runCommand('node -e 0', '', this.sandbox.envOf(session), session.dir)).ms);
    const text = await this.hook(event, session);
    transcript?.after(event);
    await this.deliver(event, session, text);
  }

  private async hook({ stdin }: WorldEvent, session: WorldSession): Promise<string> {
    const name = stdin.hook_event_name;
    const cwd = typeof stdin.cwd === 'string' ? stdin.cwd : session.dir;
    const { code, stdout, ms } = await runCommand(
      `${this.system.hook} ${name}`,
      JSON.stringify(stdin),
      this.sandbox.envOf(session),
      cwd,
    );
    this.hookMs.push(ms);
    const text = textOf(name, stdout);
    this.scores.count('hooks failed', Number(code !== 0 && code !== 2));
    this.scores.count('hooks with output that the client does not know', Number(text === undefined));
    return visible(text ?? '');
  }

  private async deliver(
    { stdin, checkpoint: id }: WorldEvent,
    session: WorldSession,
    text: string,
  ): Promise<void> {
    const name = stdin.hook_event_name;
    const checkpoint = this.world.checkpoints.find((known) => known.id === id);
    if (session.trivial) this.scores.count('bytes in trivial sessions', Buffer.byteLength(text), 0);
    if (checkpoint !== undefined) {
      this.waiting.set(session.key, {
        checkpoint,
        texts: [text],
        left: new Set(['UserPromptSubmit', 'PostToolUse']),
      });
      return;
    }
    const waiting = this.waiting.get(session.key);
    if (waiting === undefined || (!waiting.left.has(name) && name !== 'PreToolUse')) {
      this.scores.count('other bytes injected, of events', Buffer.byteLength(text));
      return;
    }
    waiting.texts.push(text);
    waiting.left.delete(name);
    if (waiting.left.size > 0) return;
    this.waiting.delete(session.key);
    await this.score(waiting);
  }

  private async score({ checkpoint, texts }: Waiting): Promise<void> {
    const text = texts.filter(Boolean).join('\n');
    this.system.seen(`${this.world.world}.${checkpoint.id}`, text);
    const session = this.world.sessions.find(({ key }) => key === checkpoint.session);
    let server: SearchServer | undefined;
    await this.scores.checkpoint(this.world, checkpoint, text, (probe) => {
      if (this.system.mcp === undefined || session === undefined) return undefined;
      const command = this.system.mcp;
      return (async () => {
        if (server === undefined) {
          server = new SearchServer(command, this.sandbox.envOf(session), session.dir);
          await server.initialize();
        }
        return server.search(probe.question);
      })();
    });
    await server?.close();
  }

  private scanDisk(): void {
    const { folder, config, written } = this.sandbox;
    const text = textOnDisk(folder, (file) => written.has(file) || file.startsWith(`${config}/projects/`));
    const { secrets, events } = this.world;
    const isKept = (secret: string): boolean => formsOf(secret).some((form) => text.includes(form));
    this.scores.count('secrets kept', secrets.filter(isKept).length, secrets.length);
    const plain = normal(text);
    const keys = new Set(
      events.flatMap(({ trace }) => (trace === undefined ? [] : [keyOf(trace[1])])).filter(Boolean),
    );
    const lost = [...keys].filter((key) => !text.includes(key) && !plain.includes(key)).length;
    this.scores.count('events lost', lost, keys.size);
  }
}

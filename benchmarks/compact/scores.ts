import { fileSet } from './score/files.ts';
import { normal } from './score/normal.ts';
import { answers, isStaleCurrent } from './score/probes.ts';
import { violations } from './score/violations.ts';
import type { Checkpoint, Probe, World } from './world.ts';

/** Share of a thing that was found: how many of how many. */
export type Share = readonly [hits: number, of: number];

/** The answer to one search for a probe's question; undefined: nothing can be searched. */
export type Search = (probe: Probe) => Promise<string> | undefined;

const PRIORITY = (probe: Probe): readonly string[] => [
  `P${probe.priority}`,
  `P${probe.priority} ${probe.type}`,
];

/** Adds up what the texts of all checkpoints are worth. */
export class Scores {
  /** By priority, `P1` to `P3`, then by priority and type. */
  readonly probes = new Map<string, Share>();
  /** The same with the answer of one search beside the text. */
  readonly reachable = new Map<string, Share>();
  readonly violations = new Map<string, Share>();
  /** `files exact`, `old value as current`, and what the caller counts. */
  readonly counts = new Map<string, Share>();
  readonly sizes: number[] = [];
  /** Probes that are not answered and violations, a line each. */
  readonly faults: string[] = [];
  /** Strings of other sessions and projects in the texts, of other projects in answers of searches. */
  leaks = 0;

  count(name: string, hits: number, of = 1): void {
    add(this.counts, name, hits, of);
  }

  /** Scores the text of one checkpoint. */
  async checkpoint(
    world: World,
    checkpoint: Checkpoint,
    text: string,
    search: Search = () => undefined,
  ): Promise<void> {
    const name = `${world.world}.${checkpoint.id}`;
    const context = { checkpoint, universe: world.paths };
    this.sizes.push(Buffer.byteLength(text));
    for (const probe of checkpoint.probes) {
      const isAnswered = answers(probe, text, context);
      const found = isAnswered ? undefined : await search(probe);
      const isReached =
        isAnswered ||
        (found !== undefined && answers(probe, `${text}\n${found}`, { ...context, isSearched: true }));
      for (const kind of PRIORITY(probe)) {
        add(this.probes, kind, Number(isAnswered));
        add(this.reachable, kind, Number(isReached));
      }
      if (probe.expect.superseded)
        this.count('old value as current', Number(isStaleCurrent(text, probe.expect)));
      if (!isAnswered)
        this.faults.push(
          `${name} P${probe.priority} ${probe.type}${isReached ? ' (by search)' : ''} ${JSON.stringify(probe.expect)}`,
        );
      this.leaks += foreignIn(found ?? '', checkpoint, true);
    }
    for (const negative of checkpoint.negatives) {
      const shown = violations(negative, text, context);
      add(this.violations, negative.type, shown.length, Object.values(negative.expect).flat().length);
      if (shown.length > 0) this.faults.push(`${name} VIOLATION ${negative.type} ${shown.join(' | ')}`);
    }
    this.leaks += foreignIn(text, checkpoint, false);
    if (checkpoint.kind === 'final')
      this.count('modified files exact', Number(fileSet(text, checkpoint, world.paths).exact));
  }
}

function add(shares: Map<string, Share>, name: string, hits: number, of = 1): void {
  const [known, all] = shares.get(name) ?? [0, 0];
  shares.set(name, [known + hits, all + of]);
}

function foreignIn(text: string, { foreign }: Checkpoint, isSearch: boolean): number {
  const plain = normal(text);
  // A search may find another session of the same project.
  return foreign
    .filter(({ sameProject }) => !(isSearch && sameProject))
    .flatMap(({ strings }) => strings)
    .filter((part) => plain.includes(normal(part))).length;
}

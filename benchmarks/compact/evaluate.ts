import { foldFacts } from '../../src/features/memory/fold.ts';
import { renderGuide } from '../../src/features/memory/guide.ts';
import { replay } from './replay.ts';
import { fileSet } from './score/files.ts';
import { normal } from './score/normal.ts';
import { answers, isStaleCurrent } from './score/probes.ts';
import { violations } from './score/violations.ts';
import { readWorld, worldFiles } from './world.ts';

/** Share of a thing that was found: how many of how many. */
export type Share = readonly [hits: number, of: number];

export interface Evaluation {
  /** By priority, `P1` to `P3`, then by priority and type. */
  readonly probes: ReadonlyMap<string, Share>;
  readonly violations: ReadonlyMap<string, Share>;
  readonly exactFiles: Share;
  readonly staleAsCurrent: Share;
  /** Strings of other sessions and projects. */
  readonly leaks: number;
  readonly secretsKept: Share;
  readonly bytes: { readonly mean: number; readonly most: number };
  /** Probes that the text does not answer and violations, a line each. */
  readonly faults: readonly string[];
}

class Tally {
  readonly shares = new Map<string, Share>();
  add(name: string, hits: number, of = 1): void {
    const [known, all] = this.shares.get(name) ?? [0, 0];
    this.shares.set(name, [known + hits, all + of]);
  }
  of(name: string): Share {
    return this.shares.get(name) ?? [0, 0];
  }
}

const ROOT = '/home/dev/projects';
const CONFIG = '/home/dev/.claude';

/** Replays the worlds through the sources and scores the guide at each checkpoint; `seen` gets every text. */
export function evaluate(
  budgetBytes: number,
  part = '',
  seen: (name: string, text: string) => void = () => undefined,
): Evaluation {
  const probes = new Tally();
  const found = new Tally();
  const others = new Tally();
  const faults: string[] = [];
  const sizes: number[] = [];
  let leaks = 0;
  for (const file of worldFiles(part)) {
    const world = readWorld(file, ROOT, CONFIG);
    const { stops, all } = replay(world);
    const kept = JSON.stringify(all);
    others.add(
      'secrets',
      world.secrets.filter((secret) => kept.includes(secret)).length,
      world.secrets.length,
    );
    for (const { checkpoint, facts } of stops) {
      const name = `${world.world}.${checkpoint.id}`;
      const text = renderGuide(foldFacts(facts), { budgetBytes });
      const context = { checkpoint, universe: world.paths };
      seen(name, text);
      sizes.push(Buffer.byteLength(text));
      for (const probe of checkpoint.probes) {
        const isAnswered = answers(probe, text, context);
        probes.add(`P${probe.priority}`, Number(isAnswered));
        probes.add(`P${probe.priority} ${probe.type}`, Number(isAnswered));
        if (probe.expect.superseded) others.add('stale', Number(isStaleCurrent(text, probe.expect)));
        if (!isAnswered)
          faults.push(`${name} P${probe.priority} ${probe.type} ${JSON.stringify(probe.expect)}`);
      }
      for (const negative of checkpoint.negatives) {
        const shown = violations(negative, text, context);
        found.add(negative.type, shown.length, Object.values(negative.expect).flat().length);
        if (shown.length > 0) faults.push(`${name} VIOLATION ${negative.type} ${shown.join(' | ')}`);
      }
      const plain = normal(text);
      leaks += checkpoint.foreign
        .flatMap(({ strings }) => strings)
        .filter((part_) => plain.includes(normal(part_))).length;
      if (checkpoint.kind === 'final')
        others.add('files', Number(fileSet(text, checkpoint, world.paths).exact));
    }
  }
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return {
    probes: probes.shares,
    violations: found.shares,
    exactFiles: others.of('files'),
    staleAsCurrent: others.of('stale'),
    leaks,
    secretsKept: others.of('secrets'),
    bytes: { mean: Math.round(total / Math.max(1, sizes.length)), most: Math.max(0, ...sizes) },
    faults,
  };
}

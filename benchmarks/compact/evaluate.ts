import { foldFacts } from '../../src/features/memory/fold.ts';
import { renderGuide } from '../../src/features/memory/guide.ts';
import { replay } from './replay.ts';
import { Scores } from './scores.ts';
import { readWorld, worldFiles } from './world.ts';

const ROOT = '/home/dev/projects';
const CONFIG = '/home/dev/.claude';

/** Replays the worlds through the sources and scores the guide at each checkpoint; `seen` gets every text. */
export async function evaluate(
  budgetBytes: number,
  part = '',
  seen: (name: string, text: string) => void = () => undefined,
): Promise<Scores> {
  const scores = new Scores();
  for (const file of worldFiles(part)) {
    const world = readWorld(file, ROOT, CONFIG);
    const { stops, all } = replay(world);
    const kept = JSON.stringify(all);
    scores.count(
      'secrets kept',
      world.secrets.filter((secret) => kept.includes(secret)).length,
      world.secrets.length,
    );
    for (const { checkpoint, facts } of stops) {
      const text = renderGuide(foldFacts(facts), { budgetBytes });
      seen(`${world.world}.${checkpoint.id}`, text);
      await scores.checkpoint(world, checkpoint, text);
    }
  }
  return scores;
}

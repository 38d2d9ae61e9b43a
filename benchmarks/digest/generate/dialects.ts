import type { Output } from '../corpus-case.ts';
import { CHECKERS, HELD_CHECKERS } from './dialects/checkers.ts';
import { outputOf } from './dialects/failure.ts';
import { HELD_RUNNERS } from './dialects/held-runners.ts';
import { RUNNERS } from './dialects/runners.ts';
import { STEPS } from './dialects/steps.ts';

/** Outputs of tools that need not be installed: written from what is known of their formats, with planned failures. */
export const dialectOutputs = (): readonly Output[] =>
  [...RUNNERS, ...HELD_RUNNERS, ...CHECKERS, ...HELD_CHECKERS, ...STEPS].map(outputOf);

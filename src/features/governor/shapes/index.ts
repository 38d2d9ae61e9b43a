import { build } from './build.ts';
import { dependencies } from './dependencies.ts';
import { diff } from './diff/diff.ts';
import { gitBlame } from './git/blame.ts';
import { gitLog } from './git/log.ts';
import { gitRefs } from './git/refs.ts';
import { gitStatus } from './git/status.ts';
import { grep } from './grep.ts';
import { listing } from './listing/listing.ts';
import { accessLog } from './logs/access-log.ts';
import { log } from './logs/log.ts';
import type { Sample, Shape } from './shape.ts';

/** The kinds of text, the more particular ones first: the first that recognises a text reads it. */
const SHAPES: readonly Shape[] = [
  diff,
  gitBlame,
  gitLog,
  gitStatus,
  accessLog,
  log,
  build,
  dependencies,
  grep,
  gitRefs,
  listing,
];

/** The kind of a text; undefined when it is none of the known ones. */
export const shapeOf = (sample: Sample): Shape | undefined => SHAPES.find((shape) => shape.recognise(sample));

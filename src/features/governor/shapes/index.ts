import { isNamed, startsSection } from '../signals/sections.ts';
import { isPassed } from '../signals/signal-lines.ts';
import { build } from './build.ts';
import { dependencies } from './dependencies.ts';
import { http } from './dialogues/http.ts';
import { diff } from './diff/diff.ts';
import { gitBlame } from './git/blame.ts';
import { gitLog } from './git/log.ts';
import { gitRefs } from './git/refs.ts';
import { gitStatus } from './git/status.ts';
import { grep } from './grep.ts';
import { goEvents } from './json/go-events.ts';
import { json } from './json/json.ts';
import { listing } from './listing/listing.ts';
import { accessLog } from './logs/access-log.ts';
import { log } from './logs/log.ts';
import { html } from './markup/html.ts';
import { snapshot } from './markup/snapshot.ts';
import { xml } from './markup/xml.ts';
import { pairs } from './pairs/pairs.ts';
import { explain } from './plans/explain.ts';
import { manifests } from './plans/manifests.ts';
import { terraform } from './plans/terraform.ts';
import type { Sample, Shape } from './shape.ts';
import { aligned } from './tables/aligned.ts';
import { delimited } from './tables/delimited.ts';

/** The kinds of text, the more particular ones first: the first that recognises a text reads it. */
const SHAPES: readonly Shape[] = [
  snapshot,
  goEvents,
  json,
  diff,
  html,
  xml,
  terraform,
  explain,
  manifests,
  http,
  gitBlame,
  gitLog,
  gitStatus,
  accessLog,
  log,
  build,
  dependencies,
  grep,
  gitRefs,
  delimited,
  listing,
  aligned,
  pairs,
];

/** Of a text with more complaints than this part of its lines none is taken for data: it would hide them. */
const COMPLAINTS_SHARE = 0.1;

const isOfComplaints = ({ lines }: Sample): boolean =>
  lines.filter(isNamed).length > lines.length * COMPLAINTS_SHARE;

/** Of the lines of a run of tests or checks at least this part tells of one that passed or failed. */
const RUN_SHARE = 0.03;
const isOfRun = (said: readonly string[]): boolean =>
  said.filter(
    (line) => isPassed(line) || isNamed(line) || startsSection(line, line.trimStart().charCodeAt(0)),
  ).length >
  said.length * RUN_SHARE;

/**
 * The kind of a text; undefined when it is none of the known ones.
 * @param said the lines without what a program that passed them on put in front of each; undefined: it put nothing there
 */
export function shapeOf(sample: Sample, said?: readonly string[]): Shape | undefined {
  const shape = SHAPES.find((each) => each.recognise(sample));
  // Times and names in front of what a runner of tests says make no log of it, and no table.
  const isOther = shape === log || shape?.isMostlyData === true;
  if (isOther && said !== undefined && isOfRun(said)) return undefined;
  return shape?.isMostlyData === true && isOfComplaints(sample) ? undefined : shape;
}

import { isNamed } from '../signals/sections.ts';
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
];

/** Of a text with more complaints than this part of its lines none is taken for data: it would hide them. */
const COMPLAINTS_SHARE = 0.1;

const isOfComplaints = ({ lines }: Sample): boolean =>
  lines.filter(isNamed).length > lines.length * COMPLAINTS_SHARE;

/** The kind of a text; undefined when it is none of the known ones. */
export function shapeOf(sample: Sample): Shape | undefined {
  const shape = SHAPES.find((each) => each.recognise(sample));
  return shape?.isMostlyData === true && isOfComplaints(sample) ? undefined : shape;
}

import { json } from './json/json.ts';
import { aligned } from './tables/aligned.ts';
import { delimited } from './tables/delimited.ts';
import { html } from './markup/html.ts';
import { snapshot } from './markup/snapshot.ts';
import type { Sample, Shape } from './shape.ts';

/** The kinds of text, the more particular ones first: the first that recognises a text reads it. */
const SHAPES: readonly Shape[] = [snapshot, json, html, delimited, aligned];

/** The kind of a text; undefined when it is none of the known ones. */
export const shapeOf = (sample: Sample): Shape | undefined => SHAPES.find((shape) => shape.recognise(sample));

import { json } from './json/json.ts';
import type { Sample, Shape } from './shape.ts';

/** The kinds of text, the more particular ones first: the first that recognises a text reads it. */
const SHAPES: readonly Shape[] = [json];

/** The kind of a text; undefined when it is none of the known ones. */
export const shapeOf = (sample: Sample): Shape | undefined => SHAPES.find((shape) => shape.recognise(sample));

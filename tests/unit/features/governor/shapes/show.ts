import { digestText } from '#features/governor/digest.ts';
import { shapeOf } from '#features/governor/shapes/index.ts';
import { takeSample } from '#features/governor/shapes/sample.ts';
import { bufferSource } from '#features/governor/text/byte-source.ts';

/** The name of the kind that a text is taken for; undefined for none. */
export const kindOf = (text: string): string | undefined =>
  shapeOf(takeSample(bufferSource(Buffer.from(text))))?.name;

/** What the model sees of it beside the status and the way back. */
export const show = (text: string): string => digestText(text, { maxBytes: 3_700 }).text;

export const repeat = <T>(count: number, line: (i: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, i) => line(i));

export const join = (...parts: readonly (string | readonly string[])[]): string =>
  `${parts.flat().join('\n')}\n`;

const two = (n: number): string => String(n).padStart(2, '0');
/** `10:00:07` for 7: seconds since ten o'clock. */
export const clock = (seconds: number): string =>
  `${two(10 + Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;

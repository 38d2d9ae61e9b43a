/** `digests.mjs`: makes digests. A server loads it with the first one: it is a sixth of its code. */
import { digestText } from '#features/governor/digest.ts';
import { digestFile } from '#features/governor/digest-file.ts';

export const digests = { ofText: digestText, ofFile: digestFile };

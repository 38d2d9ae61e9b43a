import { byteLength, sliceWhole } from '#core/text/bytes.ts';
import { formatCount } from '#core/units.ts';

/** What stands over one output of several, and how its run ended. */
export interface Headed {
  readonly heading: string;
  /** Behind the heading; empty for nothing. */
  readonly detail: string;
  /** One line: how it ended. */
  readonly ending: string;
  readonly isFailed: boolean;
  /** Bytes that its output needs beside this, to show something. */
  readonly leastBytes: number;
}

/** Characters of heading and detail, the best form first; 0: it is left out. */
const FORMS = [
  { heading: 80, detail: 80 },
  { heading: 80, detail: 32 },
  { heading: 40, detail: 0 },
  { heading: 16, detail: 0 },
] as const;
type Form = (typeof FORMS)[number];

/** Parts of what failed that get a place: as many as can be had. */
const PARTS = [1, 0.75, 0.5, 0.25, 0];

/** For the line that counts what is not listed. */
const REST_BYTES = 120;

const cut = (text: string, chars: number): string =>
  text.length <= chars ? text : `${sliceWhole(text, 0, chars - 1)}…`;

/** A heading is one line, whatever a label or a path holds. */
function lineOf({ heading, detail }: Headed, form: Form): string {
  const name = cut(heading.replace(/\s+/g, ' '), form.heading);
  return `## ${name}${detail === '' || form.detail === 0 ? '' : `: ${cut(detail, form.detail)}`}`;
}

const bytesOf = (one: Headed, form: Form): number => byteLength(`${lineOf(one, form)}\n${one.ending}\n\n`);

export interface Headings {
  /** By section; undefined: there is no room to name it. */
  readonly lines: readonly (string | undefined)[];
  /** Bytes of these, with endings and the empty lines between. */
  readonly bytes: number;
}

/**
 * Headings that leave room for what failed, as far as they can be shortened for it. Where even short ones do not fit, some
 * sections are not named: those that failed come first.
 */
export function headingsWithin(sections: readonly Headed[], budget: number): Headings {
  const least = sections.reduce((sum, { isFailed, leastBytes }) => sum + (isFailed ? leastBytes : 0), 0);
  for (const part of PARTS) {
    for (const form of FORMS) {
      const bytes = sections.reduce((sum, one) => sum + bytesOf(one, form), 0);
      if (bytes + part * least <= budget) return { lines: sections.map((one) => lineOf(one, form)), bytes };
    }
  }
  return shortest(sections, budget - REST_BYTES);
}

function shortest(sections: readonly Headed[], budget: number): Headings {
  const form = FORMS[FORMS.length - 1] ?? FORMS[0];
  const lines: (string | undefined)[] = sections.map(() => undefined);
  let bytes = REST_BYTES;
  const places = sections.map((_, place) => place);
  const isFailed = (place: number): boolean => sections[place]?.isFailed === true;
  for (const place of [...places.filter(isFailed), ...places.filter((place) => !isFailed(place))]) {
    const one = sections[place];
    if (one === undefined) continue;
    const more = bytesOf(one, form);
    if (bytes - REST_BYTES + more > budget) break;
    bytes += more;
    lines[place] = lineOf(one, form);
  }
  return { lines, bytes };
}

/** `[38 more, not named: 36 exit 0, 2 exit 1; #12-#49]` in one line; `ends` as in `exit 0`. */
export function restLine(ends: readonly string[], handles: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const end of ends) counts.set(end, (counts.get(end) ?? 0) + 1);
  const most = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 3);
  const others = ends.length - most.reduce((sum, [, count]) => sum + count, 0);
  const told = [...most, ...(others > 0 ? [['other', others] as const] : [])]
    .map(([end, count]) => `${formatCount(count)} ${end}`)
    .join(', ');
  const range = handles.length === 0 ? '' : `; ${[...new Set([handles[0], handles.at(-1)])].join(' to ')}`;
  return `[${formatCount(ends.length)} more, not named: ${told}${range}]`;
}

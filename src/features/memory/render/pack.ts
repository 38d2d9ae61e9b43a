import { byteLength } from '#core/text/bytes.ts';
import type { Section, SectionLine } from './section.ts';

/** How sections become a text. */
export interface Writer {
  /** The text of a section with these lines; `left` more are not in it. */
  write(section: Section, lines: readonly SectionLine[], left: number): string;
}

interface Candidate {
  readonly section: number;
  readonly line: number;
  readonly tier: number;
  readonly bytes: number;
}

/** By tier, then from the end of each section, one of each section in turn: no section takes all. */
function inOrder(sections: readonly Section[]): readonly Candidate[] {
  const all = sections.flatMap(({ lines }, section) => {
    const turns = new Map<number, number>();
    return lines.toReversed().map(({ tier, text }, fromEnd) => {
      const turn = (turns.get(tier) ?? 0) + 1;
      turns.set(tier, turn);
      return { section, line: lines.length - 1 - fromEnd, tier, turn, bytes: byteLength(text) };
    });
  });
  return all.sort(
    (one, other) => one.tier - other.tier || one.turn - other.turn || one.section - other.section,
  );
}

/**
 * The sections, as far as they fit into `budgetBytes`, in their own order. Lines of tier 0 are always in it. A line that does
 * not fit is left out, and a smaller one after it may still come in; what is left out is counted.
 */
export function pack(sections: readonly Section[], budgetBytes: number, writer: Writer): string {
  const taken = sections.map(() => new Set<number>());
  const written = sections.map(() => '');
  const sizes = sections.map(() => 0);
  let total = 0;
  const writtenWith = (place: number, chosen: ReadonlySet<number>): string => {
    const section = sections[place];
    if (section === undefined || chosen.size === 0) return '';
    const lines = section.lines.filter((_line, at) => chosen.has(at));
    return writer.write(section, lines, section.lines.length - lines.length + (section.left ?? 0));
  };
  for (const { section, line, tier, bytes } of inOrder(sections)) {
    // Writing a section costs more than looking whether its line has room at all.
    if (tier > 0 && total + bytes > budgetBytes) continue;
    const chosen = new Set(taken[section]).add(line);
    const text = writtenWith(section, chosen);
    const size = byteLength(text) + 1;
    const grown = total - (sizes[section] ?? 0) + size;
    if (tier > 0 && grown > budgetBytes) continue;
    taken[section] = chosen;
    written[section] = text;
    sizes[section] = size;
    total = grown;
  }
  return written.filter(Boolean).join('\n');
}

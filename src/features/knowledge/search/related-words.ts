import { stem } from '#core/text/stem.ts';
import { wordGroups } from './word-groups.ts';

const byTerm = new Map<string, Set<string>>();

/** Not before the first search: most processes that load this never search. */
function fillByTerm(): void {
  for (const group of wordGroups()) {
    const terms = [...new Set(group.map(stem))];
    for (const one of terms) {
      const others = byTerm.get(one) ?? new Set();
      for (const other of terms) if (other !== one) others.add(other);
      byTerm.set(one, others);
    }
  }
}

/** Terms that may stand for this one in other people's words; empty for most. */
export function relatedTerms(term: string): readonly string[] {
  if (byTerm.size === 0) fillByTerm();
  return [...(byTerm.get(term) ?? [])];
}

/** How much a topic and the one at a place are about the same: words of both among words of either, 0 to 1. */
type LikenessTo = (place: number) => number;

/** Compares each of many topics with all others, by way of the words that they share. */
export class TopicIndex {
  private readonly topics: readonly (ReadonlySet<string> | undefined)[];
  private readonly places = new Map<string, number[]>();

  /** @param topics an absent one is like nothing */
  constructor(topics: readonly (ReadonlySet<string> | undefined)[]) {
    this.topics = topics;
    for (const [place, topic] of topics.entries()) {
      for (const word of topic ?? []) {
        const known = this.places.get(word);
        if (known === undefined) this.places.set(word, [place]);
        else known.push(place);
      }
    }
  }

  /** The topic at this place, compared with others. */
  from(place: number): LikenessTo {
    const own = this.topics[place];
    const shared = new Uint16Array(this.topics.length);
    for (const word of own ?? [])
      for (const other of this.places.get(word) ?? []) shared[other] = (shared[other] ?? 0) + 1;
    const size = own?.size ?? 0;
    return (other) => {
      const both = shared[other] ?? 0;
      return both === 0 ? 0 : both / (size + (this.topics[other]?.size ?? 0) - both);
    };
  }
}

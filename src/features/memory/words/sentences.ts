import { lazily } from '#core/lazily.ts';

/** Sentence ends; a dot inside a number, a name or a path is none. */
const END = /(?<=[.!?…]["'”»)]?)\s+(?=\S)|(?<=[。！？])|\n+/u;
const followsUp = lazily(
  () =>
    /^(?:reason|why|because|grund|begründung|weil|raison|parce que|razón|porque|motivo|perché|причина|потому|neden|çünkü|powód|原因|因为|理由|이유)(?!\p{L})/iu,
);

/** Two sentences one after the other; scripts without blanks have none between them either. */
const joined = (one: string, other: string): string =>
  /[。！？]$/.test(one) ? one + other : `${one} ${other}`;

/** Sentences of a text, trimmed; a sentence that only gives the reason of the one before stays with it. */
export function sentences(text: string): readonly string[] {
  const found: string[] = [];
  for (const piece of text.split(END)) {
    const sentence = piece.trim().replace(/^(?:[-*•]|\d+[.)])\s+/, '');
    if (sentence === '') continue;
    const last = found.length - 1;
    if (last >= 0 && followsUp().test(sentence)) found[last] = joined(found[last] ?? '', sentence);
    else found.push(sentence);
  }
  return found;
}

/**
 * The sentences that pass, neighbours together, in their order; one that `continues` stays with the one before it. Empty: none
 * passes.
 */
export function passages(
  text: string,
  passes: (sentence: string) => boolean,
  continues: (sentence: string) => boolean = () => false,
): readonly string[] {
  const found: string[] = [];
  let wasTaken = false;
  for (const sentence of sentences(text)) {
    const isTaken: boolean = passes(sentence) || (wasTaken && continues(sentence));
    if (isTaken && wasTaken) found.push(joined(found.pop() ?? '', sentence));
    else if (isTaken) found.push(sentence);
    wasTaken = isTaken;
  }
  return found;
}

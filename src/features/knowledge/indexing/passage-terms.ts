import { ByteTerms } from '#core/text/byte-terms.ts';
import { Terms } from '#core/text/terms.ts';
import type { IndexedPassage, Passage, PassageTerms } from '#storage/source.ts';

/** Makes what the index is told of passages; remembers words, so keep one for many passages. */
export class PassageTermsMaker {
  private readonly terms = new Terms();
  private readonly byteTerms = new ByteTerms(this.terms);
  /** Passages of one source come one after the other. */
  private label = '';
  private labelTerms = '';

  /** Terms of a passage, of its title, and of the label of its source. `bytes` are the whole UTF-8 text it lies in. */
  makeOf(label: string, passage: Passage, bytes: Buffer): IndexedPassage {
    const { title, startByte, endByte } = passage;
    const titleBytes = Buffer.from(title);
    return this.with(label, passage, {
      titleTerms: this.byteTerms.of(titleBytes, 0, titleBytes.length),
      bodyTerms: this.byteTerms.of(bytes, startByte, endByte),
    });
  }

  /** The same of a passage whose text alone is there. */
  make(label: string, passage: Passage, text: string): IndexedPassage {
    return this.with(label, passage, {
      titleTerms: this.terms.of(passage.title),
      bodyTerms: this.terms.of(text),
    });
  }

  private with(
    label: string,
    { title, startByte, endByte, startLine, endLine }: Passage,
    { titleTerms, bodyTerms }: Omit<PassageTerms, 'pathTerms'>,
  ): IndexedPassage {
    if (label !== this.label) {
      this.label = label;
      this.labelTerms = this.terms.of(label);
    }
    return {
      title,
      startByte,
      endByte,
      startLine,
      endLine,
      pathTerms: this.labelTerms,
      titleTerms,
      bodyTerms,
    };
  }
}

/** A question waits so long for terms, which is enough for those of some thousand passages. */
const WAIT_MS = 1_000;

export interface TermIntakeOptions {
  /** Takes all new terms into the vocabulary, in another thread. */
  readonly take: () => Promise<unknown>;
  /** Id of the newest passage. */
  readonly lastPassage: () => number;
  readonly onFault: (thrown: unknown) => void;
  readonly waitMs?: number;
}

/**
 * Keeps the vocabulary up to date while questions are answered. Terms of a large index take seconds; meanwhile unknown
 * words are looked up among the terms that are there.
 */
export class TermIntake {
  private readonly options: TermIntakeOptions;
  /** The newest passage whose terms are taken in, or could not be; undefined before the first time. */
  private upTo: number | undefined;
  private running: Promise<void> | undefined;

  constructor(options: TermIntakeOptions) {
    this.options = options;
  }

  /** Begins to take in what is new, unless that is under way. */
  start(): void {
    try {
      void this.begin();
    } catch (thrown) {
      this.options.onFault(thrown);
    }
  }

  /** Takes in what is new. True when the vocabulary grew before the wait was over; only the question that began it waits. */
  async catchUp(): Promise<boolean> {
    if (this.running !== undefined) return false;
    const running = this.begin();
    return running !== undefined && (await isDoneWithin(running, this.options.waitMs ?? WAIT_MS));
  }

  private begin(): Promise<void> | undefined {
    const last = this.options.lastPassage();
    if (this.running !== undefined || last === this.upTo) return undefined;
    this.running = this.options
      .take()
      .then(() => undefined, this.options.onFault)
      .finally(() => {
        this.upTo = last;
        this.running = undefined;
      });
    return this.running;
  }
}

async function isDoneWithin(work: Promise<void>, waitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), waitMs);
  });
  const isDone = await Promise.race([work.then(() => true), over]);
  clearTimeout(timer);
  return isDone;
}

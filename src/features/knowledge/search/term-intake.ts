/**
 * A question with an unknown word waits so long for terms: to miss what is there costs more than a moment. It is enough for
 * those of some ten thousand passages; a large index has most of them by the time that it is asked.
 */
const WAIT_MS = 10_000;
/**
 * From so many new passages on, and from this part of all, their terms are taken in before anybody asks. Each intake looks
 * through all terms: a part, not a number, keeps the sum of them in proportion to what is indexed.
 */
const MANY = { passages: 500, share: 0.25 };

export interface TermIntakeOptions {
  /** Takes all new terms into the vocabulary, in another thread. */
  readonly take: () => Promise<unknown>;
  /** Id of the newest passage. */
  readonly lastPassage: () => number;
  readonly onFault: (thrown: unknown) => void;
  readonly waitMs?: number;
}

/**
 * Keeps the vocabulary up to date. Terms of a large index take seconds; a question that cannot wait so long looks unknown
 * words up among the terms that are there.
 */
export class TermIntake {
  private readonly options: TermIntakeOptions;
  /** The newest passage whose terms are taken in, or could not be; undefined before the first time. */
  private upTo: number | undefined;
  private running: Promise<void> | undefined;
  /** New passages whose terms nobody has begun to take in. */
  private waiting = 0;

  constructor(options: TermIntakeOptions) {
    this.options = options;
  }

  /** So many passages are new: begins to take their terms in when they are many; a question will ask for the rest. */
  added(passages: number): void {
    this.waiting += passages;
    if (this.waiting < MANY.passages) return;
    try {
      if (this.waiting < this.options.lastPassage() * MANY.share) return;
      this.waiting = 0;
      void this.begin();
    } catch (thrown) {
      this.options.onFault(thrown);
    }
  }

  /** Takes in what is new. True when the vocabulary grew before the wait was over. */
  async catchUp(): Promise<boolean> {
    const endMs = performance.now() + (this.options.waitMs ?? WAIT_MS);
    for (let hasGrown = false; ; hasGrown = true) {
      const running = this.running ?? this.begin();
      if (running === undefined || !(await isDoneWithin(running, endMs - performance.now()))) return hasGrown;
    }
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

/** The last exchanges of a sandbox: what was asked, what was answered, and which scenarios had a hand in it. */

/** A scenario that was applied, and why. */
export interface AppliedScenario {
  readonly scenario: string;
  /** Which of the ways of selecting chose it. */
  readonly selector: string;
  /** Which call of its activation it was, from 1. */
  readonly call: number;
  /** The kind of fault it decided. */
  readonly fault: string;
}

/** One exchange. There are no secrets in it: no headers, no bodies, no tokens. */
export interface ExchangeRecord {
  /** Counts from 1 in each sandbox; the answer carries it as `Emulator-Exchange`. */
  readonly id: number;
  /** Milliseconds since 1970, by the sandbox's clock. */
  readonly at: number;
  readonly method: string;
  /** The path, its link token left out. */
  readonly path: string;
  /** Undefined where the contract has none for the request. */
  readonly operation: string | undefined;
  readonly status: number;
  readonly scenarios: readonly AppliedScenario[];
  /** What was odd about the request, but no violation. */
  readonly diagnostics: readonly string[];
}

/** A bounded list of exchanges; the oldest makes room. */
export class Journal {
  readonly #most: number;
  readonly #records: ExchangeRecord[] = [];
  #last = 0;

  /** @param most how many exchanges are kept */
  constructor(most: number) {
    this.#most = most;
  }

  /** The number of the exchange that comes next. */
  nextId(): number {
    return ++this.#last;
  }

  add(record: ExchangeRecord): void {
    this.#records[(record.id - 1) % this.#most] = record;
  }

  /** The exchanges that are kept, oldest first. */
  records(): ExchangeRecord[] {
    return this.#records.toSorted((a, b) => a.id - b.id);
  }
}

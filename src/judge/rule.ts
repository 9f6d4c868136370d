/** What a rule for consumers is, and what the judge says of it. */

import type { Exchange } from '../journal/exchange.js';

/** One way in which a consumer has to behave. */
export interface Rule {
  /** In kebab-case, for programs. */
  readonly id: string;
  /** The rule as a sentence. */
  readonly title: string;
  /** The section of the specification or the RFC that it rests on. */
  readonly basis: string;
  /** What gives the rule something to look at, to go after "there was no". */
  readonly occasion: string;
  /** One sentence: what to change. */
  readonly remedy: string;
  /** Looks through a journal, in the order in which the requests came. */
  readonly examine: (exchanges: readonly Exchange[]) => Examination;
}

/** What a rule sees in a journal. Neither the one nor the other: the occasion never arose. */
export interface Examination {
  readonly offences: readonly Offence[];
  /** Exchanges that show the behaviour as it should be. */
  readonly good: readonly Exchange[];
}

/** Once where the rule was broken. */
export interface Offence {
  /** What gave the reason first, then what offends. */
  readonly exchanges: readonly Exchange[];
  /** What happened, in a sentence. */
  readonly what: string;
}

/** What the judge says of one rule. */
export interface Verdict {
  readonly rule: string;
  readonly title: string;
  readonly basis: string;
  readonly verdict: 'pass' | 'fail' | 'not-seen';
  readonly explanation: string;
  /** Only where it failed. */
  readonly remedy?: string;
  /** The numbers of the exchanges that prove it. */
  readonly exchanges: readonly number[];
  readonly offences: readonly ReportedOffence[];
}

/** An offence without its exchanges, which may be gone when it is read. */
export interface ReportedOffence {
  readonly exchanges: readonly number[];
  /** The same exchanges, a line each: method, path, query and status. */
  readonly requests: readonly string[];
  readonly what: string;
}

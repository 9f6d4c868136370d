/** The types of a rule for consumers, and of the judge's verdict on it. */

import type { Steps } from '../../common/steps.js';
import type { Exchange } from '../journal/exchange.js';

/** In the order of the verdicts. */
export const RULE_IDS = [
  // access tokens
  'one-token-request',
  'reuse-token',
  'token-with-every-call',
  'drop-refused-token',
  'accept-forbidden',
  'no-token-in-public',
  'no-secret-in-url',
  // retries
  'wait-as-told',
  'growing-pauses',
  'poll-slowly',
  'repeat-no-post',
  'no-hopeless-retry',
  // requests
  'gapless-paging',
  'bounded-batch',
  'right-media-type',
  'known-endpoints',
] as const;
export type RuleId = (typeof RULE_IDS)[number];

/** One requirement on the behaviour of a consumer. */
export interface Rule {
  readonly id: RuleId;
  /** The requirement as a sentence. */
  readonly title: string;
  /** The section of the specification or the RFC that the rule rests on. */
  readonly basis: string;
  /** What a journal must contain for the rule to apply; completes the sentence "There was no ...". */
  readonly occasion: string;
  /** One sentence: what to change in the consumer. */
  readonly remedy: string;
  /** Why exchanges may not prove that the rule was broken, as a sentence. Absent if a single request proves it. */
  readonly doubt?: string;
  /** Whether one client breaks the rule by what several clients may do, such as a fresh one for each test. Default: false. */
  readonly presumesOneClient?: true;
  /** Examines exchanges in the order in which their requests arrived. */
  readonly examine: (exchanges: readonly Exchange[], evidence: Evidence) => Steps<Examination>;
}

/** The doubt about rules for what a client does after a response. */
export const MAY_NOT_HAVE_SEEN =
  'A client that opens a connection for each request, or has other requests under way, may have sent the request before it had the response.';

/** The doubt about rules that presume one client. */
export const MAY_BE_SEVERAL =
  'Several clients, such as a fresh one for each test, may use the sandbox; give each a sandbox of its own.';

/** What one rule found in a journal. Both lists are empty if there was no occasion. */
export interface Examination {
  readonly offences: readonly Offence[];
  /** Exchanges that show that the rule was followed. */
  readonly followed: readonly Exchange[];
}

/** One violation of a rule. */
export interface Offence {
  /** First the exchange that gave the reason, then those that violate the rule. */
  readonly exchanges: readonly Exchange[];
  /** What happened, as a sentence. */
  readonly what: string;
}

/** The judge's verdict on one rule. */
export interface Verdict {
  /** The ID of the rule. */
  readonly rule: RuleId;
  readonly title: string;
  readonly basis: string;
  /**
   * Whether the rule was followed (`pass`), certainly broken (`fail`) or not seen. `suspected`: the times suggest that it
   * was broken, but the exchanges do not prove it.
   */
  readonly verdict: 'pass' | 'fail' | 'suspected' | 'not-seen';
  readonly explanation: string;
  /** Why the exchanges do not prove that the rule was broken. Present if that is suspected. */
  readonly doubt?: string;
  /** Present if the rule was broken, or if that is suspected. */
  readonly remedy?: string;
  /** The numbers of the exchanges that prove the verdict. */
  readonly exchanges: readonly number[];
  /** Number of exchanges that followed the rule, of which `exchanges` has the first. Present if it was followed. */
  readonly count?: number;
  readonly offences: readonly ReportedOffence[];
}

/**
 * An offence in a report. It contains its requests as text, because the journal may have dropped the exchanges since.
 */
export interface ReportedOffence {
  /** The numbers of the exchanges. */
  readonly exchanges: readonly number[];
  /** A line for each of these exchanges: method, path, query and status. */
  readonly requests: readonly string[];
  /** What happened, as a sentence. */
  readonly what: string;
}

/**
 * What exchanges say about the order in which a client acted. The order of arrival proves little: of twenty requests that
 * a client sends at once, the last may arrive long after the response to the first, and on a busy machine every time is
 * longer than it should be. So the judge examines a journal twice: first with evidence that is proof, then with what the
 * times suggest.
 */
export interface Evidence {
  /** Whether the client had the response to the earlier request when it sent the later one. */
  readonly hadSeen: (later: Exchange, earlier: Exchange) => boolean;
  /** Whether the client received the response. */
  readonly gotResponse: (exchange: Exchange) => boolean;
  /** Whether the service carried the request out, as far as the client can know. */
  readonly mayHaveArrived: (exchange: Exchange) => boolean;
  /** Whether a measured time is taken as exact. As proof it is only a limit: the client took no longer. */
  readonly timesAreExact: boolean;
  /** Whether something counts that a client without a mistake does by chance, once in many times. */
  readonly chanceCounts: boolean;
}

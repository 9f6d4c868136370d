/** The types of a rule for consumers, and of the judge's verdict on it. */

import type { components } from '../../contract/control-schemas.js';
import type { Steps } from '../../common/steps.js';
import type { Exchange } from '../journal/exchange.js';

/** The judge's verdict on one rule. */
export type Verdict = components['schemas']['Verdict'];

export type RuleId = Verdict['rule'];

/** One requirement on the behaviour of a consumer. `rules.json` has the sentences of each rule. */
export interface Rule extends Pick<Verdict, 'title' | 'basis'> {
  readonly id: RuleId;
  /** What a recording may lack that the rule needs: access tokens, times within a second, bodies of responses. */
  readonly needs?: readonly ('tokens' | 'times' | 'bodies')[];
  /** What a journal must contain for the rule to apply; completes the sentence "There was no ...". */
  readonly precondition: string;
  /** One sentence: what to change in the consumer. */
  readonly remedy: string;
  /** Why exchanges may not prove that the rule was broken, as a sentence. Absent if a single request proves it. */
  readonly doubt?: string;
  /**
   * Whether several clients may together seem to break the rule, although each of them follows it. One client in
   * several tests cannot. Default: false.
   */
  readonly presumesOneClient?: boolean;
  readonly examine: Examine;
}

/**
 * Examines exchanges in the order in which their requests arrived, and adds its findings to the examination. A rule
 * that reads bodies takes longer. So it returns its work in steps, between which the caller may do something else.
 */
export type Examine = (
  exchanges: readonly Exchange[],
  evidence: Evidence,
  examination: Examination,
) => void | Steps<void>;

/** What one rule finds in a journal. Both lists are empty if the journal has nothing to which the rule applies. */
export class Examination {
  readonly offences: Offence[] = [];
  /** Exchanges that show that the rule was followed. */
  readonly followed: Exchange[] = [];

  /**
   * What the journal shows instead, as a sentence, if its exchanges neither follow nor break the rule. Default: made
   * from the rule's precondition.
   */
  seenInstead?: string;
}

/** One violation of a rule. */
export interface Offence {
  /** First the exchange that gave the reason, then the exchanges that violate the rule. */
  readonly exchanges: readonly Exchange[];
  /** What happened, as a sentence. */
  readonly what: string;
  /**
   * How many of the requests each client or test may send without a mistake. An example: each of two tests may request
   * one access token, so two requests are no mistake. Default: 0, the number of clients and tests is irrelevant.
   */
  readonly allowedPerSender?: number;
}

/**
 * Evidence about the order in which a client acted. The order of arrival proves little. If a client sends twenty
 * requests at once, the last may arrive long after the response to the first, and a busy machine makes every time
 * longer. So there are two kinds of evidence: proof, and what the times suggest. Only proof shows that a rule was
 * broken.
 */
export interface Evidence {
  /** Whether the client had the response to the earlier request when it sent the later one. */
  readonly hadSeen: (later: Exchange, earlier: Exchange) => boolean;
  /** Whether the later request was the client's next one on its connection, sent after it had the earlier response. */
  readonly wasNext: (later: Exchange, earlier: Exchange) => boolean;
  /** Whether the client received the response. */
  readonly gotResponse: (exchange: Exchange) => boolean;
  /** Whether the service carried the request out, as far as the client can know. */
  readonly mayHaveArrived: (exchange: Exchange) => boolean;
  /** Whether measured times count as exact. As proof, a time is only a limit: the client took no longer. */
  readonly timesAreExact: boolean;
  /** Whether behaviour counts that a correct client shows rarely, and only by chance. */
  readonly chanceCounts: boolean;
}

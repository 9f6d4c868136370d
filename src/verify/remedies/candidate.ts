/**
 * A candidate is a change to a failed interaction that may make it pass. The search tries candidates, and those that
 * pass are remedies.
 */

import type { Contract } from '../../contract/contract.js';
import type { Comparison } from '../compare/compare-with-contract.js';
import type { GatheredPacts } from '../gather-pacts.js';
import type { VerifyOptions } from '../verify-options.js';
import type { Run } from '../run/run.js';
import type { Runner } from '../run/runner.js';

/** The parts of a verification that the search for remedies uses. */
export interface RemedySearch extends Pick<GatheredPacts, 'contract' | 'registry'> {
  readonly runner: Runner;
  /** Returns the comparison with a contract, which is prepared once for each contract. */
  readonly comparisonWith: (contract: Contract) => Comparison;
  /** The user's options. Candidates are tried with the same options. */
  readonly options: Pick<VerifyOptions, 'strict' | 'sendAsWritten'>;
}

/**
 * A candidate, as changes to the run of the interaction. Members that the candidate lacks stay as they are in the run.
 */
export interface Candidate extends Partial<Pick<Run, 'states' | 'addToken' | 'pact' | 'variants'>> {
  /** The sentence of the report about this change. */
  readonly remedy: string;
  /**
   * The contract of another variant that the candidate assumes, with its name: `link-status=201`. Default: the contract
   * of the verification.
   */
  readonly assumed?: { readonly name: string; readonly contract: Contract };
}

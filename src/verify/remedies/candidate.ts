/** A change that may make a failed interaction pass, and the tools of the search for such changes. */

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

/** A change to a run. Members that the candidate lacks stay as they are. */
export interface Candidate extends Partial<Pick<Run, 'states' | 'addToken' | 'pact' | 'variants'>> {
  /** A sentence for the report. */
  readonly remedy: string;
  /** Another contract that the candidate assumes, with its name: `link-status=201`. Default: none. */
  readonly assumed?: { readonly name: string; readonly contract: Contract };
}

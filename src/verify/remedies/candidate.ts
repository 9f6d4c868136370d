/** A change to a failed interaction that may make it pass, and what the search for such changes uses. */

import type { Contract } from '../../contract/contract.js';
import type { VariantChoices } from '../../contract/variants/variant-point.js';
import type { GivenState, PactFile } from '../../pact/pact-file.js';
import type { ProviderState } from '../../pact/states/provider-state.js';
import type { Comparison } from '../compare/compare-with-contract.js';
import type { Runner } from '../run/runner.js';

/** The parts of a verification that the search for remedies uses. */
export interface RemedySearch {
  readonly runner: Runner;
  readonly contract: Contract;
  /** The comparison with a contract, prepared once for each. */
  readonly comparisonWith: (contract: Contract) => Comparison;
  readonly registry: readonly ProviderState[];
}

/** A change to an interaction. */
export interface Candidate {
  /** A sentence for the report. */
  readonly remedy: string;
  readonly states: readonly GivenState[];
  readonly addToken?: boolean;
  /** The pact with a changed interaction. Default: the pact itself. */
  readonly pact?: PactFile;
  /** Another contract that the candidate assumes, with its name: `link-status=201`. Default: none. */
  readonly variant?: { readonly name: string; readonly choices: VariantChoices; readonly contract: Contract };
}

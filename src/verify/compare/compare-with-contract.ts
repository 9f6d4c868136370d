/** Compares interactions with a contract, without sending requests: finds what the service never accepts or sends. */

import type { Contract } from '../../contract/contract.js';
import { matchRequest } from '../../pact/match-request.js';
import type { PactInteraction } from '../../pact/pact-file.js';
import { checkRequest, unmatchedRequest } from './check-request.js';
import { checkResponse } from './check-response.js';
import { type ContractFinding, withoutSecret } from './contract-finding.js';
import { expectationValidator } from './expectation-schema.js';
import { responseRules } from './matching-rules.js';
import { optionalMembers, type ObservedMembers } from './optional-members.js';
import { unusedRules } from './unused-rules.js';

/** Compares interactions with one contract, which is prepared once. */
export interface Comparison {
  readonly contract: Contract;
  /**
   * Finds everything in an interaction that the contract lacks.
   * @param observed the response, and what the provider states name. Default: nothing
   */
  readonly compare: (interaction: PactInteraction, observed?: ObservedMembers) => readonly ContractFinding[];
  /** Whether an interaction contradicts the contract. */
  readonly contradicts: (interaction: PactInteraction) => boolean;
}

/** Prepares the comparison with a contract: compiles its schemas once for all pacts. */
export function prepareComparison(contract: Contract): Comparison {
  const validatorFor = expectationValidator(contract);
  const contradictions = (interaction: PactInteraction): readonly ContractFinding[] => {
    // Without an operation, there is a violation that says why.
    const { operation, violation } = matchRequest(contract, interaction.request);
    if (operation === undefined) return [unmatchedRequest(interaction, violation!, contract)];

    return [
      ...checkRequest(interaction, operation, contract),
      ...checkResponse(interaction.response, operation, validatorFor, responseRules(interaction.response)),
    ];
  };

  return {
    contract,
    compare(interaction, observed) {
      const doubts = [...optionalMembers(interaction, contract, observed), ...unusedRules(interaction)];
      return [...contradictions(interaction), ...doubts].map(withoutSecret);
    },
    contradicts: (interaction) => contradictions(interaction).some(({ severity }) => severity === 'error'),
  };
}

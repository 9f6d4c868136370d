/**
 * Holds pacts against the contract, without sending anything: what the service could never take or send. Twice: by our
 * own checks, which know matching rules, requests that are wrong on purpose and what is asked of a part of an answer;
 * and by an independent program, `@pactflow/openapi-pact-comparator`, for what they might overlook.
 */

import type { Contract } from '../../contract/contract.js';
import { matchRequest } from '../../pact/match-request.js';
import type { PactFile, PactInteraction } from '../../pact/pact-file.js';
import { importComparator } from '../optional-peers.js';
import { checkRequest, unmatchedRequest } from './check-request.js';
import { checkResponse } from './check-response.js';
import { comparatorFinding } from './comparator-findings.js';
import { comparablePact, flattenedDocument } from './comparator-input.js';
import { type ContractFinding, type InteractionFinding, type Place, placeFinding } from './contract-finding.js';
import { expectationValidator, type ExpectationValidator } from './expectation-schema.js';
import { responseRules } from './matching-rules.js';

/** Gives what is found in a pact, in the order of its interactions. */
export type Comparison = (pact: PactFile) => Promise<readonly ContractFinding[]>;

/**
 * Holds one pact against the contract.
 * @throws MissingPeerError where the comparator is not installed
 */
export async function compareWithContract(pact: PactFile, contract: Contract): Promise<readonly ContractFinding[]> {
  const compare = await prepareComparison(contract);
  return compare(pact);
}

/**
 * Prepares the comparison of many pacts: what one has made the schemas be compiled for serves the next.
 * @throws MissingPeerError where the comparator is not installed
 */
export async function prepareComparison(contract: Contract): Promise<Comparison> {
  const { Comparator } = await importComparator();
  const comparator = new Comparator(flattenedDocument(contract));
  const asked = expectationValidator(contract);
  return async (pact) => {
    const own = pact.interactions.map((interaction) => ownFindings(interaction, contract, asked));
    const more: InteractionFinding[][] = pact.interactions.map(() => []);
    for await (const result of comparator.compare(comparablePact(pact, contract))) {
      const placed = comparatorFinding(result, pact);
      if (placed === undefined) continue;
      const { at, finding } = placed;
      if (![...own[at]!, ...more[at]!].some(({ place }) => isRelated(place, finding.place))) more[at]!.push(finding);
    }
    return pact.interactions.flatMap((interaction, at) =>
      [...own[at]!, ...more[at]!].map((finding) => placeFinding(finding, interaction, pact)),
    );
  };
}

function ownFindings(
  interaction: PactInteraction,
  contract: Contract,
  asked: ExpectationValidator,
): InteractionFinding[] {
  const match = matchRequest(contract, interaction.request);
  if (match.kind !== 'operation') return [unmatchedRequest(interaction, match, contract)];
  return [
    ...checkRequest(interaction, match),
    ...checkResponse(interaction.response, match.operation, asked, responseRules(interaction.response)),
  ];
}

/** Whether two findings speak of the same value, or one of a value inside of the other's. */
function isRelated(one: Place, other: Place): boolean {
  const isAddress = (part: Place['part']): boolean => part === 'request path' || part === 'request method';
  if (isAddress(one.part) && isAddress(other.part)) return true;
  const [a, b] = [one.pointer.toLowerCase(), other.pointer.toLowerCase()];
  return one.part === other.part && (a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`));
}

/**
 * Compares pacts with the contract, without sending requests: finds what the service never accepts or never sends. Two
 * comparisons run: our own, which regards matching rules, requests that are wrong on purpose and partial
 * expectations; and `@pactflow/openapi-pact-comparator`, an independent program, for what ours may overlook.
 */

import type { Contract } from '../../contract/contract.js';
import { matchRequest } from '../../pact/match-request.js';
import type { PactFile, PactInteraction } from '../../pact/pact-file.js';
import { checkRequest, unmatchedRequest } from './check-request.js';
import { checkResponse } from './check-response.js';
import { Comparator, comparatorFinding } from './comparator.js';
import { comparablePact, flattenedDocument } from './comparator-input.js';
import { type ContractFinding, type InteractionFinding, type Place, placeFinding } from './contract-finding.js';
import { expectationValidator, type ExpectationValidator } from './expectation-schema.js';
import { responseRules } from './matching-rules.js';
import { optionalMembers } from './optional-members.js';
import { limitConcurrency } from '../run/limit-concurrency.js';

/** A comparison of many pacts with a contract. */
export interface Comparison {
  /** Compares a pact. Returns the findings in the order of the interactions. */
  readonly compare: (pact: PactFile) => Promise<readonly ContractFinding[]>;
  readonly close: () => Promise<void>;
}

/**
 * Prepares the comparison of many pacts, which share compiled schemas.
 * @throws MissingPeerError if the comparator is not installed
 */
export function prepareComparison(contract: Contract): Comparison {
  const comparator = new Comparator(flattenedDocument(contract));
  const validatorFor = expectationValidator(contract);
  const oneAtATime = limitConcurrency(1);
  const compare = async (pact: PactFile): Promise<readonly ContractFinding[]> => {
    const comparing = comparator.compare(comparablePact(pact, contract));
    const found = pact.interactions.map((interaction) => ownFindings(interaction, contract, validatorFor));
    for (const result of await comparing) {
      const { at, finding } = comparatorFinding(result, pact) ?? {};
      if (at === undefined || found[at]!.some(({ place }) => isRelated(place, finding!.place))) continue;
      found[at]!.push(finding!);
    }
    return pact.interactions.flatMap((interaction, at) =>
      [...found[at]!, ...optionalMembers(interaction, contract)].map((finding) =>
        placeFinding(finding, interaction, pact),
      ),
    );
  };
  return { compare: (pact) => oneAtATime(() => compare(pact)), close: () => comparator.close() };
}

/** Whether an interaction contradicts a contract. */
export type ContradictionCheck = (interaction: PactInteraction, contract: Contract) => boolean;

/** Prepares our own comparison with many contracts; the comparator would take long to prepare for each. */
export function prepareContradictionCheck(): ContradictionCheck {
  const validators = new Map<Contract, ExpectationValidator>();
  return (interaction, contract) => {
    const validatorFor = validators.get(contract) ?? expectationValidator(contract);
    validators.set(contract, validatorFor);
    return ownFindings(interaction, contract, validatorFor).some(({ severity }) => severity === 'error');
  };
}

function ownFindings(
  interaction: PactInteraction,
  contract: Contract,
  validatorFor: ExpectationValidator,
): InteractionFinding[] {
  const match = matchRequest(contract, interaction.request);
  if (match.kind !== 'operation') return [unmatchedRequest(interaction, match, contract)];
  return [
    ...checkRequest(interaction, match),
    ...checkResponse(interaction.response, match.operation, validatorFor, responseRules(interaction.response)),
  ];
}

/** Whether two findings are about the same value, or one is about a value inside the other. */
function isRelated(one: Place, other: Place): boolean {
  const isRoute = (part: Place['part']): boolean => part === 'request path' || part === 'request method';
  if (isRoute(one.part) && isRoute(other.part)) return true;
  const [a, b] = [one.pointer.toLowerCase(), other.pointer.toLowerCase()];
  return one.part === other.part && (a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`));
}

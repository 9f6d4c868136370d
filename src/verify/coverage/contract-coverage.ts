/** Measures which parts of the contract pacts exercise. */

import type { Contract } from '../../contract/contract.js';
import { matchOperation } from '../../pact/match-request.js';
import type { PactInteraction } from '../../pact/pact-file.js';
import { blindSpots } from './blind-spots.js';
import { coverOperation, type OperationCoverage } from './cover-operation.js';

export interface ContractCoverage {
  /** All operations, in the order of the contract. */
  readonly operations: readonly OperationCoverage[];
  /** Sentences about what is never tested, the most important first. */
  readonly blindSpots: readonly string[];
}

/**
 * @param passed the interactions that were verified and passed: those that fail show nothing
 * @param failed the others, which are named only
 */
export function coverageOf(
  contract: Contract,
  passed: readonly PactInteraction[],
  failed: readonly PactInteraction[],
): ContractCoverage {
  const operations = [...contract.operations.values()].map((operation) => {
    const isOwn = ({ request }: PactInteraction): boolean =>
      matchOperation(contract, request)?.operation.id === operation.id;
    return coverOperation(contract.document, operation, passed.filter(isOwn), failed.filter(isOwn));
  });
  return { operations, blindSpots: blindSpots(operations, contract) };
}

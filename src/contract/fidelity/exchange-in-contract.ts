/** An exchange beside what the contract says of its operation. */

import type { Contract } from '../contract.js';
import { METHODS, type OpenApiDocument, type OperationObject } from '../document.js';
import type { Operation, OperationId } from '../operation.js';
import type { FormFields } from '../query-string.js';
import { queryFields, type ExchangeFacts } from './exchange-facts.js';
import type { Fidelity } from './fidelity.js';

export interface ExchangeInContract {
  readonly document: OpenApiDocument;
  readonly operation: Operation;
  /** The operation as the document has it, notes included. */
  readonly source: OperationObject;
  readonly fidelity: Fidelity;
  readonly facts: ExchangeFacts;
  readonly query: FormFields;
}

/** Undefined where the contract has no such operation. */
export function exchangeInContract(contract: Contract, facts: ExchangeFacts): ExchangeInContract | undefined {
  const operation = contract.operations.get(facts.operationId as OperationId);
  if (operation === undefined) return undefined;
  const { document, fidelity } = contract;
  return {
    document,
    operation,
    source: sourceOf(document, operation.id),
    fidelity: fidelity(),
    facts,
    query: queryFields(facts),
  };
}

function sourceOf(document: OpenApiDocument, id: string): OperationObject {
  return Object.values(document.paths)
    .flatMap((item) => METHODS.flatMap((method) => item[method] ?? []))
    .find(({ operationId }) => operationId === id)!;
}

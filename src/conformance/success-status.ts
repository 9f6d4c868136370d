/** The status of success of an operation: the specification gives the body, and mostly leaves the number to be guessed. */

import type { Contract } from '../contract/contract.js';
import { isGuess, type FidelityPoint } from '../contract/fidelity/point.js';
import type { OperationId } from '../contract/operation.js';
import { isSuccess, type Exchange } from './exchange.js';

export interface SuccessStatus {
  /** What the contract says. */
  readonly status: number;
  /** The point that says so, where nobody has shown it. */
  readonly guess: FidelityPoint | undefined;
}

/** The status of an operation's success. */
export function successStatus({ operations, fidelity }: Contract, operation: OperationId): SuccessStatus {
  const status = [...operations.get(operation)!.responses.keys()].find((known) => known < 300)!;
  const ids = [`${operation}.${status}:number`, `${operation}.${status}`];
  return { status, guess: fidelity().points.find((point) => ids.includes(point.id) && isGuess(point)) };
}

/** The status under which the contract has an answer: where the number is a guess, another success is held against the same body. */
export function statusInContract(
  contract: Contract,
  { operation, status }: Pick<Exchange, 'operation' | 'status'>,
): number {
  if (contract.operations.get(operation)!.responses.has(status) || !isSuccess({ status })) return status;
  const success = successStatus(contract, operation);
  return success.guess === undefined ? status : success.status;
}

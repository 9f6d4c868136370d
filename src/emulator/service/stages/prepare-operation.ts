/** Computes in advance what an operation would take long for, so that the moment of the request is short. */

import { STEP_SIZE, type Steps } from '../../../common/steps.js';
import { OPERATION_PREPARATIONS } from '../operations/operation-handlers.js';
import { rulesIn } from '../representations/presentation.js';
import type { ServiceContext } from '../service-context.js';
import type { Located } from '../exchange.js';
import { rewriteRequest } from './operate.js';
import { checkOf } from './validate-request.js';

/**
 * Prepares the operation if that takes long. Nothing is read of the sandbox but its clock and which parties its world
 * is based on, and nothing is changed but caches: what happens at the moment of the request is the same without.
 * @param isConnected whether the client still waits for the response
 * @returns whether the client still waits; if not, its request ends here
 */
export function prepareOperation(
  { longWork }: ServiceContext,
  exchange: Located,
  isConnected: () => boolean,
): boolean | Promise<boolean> {
  const preparation = preparationOf(exchange);
  return preparation?.() === undefined || longWork.run(preparation, isConnected);
}

function preparationOf(exchange: Located): (() => Steps<unknown> | undefined) | undefined {
  const { operation, contract, sandbox, query } = exchange;
  const prepare = OPERATION_PREPARATIONS[operation.id];
  // A smaller population is searched at the moment of the request.
  if (prepare === undefined || sandbox.world.base.population.size <= STEP_SIZE) return undefined;
  if ('failure' in query) return undefined;
  const { request, violations } = checkOf(exchange);
  if (violations.length > 0) return undefined;
  const rewritten = rewriteRequest(contract.variants, request);
  const rules = rulesIn(contract);
  return () => prepare({ sandbox, request: rewritten, time: sandbox.world.time(), rules });
}

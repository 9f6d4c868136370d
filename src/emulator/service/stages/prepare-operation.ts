/** Computes in advance what an operation would take long for, so that the moment of the request is short. */

import { whenReady, type Awaitable } from '../../../common/awaitable.js';
import { rewriteRequest } from '../../../contract/variants/effects.js';
import { STEP_SIZE, type Steps } from '../../../common/steps.js';
import { OPERATION_PREPARATIONS } from '../operations/operation-handlers.js';
import { checkOf } from '../request/checked-request.js';
import { rulesIn } from '../representations/presentation.js';
import type { ServiceContext } from '../service-context.js';
import type { Located } from '../exchange.js';

/** Nobody waits for the response of a request, so that it ends here. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';
}

/**
 * Prepares the operation if that takes long. Nothing is read of the sandbox but its clock and which parties its world
 * is based on, and nothing is changed but caches: what happens at the moment of the request is the same without.
 * Rejects with a `ClientGoneError` if the client no longer waits for the response.
 */
export function prepareOperation({ longWork }: ServiceContext, exchange: Located): Awaitable<Located> {
  const preparation = preparationOf(exchange);
  if (preparation?.() === undefined) return exchange;
  const { req, res } = exchange;
  const isConnected = (): boolean => !res.destroyed && !req.socket.destroyed && !req.socket.writableEnded;
  return whenReady(longWork.run(preparation, isConnected), (isDone) => {
    if (!isDone) throw new ClientGoneError();
    return exchange;
  });
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

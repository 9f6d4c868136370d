/** An interaction from an exchange, and what tells it from others. */

import type { OperationId } from '../../contract/operation.js';
import type { OpenApiDocument } from '../../contract/document.js';
import { circumstancesOf } from './circumstances.js';
import { describeInteraction } from './describe-interaction.js';
import type { InteractionDocument } from '../pact-json.js';
import { requestExpectation } from './request-expectation.js';
import { responseExpectation } from './response-expectation.js';
import type { SeenExchange } from './seen-exchange.js';
import { requestShape, responseShape } from './shape.js';
import { caseOf } from './telling-members.js';
import type { Surroundings } from './worlds.js';

/** An interaction without what it gets from its place among others. */
export interface FoundInteraction extends Omit<InteractionDocument, 'key'> {
  readonly operation: OperationId;
  /** The same for exchanges of which one stands for all. */
  readonly likeness: string;
}

/** @throws LeftOutError where the exchange cannot be brought about again */
export function interactionOf(
  seen: SeenExchange,
  document: OpenApiDocument,
  surroundings: Surroundings,
): FoundInteraction {
  const { states, bringData, giveLink } = circumstancesOf(seen, surroundings);
  const request = requestExpectation(seen, giveLink);
  const response = responseExpectation(seen, document, bringData);
  const { operation, exchange, answer } = seen;
  return {
    operation: operation.id,
    type: 'Synchronous/HTTP',
    description: describeInteraction(seen, states),
    pending: false,
    ...(states.length > 0 && { providerStates: states }),
    request,
    response,
    likeness: JSON.stringify([
      operation.id,
      exchange.status,
      states.map(({ name }) => name),
      requestShape(seen, request),
      [...caseOf(operation.id, exchange.status, answer)],
      responseShape(operation.responses.get(exchange.status)?.schema, answer, document),
    ]),
  };
}

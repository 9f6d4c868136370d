/** Makes an interaction from an exchange, and a key that is the same for similar exchanges. */

import { createHash } from 'node:crypto';
import { isObject } from '../../common/json.js';
import type { Steps } from '../../common/steps.js';
import type { OperationId } from '../../contract/operation.js';
import type { InteractionDocument, RequestDocument } from '../../emulator/control/pact-document.js';
import type { CheckedExchange } from './checked-exchange.js';
import { requiredStatesOf, type GeneratorFacts } from './required-states.js';
import { describeInteraction } from './describe-interaction.js';
import { requestExpectation } from './request-expectation.js';
import { distinctiveMembers, responseExpectation } from './response-expectation.js';

/** An interaction before it has a unique description and a key. */
export interface NewInteraction extends Omit<InteractionDocument, 'key'> {
  readonly operation: OperationId;
  /** Similar exchanges have the same text. One of them is in the pact. */
  readonly fingerprint: string;
}

/**
 * The interaction, in steps.
 * @throws LeftOutError if no provider states reproduce the exchange
 */
export function* interactionOf(checked: CheckedExchange, context: GeneratorFacts): Steps<NewInteraction> {
  const { states, provideLink } = requiredStatesOf(checked, context);
  yield;
  const request = requestExpectation(checked, { hasLink: provideLink });
  const response = responseExpectation(checked, context.contract.document);
  yield;
  const { operation, exchange, responseBody } = checked;
  return {
    operation: operation.id,
    type: 'Synchronous/HTTP',
    description: describeInteraction(checked, states),
    pending: false,
    ...(states.length > 0 && { providerStates: states }),
    request,
    response,
    fingerprint: JSON.stringify([
      operation.id,
      exchange.status,
      states.map(({ name }) => name),
      requestShape(checked, request),
      [...distinctiveMembers(operation.id, exchange.status, responseBody)],
      shapeOf(response.body?.content),
    ]),
  };
}

const LONGEST_SHAPE = 10_000;

/** Names of parameters and members. Of a refused request also the values: they are its mistake. */
function requestShape({ query, requestBody, check }: CheckedExchange, request: RequestDocument): unknown {
  if (check.violations.length > 0) return [request.path, request.query, request.body];
  return [[...query.keys()].sort(), Object.keys(request.headers ?? {}), shapeOf(requestBody)];
}

function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map((item) => shortened(JSON.stringify(shapeOf(item)))))].sort();
  if (!isObject(value)) return value === null ? null : typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => [name, shapeOf(member)])
      .sort(),
  );
}

/** A text in a text doubles its escapes on every level of nested lists, so that a long one becomes its hash. */
function shortened(text: string): string {
  return text.length <= LONGEST_SHAPE ? text : createHash('sha256').update(text).digest('hex');
}

/** Makes an interaction from an exchange, and a fingerprint that similar exchanges share. */

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
  /** A text that similar exchanges share, so that only one of them is in the pact. */
  readonly fingerprint: string;
}

/**
 * The interaction, in steps: the emulator may serve requests between them.
 * @throws LeftOutError if no provider states reproduce the exchange
 */
export function* interactionOf(checked: CheckedExchange, facts: GeneratorFacts): Steps<NewInteraction> {
  const { states, provideLink } = requiredStatesOf(checked, facts);
  // Each `yield` gives the emulator time to serve requests.
  yield;

  const request = requestExpectation(checked, { hasLink: provideLink });
  const response = responseExpectation(checked, facts.contract.document);
  yield;

  // What has to be equal in two exchanges, so that one of them is enough for the pact.
  const { operation, exchange, responseBody } = checked;
  const distinguishing = [
    operation.id,
    exchange.status,
    // The standing tells apart what the status does not: checks report archived and superseded credentials with one
    // status.
    states.map(({ name, params }) => [name, params?.['standing']]),
    requestShape(checked, request),
    [...distinctiveMembers(operation.id, exchange.status, responseBody)],
    shapeOf(response.body?.content),
  ];

  return {
    operation: operation.id,
    type: 'Synchronous/HTTP',
    description: describeInteraction(checked, states),
    pending: false,
    ...(states.length > 0 && { providerStates: states }),
    request,
    response,
    fingerprint: JSON.stringify(distinguishing),
  };
}

/** The longest shape of an item in a list, in characters of JSON. */
const LONGEST_SHAPE = 10_000;

/**
 * What similar requests have in common: the names of parameters, headers and members. If the request violates the
 * contract, its exact path, query and body count, because a wrong value is the point of the request.
 */
function requestShape({ query, requestBody, check }: CheckedExchange, request: RequestDocument): unknown {
  if (check.violations.length > 0) return [request.path, request.query, request.body];
  return [[...query.keys()].sort(), Object.keys(request.headers ?? {}), shapeOf(requestBody)];
}

/**
 * The shape of a value: its type; for an object, the shape of each member; for a list, the different shapes of its
 * items.
 */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) {
    const shapes = value.map((item) => shortened(JSON.stringify(shapeOf(item))));
    // Equal shapes count once, and their order does not matter.
    return [...new Set(shapes)].sort();
  }
  if (!isObject(value)) return value === null ? null : typeof value;

  const members = Object.entries(value).map(([name, member]) => [name, shapeOf(member)] as const);
  return Object.fromEntries(members.sort());
}

/** A long text becomes its hash: otherwise its escapes would double on every level of nested lists. */
function shortened(text: string): string {
  return text.length <= LONGEST_SHAPE ? text : createHash('sha256').update(text).digest('hex');
}

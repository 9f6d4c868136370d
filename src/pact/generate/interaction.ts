/** Makes an interaction from an exchange, and a key that is the same for similar exchanges. */

import { createHash } from 'node:crypto';
import { resolveReference, type OpenApiDocument, type Schema, type SchemaObject } from '../../contract/document.js';
import { isObject } from '../../common/json.js';
import type { OperationId } from '../../contract/operation.js';
import { requiredMember, withMembersOfAlternatives } from '../../contract/schema/schema-walk.js';
import type { InteractionDocument, RequestDocument } from '../../emulator/control/pact-document.js';
import type { CheckedExchange } from './checked-exchange.js';
import { circumstancesOf } from './circumstances.js';
import { describeInteraction } from './describe-interaction.js';
import type { PactContext } from './provider-states.js';
import { requestExpectation } from './request-expectation.js';
import { distinctiveMembers, responseExpectation } from './response-expectation.js';

/** An interaction before it has a unique description and a key. */
export interface NewInteraction extends Omit<InteractionDocument, 'key'> {
  readonly operation: OperationId;
  /** Similar exchanges have the same text. One of them is in the pact. */
  readonly fingerprint: string;
}

/** @throws LeftOutError if no provider states reproduce the exchange */
export function interactionOf(
  checked: CheckedExchange,
  document: OpenApiDocument,
  context: PactContext,
): NewInteraction {
  const { states, addData, provideLink } = circumstancesOf(checked, context);
  const request = requestExpectation(checked, { hasLink: provideLink });
  const response = responseExpectation(checked, document, { requiredOnly: addData || context.members !== 'all' });
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
      responseShape(operation.responses.get(exchange.status)?.schema, responseBody, document),
    ]),
  };
}

const LONGEST_SHAPE = 10_000;

/** Names of parameters and members, without values. A refused request is compared with its values: they are its mistake. */
function requestShape({ query, requestBody, check }: CheckedExchange, request: RequestDocument): unknown {
  if (check.violations.length > 0) return [request.path, request.query, request.body];
  return [[...query.keys()].sort(), Object.keys(request.headers ?? {}), shapeOf(requestBody)];
}

function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return distinct(value, shapeOf);
  if (!isObject(value)) return value === null ? null : typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => [name, shapeOf(member)])
      .sort(),
  );
}

/** Required members only: which lists are empty, and which members are null. Optional members differ from item to item. */
function responseShape(schema: Schema | undefined, value: unknown, document: OpenApiDocument): unknown {
  if (schema === undefined) return null;
  const {
    required = [],
    oneOf = [],
    items,
    properties,
  } = withMembersOfAlternatives(resolveReference<SchemaObject>(document, schema));
  if (Array.isArray(value)) return distinct(value, (item) => responseShape(items, item, document));
  if (!isObject(value)) return value === null ? null : typeof value;
  const alternatives = oneOf.flatMap((alternative) => requiredMember(alternative) ?? []);
  const names = [...required, ...alternatives].filter((name) => name in value);
  return Object.fromEntries(names.map((name) => [name, responseShape(properties?.[name], value[name], document)]));
}

function distinct(items: readonly unknown[], shape: (item: unknown) => unknown): string[] {
  return [...new Set(items.map((item) => shortened(JSON.stringify(shape(item)))))].sort();
}

/** A text in a text doubles its escapes on every level of nested lists, so that a long one becomes its hash. */
function shortened(text: string): string {
  return text.length <= LONGEST_SHAPE ? text : createHash('sha256').update(text).digest('hex');
}

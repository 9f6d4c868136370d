/** Receives the values of a request: query and body. */

import type { Request } from 'express';
import type { CompiledBody } from '../../contract/operation.js';
import { parseForm, PercentEncodingError, type FormFields } from '../../contract/query-string.js';
import type { ServiceContext } from '../service-context.js';
import { ServiceFailure } from '../service-failure.js';
import { grantOf } from './access-token.js';
import type { Located } from './locate.js';
import { BODY_LIMIT, parseBody, receiveBody } from './request-body.js';

/** A value, or why it could not be read. A failure is thrown when the value is first needed. */
export type Outcome<Value> = { readonly value: Value } | { readonly failure: unknown };

/** An exchange whose body has arrived. */
export interface Received extends Located {
  readonly requestBody: Buffer | number | undefined;
  readonly query: Outcome<FormFields>;
  /** The parsed body. The value is undefined if the request has none, or the operation takes none. */
  readonly body: Outcome<unknown>;
}

/** The value of an outcome. @throws the failure if there is one */
export function valueOf<Value>(outcome: Outcome<Value>): Value {
  if ('failure' in outcome) throw outcome.failure;
  return outcome.value;
}

/** The value of an outcome, or `fallback` if it could not be read. */
export function valueOr<Value>(outcome: Outcome<Value>, fallback: Value): Value {
  return 'failure' in outcome ? fallback : outcome.value;
}

const NO_BODY: Outcome<undefined> = { value: undefined };

/**
 * Waits for the body if the operation takes one. A caller without a valid access token is rejected before the body is read.
 * @throws ServiceFailure 401 before the body is read; no failure of the body itself
 */
export function receive(context: ServiceContext, located: Located): Received | Promise<Received> {
  const { operation, arrival } = located;
  if (operation.body === undefined) return received(located, undefined, NO_BODY);
  if (operation.access === 'bearer') grantOf(context, located);
  return receiveWithBody(located, arrival.req, operation.body);
}

async function receiveWithBody(located: Located, req: Request, body: CompiledBody): Promise<Received> {
  try {
    const requestBody = await receiveBody(req, body);
    return received(
      located,
      requestBody?.bytes,
      outcomeOf(() => parseBody(requestBody, body)),
    );
  } catch (failure) {
    const isTooLarge = failure instanceof ServiceFailure && failure.status === 413;
    return received(located, isTooLarge ? BODY_LIMIT + 1 : undefined, { failure });
  }
}

function received(located: Located, requestBody: Received['requestBody'], body: Outcome<unknown>): Received {
  const { arrival, claims, sandbox, clientId, contract, access, operation, path, queryString } = located;
  const { headerScenarios, diagnostics } = located;
  return {
    arrival,
    claims,
    sandbox,
    clientId,
    contract,
    access,
    operation,
    path,
    queryString,
    headerScenarios,
    requestBody,
    query: outcomeOf(() => parseQuery(queryString)),
    body,
    diagnostics,
  };
}

function parseQuery(text: string): FormFields {
  try {
    return parseForm(text);
  } catch (error) {
    if (error instanceof PercentEncodingError)
      throw new ServiceFailure(400, 'invalid_request', `The query is ${error.message}.`);
    throw error;
  }
}

function outcomeOf<Value>(read: () => Value): Outcome<Value> {
  try {
    return { value: read() };
  } catch (failure) {
    return { failure };
  }
}

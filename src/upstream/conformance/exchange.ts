/** A request to the service with its response, and how checks read the response. */

import { isObject, type Json } from '../../common/json.js';
import type { LookedAt } from '../evidence/collect-evidence.js';
import { isSuccess } from '../../traffic/seen-exchange.js';

/** An exchange of a run. */
export interface ServiceExchange extends LookedAt {
  /** For reports, without personal data: `GET /institutions/me/users?limit=0 returned 200`. */
  readonly description: string;
}

/** Thrown by a check that cannot read a response. */
export class UnexpectedResponseError extends Error {
  override readonly name = 'UnexpectedResponseError';
}

/** Thrown by a check for which the user has given too little, or the service shows no data. */
export class NothingToCheckError extends Error {
  override readonly name = 'NothingToCheckError';
}

/** The body of a successful response. @throws UnexpectedResponseError if it is not an object */
export function objectIn({ status, response: { body }, description }: ServiceExchange): Json {
  if (!isSuccess({ status })) throw new UnexpectedResponseError(description);
  if (!isObject(body)) throw new UnexpectedResponseError(`${description} without a JSON object`);

  return body;
}

/** The text of a member. @throws UnexpectedResponseError if the member is not a text */
export function textIn(object: Json, member: string): string {
  const value = object[member];
  if (typeof value !== 'string' || value === '')
    throw new UnexpectedResponseError(`a response without a text "${member}"`);

  return value;
}

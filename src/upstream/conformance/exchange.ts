/** A request to the service with its response, and how checks read the response. */

import { isObject, type Json } from '../../common/json.js';
import type { LookedAt } from '../evidence/collect-evidence.js';
import { isSuccess } from '../../traffic/seen-exchange.js';

/** An exchange of a run. */
export interface ServiceExchange extends LookedAt {
  /** The exchange in reports, without personal data: `GET /institutions/me/users?limit=0 returned 200`. */
  readonly description: string;
}

/** Thrown if a check cannot compare anything. The message is the reason. */
export class NoResultError extends Error {
  override readonly name = 'NoResultError';
  /**
   * The kind of reason. `unusable`: no response came that can be read. `unseen`: the user has given too little, or the
   * service shows no data. `ended`: no further request may be sent.
   */
  readonly reason: 'unusable' | 'unseen' | 'ended';

  constructor(reason: NoResultError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The body of a response. @throws NoResultError if the response is no success, or its body no object */
export function objectIn({ status, response: { body }, description }: ServiceExchange): Json {
  if (!isSuccess({ status })) throw new NoResultError('unusable', description);
  if (!isObject(body)) throw new NoResultError('unusable', `${description} without a JSON object`);

  return body;
}

/** The text of a member. @throws NoResultError if the member is no text, or an empty one */
export function textIn(object: Json, member: string): string {
  const value = object[member];
  if (typeof value !== 'string' || value === '')
    throw new NoResultError('unusable', `a response without a text "${member}"`);

  return value;
}

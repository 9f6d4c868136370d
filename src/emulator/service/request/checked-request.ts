/** The values of a request, checked against the contract once. */

import { checkRequest, type RequestCheck } from '../../../contract/request.js';
import { valueOf, type Located } from '../exchange.js';

/** What the contract says of the request. @throws ServiceError 400, 413 or 415 if query or body could not be read */
export function checkOf(exchange: Located): RequestCheck {
  if (exchange.check !== undefined) return exchange.check;
  const { operation, path } = exchange;
  const body = valueOf(exchange.body);
  // A form without parameters has no bytes.
  const isEmptyForm = body === undefined && operation.access === 'client';
  const plain = { path, query: valueOf(exchange.query), body: isEmptyForm ? {} : body };
  exchange.check = checkRequest(operation, plain);
  return exchange.check;
}

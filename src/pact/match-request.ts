/** Finds the operation of a pact's request, and reads the request as the service does. */

import { mapMembers } from '../common/json.js';
import { targetOf } from '../common/reporting/request-target.js';
import type { Contract } from '../contract/contract.js';
import { mediaTypeOf } from '../contract/headers.js';
import { matchOperation, readRequest } from '../contract/reading/read-request.js';
import type { OperationMatch, RawRequest, RequestReading } from '../contract/reading/read-request.js';
import type { PactBody, PactRequest } from './pact-file.js';

/** Headers and body of a request. */
export type Message = Pick<RawRequest, 'headers'> & { readonly body: Buffer };

/** The operation of a request, and its path on the service. */
export interface RequestMatch extends OperationMatch {
  /**
   * The path on the service. It starts with `/api/v1` even if the pact's path is relative to the consumer's base URL.
   */
  readonly path: string;
}

/**
 * Finds the operation of a path, with or without the contract's prefix: consumers may write paths relative to their
 * base URL.
 */
export function matchRequest(contract: Contract, { method, path }: Pick<PactRequest, 'method' | 'path'>): RequestMatch {
  const rooted = path.startsWith('/') ? path : `/${path}`;
  const asWritten = { path: rooted, ...matchOperation(contract, method, rooted) };
  // A known path with a wrong method is still the meant one.
  const isKnown = ({ violation }: OperationMatch): boolean => violation?.code !== 'path';
  if (isKnown(asWritten)) return asWritten;

  const longer = contract.prefix + rooted;
  const withPrefix = { path: longer, ...matchOperation(contract, method, longer) };

  return isKnown(withPrefix) ? withPrefix : asWritten;
}

/** The request as the service would read it. */
export function readPactRequest(contract: Contract, request: PactRequest): RequestReading {
  const { path } = matchRequest(contract, request);
  const target = pactTarget({ ...request, path });
  return readRequest(contract, { method: request.method, target, ...sentMessage(request) });
}

/** Headers and body as they are sent. */
export function sentMessage({ headers, body }: PactRequest): Message {
  return { headers: mapMembers(headers, (values) => values.join(', ')), body: bytesOf(body) };
}

/** Path and query. */
export function pactTarget({ path, query }: Pick<PactRequest, 'path' | 'query'>): string {
  const fields = new URLSearchParams();
  for (const [name, values] of Object.entries(query)) for (const value of values) fields.append(name, value);
  return targetOf({ path, query: String(fields) });
}

/** The bytes of a body as a verifier sends them. */
function bytesOf(body: PactBody | undefined): Buffer {
  if (body === undefined || isEmptyBody(body)) return Buffer.alloc(0);

  const { content } = body;
  return Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
}

/** Whether there is no body: in every version of the Pact specification, an empty text and null mean that. */
export function isEmptyBody({ content }: PactBody): boolean {
  return content === '' || content === null;
}

/** Whether a content type is that of a form. Media types are in any case (RFC 9110 section 8.3.1). */
export function isForm(contentType: string | undefined): boolean {
  return mediaTypeOf(contentType) === 'application/x-www-form-urlencoded';
}

/** Validates requests and responses with the contract's own validators. */

import { parsePointer } from '../../common/json.js';
import type { Contract } from '../../contract/contract.js';
import type { Operation } from '../../contract/operation.js';
import { readRequest } from '../../contract/reading/read-request.js';
import type { Violation } from '../../contract/violation.js';
import { contractViolations } from '../evidence/contract-violations.js';
import { parseBody, type ProxiedResponse, type ProxiedRequest } from './message.js';
import { violationAt, type ProxyViolation } from './proxied-exchange.js';

/** The operation of a request, and its violations. */
export function checkRequest(
  contract: Contract,
  request: ProxiedRequest,
): { readonly operation: Operation | undefined; readonly violations: ProxyViolation[] } {
  const { operation, violations } = readRequest(contract, request);
  return { operation, violations: violations.map(requestViolation) };
}

/** A violation of a request in the form of the proxy. Names of headers are in lower case there. */
function requestViolation({ in: part, pointer, code, expected }: Violation): ProxyViolation {
  const place = part === 'header' ? pointer.toLowerCase() : pointer;
  return violationAt(['request', part, ...parsePointer(place)], code, `expected ${expected}`);
}

/** Statuses of a server or a gateway in front of the service. With them, the service may not have seen the request. */
const GATEWAY_STATUSES: ReadonlySet<number> = new Set([405, 413, 414, 431, 502, 503, 504]);

/** The violations of a response. None if a gateway in front of the service has sent it, or if its body is not known. */
export function responseViolations(
  contract: Contract,
  { id, responses }: Operation,
  { status, headers, content, leftOut }: ProxiedResponse,
): ProxyViolation[] {
  // Nothing is known of a body that was not kept.
  if (leftOut !== undefined) return [];
  if (content === undefined)
    return [violationAt(['response', 'body'], 'content-encoding', 'the body cannot be decoded')];
  if (GATEWAY_STATUSES.has(status)) return [];

  const statuses = [...responses.keys()];
  if (!statuses.includes(status))
    return [violationAt(['response'], 'contract', `expected one of the statuses ${statuses.join(', ')}`)];

  const parsed = parseBody(content, headers['content-type']);
  if (parsed === undefined) return [violationAt(['response', 'body'], 'json', 'the body is not valid JSON')];

  const text = content.toString();
  const exchange = { operation: id, status, headers, text, body: parsed.value };
  return contractViolations(contract, exchange).map(({ part, location, code, description }) => {
    // The text begins with the place, which the location already names. Only the text about a missing member is kept
    // whole: there, the location is that of the object around it.
    const message = code === 'required' ? description : description.replace(/^[^:]*: (?=expected )/, '');
    return violationAt(['response', part, ...location], code, message);
  });
}

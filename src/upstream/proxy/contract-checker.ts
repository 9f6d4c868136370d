/** Validates requests and responses against the contract with the contract's own validators. */

import { parsePointer } from '../../common/json.js';
import { readAuthorization } from '../../contract/authorization.js';
import type { Contract } from '../../contract/contract.js';
import { mediaTypeOf } from '../../contract/headers.js';
import type { Operation } from '../../contract/operation.js';
import { firstValues, parseFormIfReadable, PercentEncodingError, splitUrl } from '../../contract/query-string.js';
import { checkRequest } from '../../contract/request.js';
import { contractViolations } from '../evidence/contract-violations.js';
import { bodyValue, headersOf, type ProxiedResponse, type ProxiedRequest } from './message.js';
import { violationAt, type ProxyViolation } from './proxied-exchange.js';

/** The violations of a request. */
export function requestViolations(contract: Contract, operation: Operation, request: ProxiedRequest): ProxyViolation[] {
  const [path = '', text = ''] = splitUrl(request.target);
  const headers = headersOf(request);
  const { value: body, broken } = requestBody(operation, request, headers['content-type']);
  if (broken === true) return [violationAt(['request', 'body'], 'json', 'the body is not valid JSON')];
  const query = parseFormIfReadable(text);
  if (query === undefined)
    return [violationAt(['request', 'query'], 'encoding', 'the query is not percent-encoded UTF-8')];
  const isAnonymous =
    operation.access === 'bearer' && readAuthorization(headers['authorization'] ?? '').flaw !== undefined;
  const { violations } = checkRequest(operation, { path: contract.match(path)!.parameters, query, body });
  return [
    ...(isAnonymous
      ? [violationAt(['request', 'header', 'authorization'], 'security', 'expected a bearer token')]
      : []),
    ...violations.map(({ in: part, pointer, code, expected }) =>
      violationAt(['request', part, ...parsePointer(pointer)], code, `expected ${expected}`),
    ),
  ];
}

function requestBody({ body }: Operation, request: ProxiedRequest, contentType?: string): ReturnType<typeof bodyValue> {
  if (body === undefined || mediaTypeOf(contentType) !== 'application/x-www-form-urlencoded')
    return bodyValue(request.body, contentType);
  const fields = parseFormIfReadable(request.body.toString());
  return { value: fields && firstValues(fields) };
}

/** Statuses of what refuses a request before the service sees it, and of what stands in front of the service. */
const ELSEWHERE: ReadonlySet<number> = new Set([405, 413, 414, 431, 502, 503, 504]);

/** The violations of a response; none if something in front of the service has sent it. */
export function responseViolations(
  contract: Contract,
  { id, responses }: Operation,
  { status, content, ...message }: ProxiedResponse,
): ProxyViolation[] {
  if (content === undefined)
    return [violationAt(['response', 'body'], 'content-encoding', 'the body cannot be decoded')];
  if (ELSEWHERE.has(status)) return [];
  const statuses = [...responses.keys()];
  if (!statuses.includes(status))
    return [violationAt(['response'], 'contract', `expected one of the statuses ${statuses.join(', ')}`)];
  const headers = headersOf(message);
  const { value: body, broken } = bodyValue(content, headers['content-type']);
  if (broken === true) return [violationAt(['response', 'body'], 'json', 'the body is not valid JSON')];
  const exchange = { operation: id, status, headers, text: content.toString(), body };
  return contractViolations(contract, exchange).map(({ part, location, code, description }) => {
    // The location has the place already, but not the member that is missing.
    const message = code === 'required' ? description : description.replace(/^[^:]*: (?=expected )/, '');
    return violationAt(['response', part, ...location], code, message);
  });
}

/** The operation of a request, or the violation if the contract has none for its path and method. */
export function findOperation(
  contract: Contract,
  { method, target }: ProxiedRequest,
): { readonly operation?: Operation; readonly violation?: ProxyViolation } {
  const [path = ''] = splitUrl(target);
  try {
    const match = contract.match(path);
    if (match === undefined)
      return { violation: violationAt(['request', 'path'], 'path', 'the contract has no such path') };
    const operation = match.methods.get(method.toLowerCase() as never);
    if (operation !== undefined) return { operation };
    const known = [...match.methods.keys()].join(', ').toUpperCase();
    const message = `the contract has no ${method} here, only ${known}`;
    return { violation: violationAt(['request', 'method'], 'method', message) };
  } catch (error) {
    if (!(error instanceof PercentEncodingError)) throw error;
    return { violation: violationAt(['request', 'path'], 'path', 'the path is not valid percent-encoded UTF-8') };
  }
}

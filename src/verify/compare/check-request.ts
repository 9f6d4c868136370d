/** Compares the request of an interaction with the requests that the service accepts. */

import type { Contract } from '../../contract/contract.js';
import { misspelledParameter, nearestAtEnd, suggestPath } from '../../contract/suggestions.js';
import type { Operation } from '../../contract/operation.js';
import { previewValue } from '../../common/json.js';
import { RequestCheck } from '../../contract/request.js';
import type { Violation } from '../../contract/violation.js';
import { blamedBy } from '../../pact/expected-status.js';
import { isEmptyBody, type MatchedOperation, requestBodyOf, type RequestMatch } from '../../pact/match-request.js';
import type { PactInteraction, PactRequest } from '../../pact/pact-file.js';
import {
  emulatorHeaders,
  ignoredAccept,
  malformedCredentials,
  missingToken,
  refusedMediaType,
} from './check-request-headers.js';
import { finding, placeText, type ContractFinding } from './contract-finding.js';

/**
 * Finds everything in the request that the service would refuse or ignore. Mistakes that the expected status is about
 * are left out: 400 blames the request, 401 its credentials. Nothing in a request explains 429 or 500.
 */
export function checkRequest(
  { request, response, ...more }: PactInteraction,
  match: MatchedOperation,
): ContractFinding[] {
  const ofEmulator = emulatorHeaders(request);
  const blamed = blamedBy(response.status);
  if (blamed === 'request') return ofEmulator;
  const { operation, pathParameters } = match;
  const isRefused = blamed === 'credentials';
  const query = new Map(Object.entries(request.query));
  const body = requestBodyOf(request, operation);
  const { violations, unknown } = new RequestCheck(operation, { path: pathParameters, query, body });
  const areFromState = more.stateExpressions.length > 0;
  const found = [
    isRefused ? undefined : missingToken(request, operation),
    isRefused || areFromState ? undefined : malformedCredentials(request, operation),
    refusedMediaType(request, operation),
    ignoredAccept(request, operation.responses.get(response.status)),
    ...violations.filter((violation) => !isRefused || !isAboutClient(violation, operation)).map(refusedPart),
    ...unknown.map((part) => ignoredPart(part, operation)),
    needlessBody(request, operation),
    ...ofEmulator,
  ];
  return found.filter((one) => one !== undefined);
}

/** Whether the value is a client ID or secret, whose absence is a fault of the credentials. */
function isAboutClient({ in: part, pointer }: Violation, { access }: Operation): boolean {
  return access === 'client' && part === 'body' && /^\/client_(?:id|secret)$/.test(pointer);
}

/** The parts of a request that have values. */
type ValuePart = 'path' | 'query' | 'body';

function refusedPart({ in: part, pointer, expected, value = 'nothing' }: Violation): ContractFinding {
  const kind = part as ValuePart;
  const where = placeText(`request ${kind}`, kind === 'path' ? '' : pointer);
  return finding(`request.${kind}.invalid`, { where, expected, actual: value });
}

function ignoredPart({ in: part, pointer, value }: Violation, { parameters, body }: Operation): ContractFinding {
  const kind = part as ValuePart;
  const name = pointer.slice(1);
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const known = kind === 'query' ? inQuery.map((parameter) => parameter.name) : [...(body?.members.keys() ?? [])];
  const misspelled = kind === 'query' ? misspelledParameter(name, inQuery) : undefined;
  const unknown = `The contract has no "${name}", so the service ignores it${nearestAtEnd(name, known)}`;
  const reason = misspelled === undefined ? unknown : `${misspelled}.`;
  return finding(`request.${kind}.ignored`, { where: placeText(`request ${kind}`, pointer), reason, actual: value });
}

function needlessBody({ body }: PactRequest, { id, body: accepted }: Operation): ContractFinding | undefined {
  if (accepted !== undefined || body === undefined || isEmptyBody(body)) return undefined;
  return finding('request.body.needless', { operation: id, actual: previewValue(body.content) });
}

/**
 * The finding for a request that no operation of the contract matches. It is a warning if the consumer tests the
 * failure on purpose: it expects the status for such a request (RFC 9110 section 15.5). Otherwise it is an error. An
 * expected 404 is an error, too: it may mean that the resource is unknown, while the path is wrong.
 */
export function unmatchedRequest(
  { request, response }: PactInteraction,
  match: Exclude<RequestMatch, MatchedOperation>,
  contract: Contract,
): ContractFinding {
  const { code, status, hint } = explain(match, request, contract);
  const isOnPurpose = status === response.status;
  const purpose = isOnPurpose ? `; it does not specify a response with ${status}` : '';
  const { method, path } = request;
  return finding(code, {
    severity: isOnPurpose ? 'warning' : 'error',
    method,
    hint: purpose + (hint === undefined ? '.' : `; ${hint}`),
    actual: `${method} ${path}`,
  });
}

/** What an operation is missing, the status for such a request, and a hint what the contract has instead. */
interface Explanation {
  readonly code: 'request.path.unreadable' | 'request.path.unknown' | 'request.method.unknown';
  readonly status?: number;
  readonly hint?: string | undefined;
}

function explain(
  match: Exclude<RequestMatch, MatchedOperation>,
  { method, path }: PactRequest,
  contract: Contract,
): Explanation {
  if (match.kind === 'unreadable-path') return { code: 'request.path.unreadable', status: 400 };
  if (match.kind === 'no-method') {
    const hint = `it has ${match.methods.join(', ').toUpperCase()}.`;
    return { code: 'request.method.unknown', status: 405, hint };
  }

  const isQueryInPath = path.includes('?');
  const inQuery = 'in a pact, the part after the question mark belongs in "query".';
  return { code: 'request.path.unknown', hint: isQueryInPath ? inQuery : suggestPath(contract, method, path) };
}

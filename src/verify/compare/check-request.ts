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
import { finding, placeText, type ContractFinding, type FindingPart } from './contract-finding.js';

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

function refusedPart({ in: part, pointer, expected, value }: Violation): ContractFinding {
  const where = placeText(partOf(part), part === 'path' ? '' : pointer);
  return finding('error', `request.${part}.invalid`, {
    where,
    message: 'The service would refuse the request with 400.',
    expected,
    actual: value ?? 'nothing',
  });
}

function ignoredPart({ in: part, pointer, value }: Violation, { parameters, body }: Operation): ContractFinding {
  const name = pointer.slice(1);
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const known = part === 'query' ? inQuery.map((parameter) => parameter.name) : [...(body?.members.keys() ?? [])];
  const misspelled = part === 'query' ? misspelledParameter(name, inQuery) : undefined;
  const unknown = `The contract has no "${name}", so the service ignores it${nearestAtEnd(name, known)}`;
  return finding('warning', `request.${part}.ignored`, {
    where: placeText(partOf(part), pointer),
    message: misspelled === undefined ? unknown : `${misspelled}.`,
    actual: value,
  });
}

function partOf(part: Violation['in']): FindingPart {
  return part === 'query' || part === 'path' ? `request ${part}` : 'request body';
}

function needlessBody({ body }: PactRequest, { id, body: accepted }: Operation): ContractFinding | undefined {
  if (accepted !== undefined || body === undefined || isEmptyBody(body)) return undefined;
  return finding('warning', 'request.body.needless', {
    where: 'request body',
    message: `${id} accepts no body, so the service ignores it.`,
    actual: previewValue(body.content),
  });
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
  const { code, status, what, hint } = explain(match, request, contract);
  const isOnPurpose = status === response.status;
  const where = match.kind === 'no-method' ? 'request method' : 'request path';
  return finding(isOnPurpose ? 'warning' : 'error', code, {
    where,
    message: `${what}${isOnPurpose ? `; it does not specify a response with ${status}` : ''}${hint === undefined ? '.' : `; ${hint}`}`,
    actual: `${request.method} ${request.path}`,
  });
}

function explain(
  match: Exclude<RequestMatch, MatchedOperation>,
  { method, path }: PactRequest,
  contract: Contract,
): { readonly code: string; readonly status?: number; readonly what: string; readonly hint?: string | undefined } {
  switch (match.kind) {
    case 'unreadable-path':
      return {
        code: 'request.path.unreadable',
        status: 400,
        what: 'The path is not percent-encoded UTF-8, so the contract has no such path',
      };
    case 'no-method':
      return {
        code: 'request.method.unknown',
        status: 405,
        what: `The contract has no ${method} at this path`,
        hint: `it has ${match.methods.join(', ').toUpperCase()}.`,
      };
    case 'no-path':
      return {
        code: 'request.path.unknown',
        what: 'The contract has no such path',
        hint: path.includes('?')
          ? 'in a pact, the part after the question mark belongs in "query".'
          : suggestPath(contract, method, path),
      };
  }
}

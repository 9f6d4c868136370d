/** Compares the request of an interaction with the requests that the service accepts. */

import type { Contract } from '../../contract/contract.js';
import { misspelledParameter, nearestAtEnd, suggestPath } from '../../contract/suggestions.js';
import type { Operation } from '../../contract/operation.js';
import { previewValue, escapePointer } from '../../common/json.js';
import { checkRequest as checkValues } from '../../contract/request.js';
import type { Violation } from '../../contract/violation.js';
import { requestBodyOf } from '../../pact/form-fields.js';
import type { MatchedOperation, RequestMatch } from '../../pact/match-request.js';
import type { PactInteraction, PactRequest } from '../../pact/pact-file.js';
import type { InteractionFinding } from './contract-finding.js';

/**
 * Finds everything in the request that the service would refuse or ignore. Finds nothing if the consumer expects a
 * failure: such a request is wrong on purpose.
 */
export function checkRequest({ request, response }: PactInteraction, match: MatchedOperation): InteractionFinding[] {
  if (response.status >= 400) return [];
  const { operation, pathParameters } = match;
  const query = new Map(Object.entries(request.query));
  const body = requestBodyOf(request, match);
  const { violations, unknown } = checkValues(operation, { path: pathParameters, query, body });
  return [
    ...tokenFindings(request, operation),
    ...mediaTypeFindings(request, operation),
    ...violations.map(refusedPart),
    ...unknown.map((part) => ignoredPart(part, operation)),
    ...needlessBody(request, operation),
  ];
}

function tokenFindings({ headers }: PactRequest, { id, access }: Operation): InteractionFinding[] {
  const [authorization] = headers['authorization'] ?? [];
  if (access !== 'bearer' || /^bearer /i.test(authorization ?? '')) return [];
  // Only the scheme: the rest may be a secret.
  const actual = authorization === undefined ? 'no header' : `${authorization.split(' ')[0] ?? ''} ...`;
  return [
    {
      severity: 'error',
      place: header('Authorization'),
      message: `${id} requires an access token: the service would respond with 401.`,
      expected: 'Bearer <access token>',
      actual,
    },
  ];
}

/** Pact sends a JSON value without a content type as application/json. */
function mediaTypeFindings({ headers, body }: PactRequest, { body: contract }: Operation): InteractionFinding[] {
  if (body === undefined || contract === undefined) return [];
  const given =
    headers['content-type']?.[0] ??
    body.contentType ??
    (typeof body.content === 'string' ? undefined : 'application/json');
  if (given?.split(';')[0]?.trim().toLowerCase() === contract.mediaType) return [];
  return [
    {
      severity: 'error',
      place: header('Content-Type'),
      message: 'The service does not accept a body of this media type: it would respond with 415.',
      expected: contract.mediaType,
      actual: given ?? 'no header',
    },
  ];
}

function refusedPart({ in: part, pointer, expected, value }: Violation): InteractionFinding {
  const place =
    part === 'query'
      ? ({ part: 'request query', pointer } as const)
      : part === 'path'
        ? ({ part: 'request path', pointer: '' } as const)
        : ({ part: 'request body', pointer } as const);
  return {
    severity: 'error',
    place,
    message: 'The service would refuse the request with 400.',
    expected,
    actual: value ?? 'nothing',
  };
}

function ignoredPart({ in: part, pointer, value }: Violation, { parameters, body }: Operation): InteractionFinding {
  const name = pointer.slice(1);
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const known = part === 'query' ? inQuery.map((parameter) => parameter.name) : [...(body?.members ?? [])];
  const warning = part === 'query' ? misspelledParameter(name, inQuery) : undefined;
  const message =
    warning === undefined
      ? `The contract has no "${name}", so the service ignores it${nearestAtEnd(name, known)}`
      : `${warning}.`;
  const place = {
    part: part === 'query' ? 'request query' : 'request body',
    pointer: `/${escapePointer(name)}`,
  } as const;
  return { severity: 'warning', place, message, ...(value !== undefined && { actual: value }) };
}

function needlessBody({ body }: PactRequest, { id, body: contract }: Operation): InteractionFinding[] {
  if (contract !== undefined || body === undefined || body.content === '' || body.content === null) return [];
  return [
    {
      severity: 'warning',
      place: { part: 'request body', pointer: '' },
      message: `${id} accepts no body, so the service ignores it.`,
      actual: previewValue(body.content),
    },
  ];
}

function header(name: string): InteractionFinding['place'] {
  return { part: 'request header', pointer: `/${name}` };
}

type Unmatched = Exclude<RequestMatch, MatchedOperation>;

/**
 * Statuses for such requests (RFC 9110 section 15.5). A consumer that expects one of them tests the failure on
 * purpose.
 */
const EXPECTED_STATUSES: Readonly<Record<Unmatched['kind'], readonly number[]>> = {
  'no-path': [404],
  'no-method': [404, 405],
  'unreadable-path': [400, 404],
};

/**
 * The finding for a request that no operation of the contract matches: a warning if the consumer expects a failure,
 * because the contract does not specify the response; otherwise an error.
 */
export function unmatchedRequest(
  { request, response }: PactInteraction,
  match: Unmatched,
  contract: Contract,
): InteractionFinding {
  const isOnPurpose = EXPECTED_STATUSES[match.kind].includes(response.status);
  const { what, hint } = explain(match, request, contract);
  return {
    severity: isOnPurpose ? 'warning' : 'error',
    place: { part: match.kind === 'no-method' ? 'request method' : 'request path', pointer: '' },
    message: `${what}${isOnPurpose ? `; it does not specify a response with ${response.status}` : ''}${hint === undefined ? '.' : `; ${hint}`}`,
    actual: `${request.method} ${request.path}`,
  };
}

function explain(
  match: Unmatched,
  { method, path }: PactInteraction['request'],
  contract: Contract,
): { readonly what: string; readonly hint: string | undefined } {
  switch (match.kind) {
    case 'unreadable-path':
      return { what: 'The path is not percent-encoded UTF-8, so the contract has no such path', hint: undefined };
    case 'no-method':
      return {
        what: `The contract has no ${method} at this path`,
        hint: `it has ${match.methods.map((known) => known.toUpperCase()).join(', ')}.`,
      };
    case 'no-path':
      return {
        what: 'The contract has no such path',
        hint: path.includes('?')
          ? 'in a pact, the part after the question mark belongs in "query".'
          : suggestPath(contract, method, path),
      };
  }
}

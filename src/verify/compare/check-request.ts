/** Compares the request of an interaction with the requests that the service accepts. */

import type { Contract } from '../../contract/contract.js';
import { acceptsMediaType, mediaTypeOf } from '../../contract/headers.js';
import { misspelledParameter, nearestAtEnd, suggestPath } from '../../contract/suggestions.js';
import type { CompiledResponse, Operation } from '../../contract/operation.js';
import { previewValue, escapePointer } from '../../common/json.js';
import { checkRequest as checkValues } from '../../contract/request.js';
import type { Violation } from '../../contract/violation.js';
import { isEmptyBody, type MatchedOperation, requestBodyOf, type RequestMatch } from '../../pact/match-request.js';
import type { PactInteraction, PactRequest } from '../../pact/pact-file.js';
import { presentedCredentials } from '../../pact/provider/credentials.js';
import type { InteractionFinding, Place } from './contract-finding.js';

/** Statuses that blame the request itself (RFC 9110 section 15.5): in no state of the service is it accepted. */
const FAULTS_OF_REQUEST: readonly number[] = [400, 405, 411, 413, 414, 415, 422];

/**
 * What a status blames; undefined if nothing in the request explains it. Of an expected class of statuses, the example
 * says what the consumer tests.
 */
export function blamedBy(status: number): 'request' | 'credentials' | undefined {
  if (FAULTS_OF_REQUEST.includes(status)) return 'request';
  // These blame nothing else in the request.
  return status === 401 || status === 403 ? 'credentials' : undefined;
}

/**
 * Finds everything in the request that the service would refuse or ignore, unless the expected status is about it: 400
 * blames the request, 401 its credentials. Nothing in a request explains 429 or 500.
 */
export function checkRequest(
  { request, response, ...more }: PactInteraction,
  match: MatchedOperation,
): InteractionFinding[] {
  const ofEmulator = emulatorHeaders(request);
  const blamed = blamedBy(response.status);
  if (blamed === 'request') return ofEmulator;
  const { operation, pathParameters } = match;
  const isRefused = blamed === 'credentials';
  const query = new Map(Object.entries(request.query));
  const body = requestBodyOf(request, operation);
  const { violations, unknown } = checkValues(operation, { path: pathParameters, query, body });
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
  return found.filter((finding) => finding !== undefined);
}

function missingToken({ headers }: PactRequest, { id, access }: Operation): InteractionFinding | undefined {
  const [authorization] = headers['authorization'] ?? [];
  if (access !== 'bearer' || /^bearer\b/i.test(authorization ?? '')) return undefined;
  return {
    severity: 'error',
    code: 'request.token.missing',
    place: header('Authorization'),
    message: `${id} requires an access token: the service would respond with 401.`,
    expected: 'Bearer <access token>',
    // Only the scheme: the rest may be a secret.
    actual: authorization === undefined ? 'no header' : `${authorization.split(' ')[0] ?? ''} ...`,
  };
}

/** Malformed credentials are not replaced by valid ones. */
function malformedCredentials({ headers, body }: PactRequest, { access }: Operation): InteractionFinding | undefined {
  const authorization = headers['authorization']?.join(', ');
  const form = typeof body?.content === 'string' ? body.content : undefined;
  const { kind, mistake } = presentedCredentials(access, authorization, form) ?? {};
  if (mistake === undefined) return undefined;
  return {
    severity: 'error',
    code: 'request.credentials.malformed',
    place: kind === 'form' ? { part: 'request body', pointer: '' } : header('Authorization'),
    message: `The service refuses these credentials whatever they are, so no valid ones were sent in their place: ${mistake}.`,
  };
}

/** Whether the value is a client ID or secret, whose absence is a fault of the credentials. */
function isAboutClient({ in: part, pointer }: Violation, { access }: Operation): boolean {
  return access === 'client' && part === 'body' && /^\/client_(?:id|secret)$/.test(pointer);
}

/** Headers that only an emulator reads: another provider responds as if they were not there. */
function emulatorHeaders({ headers }: PactRequest): InteractionFinding[] {
  return Object.entries(headers)
    .filter(
      ([name, values]) =>
        name.startsWith('emulator-') || (name === 'prefer' && /\b(?:code|example)=/.test(values.join())),
    )
    .map(([name]) => ({
      severity: 'warning',
      code: 'request.header.emulator',
      place: header(name),
      message:
        'Only the emulator reads this header, and no other provider: say by a provider state what the service is to do.',
    }));
}

/**
 * What is wrong with a length that the pact itself gives; undefined if it fits, or if there is none.
 * @param sentBytes length of the body that was sent
 */
export function wrongLength({ headers }: PactRequest, sentBytes: number): InteractionFinding | undefined {
  const given = headers['content-length']?.join(', ');
  if (given === undefined || given === String(sentBytes)) return undefined;
  return {
    severity: 'warning',
    code: 'request.content-length.wrong',
    place: header('Content-Length'),
    message: `The header says ${given}, and the body has ${sentBytes} bytes, which was sent: leave the header out, HTTP clients add it by themselves.`,
    expected: String(sentBytes),
    actual: given,
  };
}

/** The verifier sends the header of the request alone, not the type that version 4 declares beside a body. */
function refusedMediaType(
  { headers, body }: PactRequest,
  { body: contract }: Operation,
): InteractionFinding | undefined {
  const [given] = headers['content-type'] ?? [];
  if (body === undefined || contract === undefined || mediaTypeOf(given) === contract.mediaType) return undefined;
  return {
    severity: 'error',
    code: 'request.content-type.refused',
    place: header('Content-Type'),
    message: 'The service does not accept a body of this media type: it would respond with 415.',
    expected: contract.mediaType,
    actual: given ?? 'no header',
  };
}

/** A server may respond with a media type that the header does not allow (RFC 9110 section 12.5.1), as the service does. */
function ignoredAccept(
  { headers }: PactRequest,
  response: CompiledResponse | undefined,
): InteractionFinding | undefined {
  const accept = headers['accept']?.join(', ');
  const sent = response?.mediaType;
  if (accept === undefined || sent === undefined || acceptsMediaType(accept, sent)) return undefined;
  return {
    severity: 'warning',
    code: 'request.accept.ignored',
    place: header('Accept'),
    message: 'The service never sends a media type that this header allows, so it ignores the header.',
    expected: sent,
    actual: accept,
  };
}

function refusedPart({ in: part, pointer, expected, value }: Violation): InteractionFinding {
  return {
    severity: 'error',
    code: `request.${part}.invalid`,
    place: { part: placeIn(part), pointer: part === 'path' ? '' : pointer },
    message: 'The service would refuse the request with 400.',
    expected,
    actual: value ?? 'nothing',
  };
}

function ignoredPart({ in: part, pointer, value }: Violation, { parameters, body }: Operation): InteractionFinding {
  const name = pointer.slice(1);
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const known = part === 'query' ? inQuery.map((parameter) => parameter.name) : [...(body?.members ?? [])];
  const misspelled = part === 'query' ? misspelledParameter(name, inQuery) : undefined;
  const unknown = `The contract has no "${name}", so the service ignores it${nearestAtEnd(name, known)}`;
  return {
    severity: 'warning',
    code: `request.${part}.ignored`,
    place: { part: placeIn(part), pointer: `/${escapePointer(name)}` },
    message: misspelled === undefined ? unknown : `${misspelled}.`,
    ...(value !== undefined && { actual: value }),
  };
}

function placeIn(part: Violation['in']): Place['part'] {
  return part === 'query' || part === 'path' ? `request ${part}` : 'request body';
}

function needlessBody({ body }: PactRequest, { id, body: contract }: Operation): InteractionFinding | undefined {
  if (contract !== undefined || body === undefined || isEmptyBody(body)) return undefined;
  return {
    severity: 'warning',
    code: 'request.body.needless',
    place: { part: 'request body', pointer: '' },
    message: `${id} accepts no body, so the service ignores it.`,
    actual: previewValue(body.content),
  };
}

function header(name: string): InteractionFinding['place'] {
  return { part: 'request header', pointer: `/${name}` };
}

/**
 * The finding for a request that no operation of the contract matches: a warning if the consumer expects the status
 * for it (RFC 9110 section 15.5), and so tests the failure on purpose; otherwise an error. 404 is for unknown
 * resources, not for unknown paths.
 */
export function unmatchedRequest(
  { request, response }: PactInteraction,
  match: Exclude<RequestMatch, MatchedOperation>,
  contract: Contract,
): InteractionFinding {
  const { code, status, what, hint } = explain(match, request, contract);
  const isOnPurpose = status === response.status;
  return {
    severity: isOnPurpose ? 'warning' : 'error',
    code,
    place: { part: match.kind === 'no-method' ? 'request method' : 'request path', pointer: '' },
    message: `${what}${isOnPurpose ? `; it does not specify a response with ${status}` : ''}${hint === undefined ? '.' : `; ${hint}`}`,
    actual: `${request.method} ${request.path}`,
  };
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

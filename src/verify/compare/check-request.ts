/** Compares the request of an interaction with the requests that the service accepts. */

import type { Contract } from '../../contract/contract.js';
import { misspelledParameter, nearestAtEnd, suggestPath } from '../../contract/suggestions.js';
import type { Operation } from '../../contract/operation.js';
import { previewValue, escapePointer } from '../../common/json.js';
import { checkRequest as checkValues } from '../../contract/request.js';
import type { Violation } from '../../contract/violation.js';
import { mediaTypeIn, requestBodyOf } from '../../pact/form-fields.js';
import type { MatchedOperation, RequestMatch } from '../../pact/match-request.js';
import type { PactInteraction, PactRequest } from '../../pact/pact-file.js';
import { presentedCredentials } from '../../pact/provider/credentials.js';
import type { InteractionFinding, Place } from './contract-finding.js';

/** Statuses that blame the request itself (RFC 9110 section 15.5): in no state of the service is it accepted. */
const FAULTS_OF_REQUEST: readonly number[] = [400, 405, 411, 413, 414, 415, 422];

/** Statuses that blame the credentials, and nothing else in the request. */
const FAULTS_OF_CREDENTIALS: readonly number[] = [401, 403];

/**
 * What a status blames; undefined if nothing in the request explains it. Of an expected class of statuses, the example
 * says what the consumer tests.
 */
export function blamedBy(status: number): 'request' | 'credentials' | undefined {
  if (FAULTS_OF_REQUEST.includes(status)) return 'request';
  return FAULTS_OF_CREDENTIALS.includes(status) ? 'credentials' : undefined;
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
  const body = requestBodyOf(request, match);
  const { violations, unknown } = checkValues(operation, { path: pathParameters, query, body });
  const areFromState = more.stateExpressions.length > 0;
  return [
    ...(isRefused ? [] : tokenFindings(request, operation)),
    ...(isRefused || areFromState ? [] : credentialFindings(request, operation)),
    ...mediaTypeFindings(request, operation),
    ...violations.filter((violation) => !isRefused || !isAboutClient(violation, operation)).map(refusedPart),
    ...unknown.map((part) => ignoredPart(part, operation)),
    ...needlessBody(request, operation),
    ...ofEmulator,
  ];
}

function tokenFindings({ headers }: PactRequest, { id, access }: Operation): InteractionFinding[] {
  const [authorization] = headers['authorization'] ?? [];
  if (access !== 'bearer' || /^bearer\b/i.test(authorization ?? '')) return [];
  // Only the scheme: the rest may be a secret.
  const actual = authorization === undefined ? 'no header' : `${authorization.split(' ')[0] ?? ''} ...`;
  return [
    {
      severity: 'error',
      code: 'request.token.missing',
      place: header('Authorization'),
      message: `${id} requires an access token: the service would respond with 401.`,
      expected: 'Bearer <access token>',
      actual,
    },
  ];
}

/** Malformed credentials are not replaced by valid ones. */
function credentialFindings({ headers, body }: PactRequest, { access }: Operation): InteractionFinding[] {
  const authorization = headers['authorization']?.join(', ');
  const form = typeof body?.content === 'string' ? body.content : undefined;
  const { kind, mistake } = presentedCredentials(access, { authorization, form }) ?? {};
  if (mistake === undefined) return [];
  return [
    {
      severity: 'error',
      code: 'request.credentials.malformed',
      place: kind === 'form' ? { part: 'request body', pointer: '' } : header('Authorization'),
      message: `The service refuses these credentials whatever they are, so no valid ones were sent in their place: ${mistake}.`,
    },
  ];
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

/** The verifier sends the header of the request alone, not the type that version 4 declares beside a body. */
function mediaTypeFindings({ headers, body }: PactRequest, { body: contract }: Operation): InteractionFinding[] {
  if (body === undefined || contract === undefined) return [];
  const [given] = headers['content-type'] ?? [];
  if (mediaTypeIn(given ?? '') === contract.mediaType) return [];
  return [
    {
      severity: 'error',
      code: 'request.content-type.refused',
      place: header('Content-Type'),
      message: 'The service does not accept a body of this media type: it would respond with 415.',
      expected: contract.mediaType,
      actual: given ?? 'no header',
    },
  ];
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
  const warning = part === 'query' ? misspelledParameter(name, inQuery) : undefined;
  const message =
    warning === undefined
      ? `The contract has no "${name}", so the service ignores it${nearestAtEnd(name, known)}`
      : `${warning}.`;
  return {
    severity: 'warning',
    code: `request.${part}.ignored`,
    place: { part: placeIn(part), pointer: `/${escapePointer(name)}` },
    message,
    ...(value !== undefined && { actual: value }),
  };
}

function placeIn(part: Violation['in']): Place['part'] {
  return part === 'query' || part === 'path' ? `request ${part}` : 'request body';
}

function needlessBody({ body }: PactRequest, { id, body: contract }: Operation): InteractionFinding[] {
  if (contract !== undefined || body === undefined || body.content === '' || body.content === null) return [];
  return [
    {
      severity: 'warning',
      code: 'request.body.needless',
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

/** Statuses for such requests (RFC 9110 section 15.5). A consumer that expects one of them tests the failure on purpose. */
const EXPECTED_STATUSES: Readonly<Partial<Record<Unmatched['kind'], number>>> = {
  'no-method': 405,
  'unreadable-path': 400,
};

/**
 * The finding for a request that no operation of the contract matches: a warning if the consumer expects the status for
 * it, which the contract does not specify; otherwise an error. 404 is for unknown resources, not for unknown paths.
 */
export function unmatchedRequest(
  { request, response }: PactInteraction,
  match: Unmatched,
  contract: Contract,
): InteractionFinding {
  const isOnPurpose = EXPECTED_STATUSES[match.kind] === response.status;
  const { what, hint } = explain(match, request, contract);
  return {
    severity: isOnPurpose ? 'warning' : 'error',
    code: {
      'no-path': 'request.path.unknown',
      'no-method': 'request.method.unknown',
      'unreadable-path': 'request.path.unreadable',
    }[match.kind],
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

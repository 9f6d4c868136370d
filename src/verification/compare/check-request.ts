/** Holds the request of an interaction against what the service takes. */

import type { Contract } from '../../contract/contract.js';
import { nearest, suggestPath } from '../../contract/suggestions.js';
import type { CompiledBody, Operation } from '../../contract/operation.js';
import { previewValue, escapePointer } from '../../contract/json.js';
import { checkRequest as checkValues } from '../../contract/request.js';
import type { Violation } from '../../contract/violation.js';
import { formFields } from '../../pact/form-fields.js';
import type { MatchedOperation, RequestMatch } from '../../pact/match-request.js';
import type { PactInteraction, PactRequest } from '../../pact/pact-file.js';
import type { InteractionFinding } from './contract-finding.js';

/**
 * Everything in the request that the service would refuse or pass over. Nothing where the consumer expects a failure:
 * such a request is wrong on purpose.
 */
export function checkRequest(
  { request, response }: PactInteraction,
  { operation, pathParameters }: MatchedOperation,
): InteractionFinding[] {
  if (response.status >= 400) return [];
  const query = new Map(Object.entries(request.query));
  const body = bodyOf(request, operation.body);
  const { violations, unknown } = checkValues(operation, { path: pathParameters, query, body });
  return [
    ...tokenFindings(request, operation),
    ...mediaTypeFindings(request, operation),
    ...violations.map(refused),
    ...unknown.map((part) => passedOver(part, operation)),
    ...needlessBody(request, operation),
  ];
}

/** Form fields as values, any other content as it is. */
function bodyOf({ body }: PactRequest, contract: CompiledBody | undefined): unknown {
  if (contract === undefined || body === undefined || body.content === '') return undefined;
  return contract.mediaType === 'application/json' ? body.content : formFields(body.content);
}

function tokenFindings({ headers }: PactRequest, { id, access }: Operation): InteractionFinding[] {
  const [authorization] = headers['authorization'] ?? [];
  if (access !== 'bearer' || /^bearer /i.test(authorization ?? '')) return [];
  // What stands behind the scheme may be a secret.
  const actual = authorization === undefined ? 'no header' : `${authorization.split(' ')[0] ?? ''} ...`;
  return [
    {
      severity: 'error',
      place: header('Authorization'),
      message: `${id} needs an access token: the service would answer 401.`,
      expected: 'Bearer <access token>',
      actual,
    },
  ];
}

/** A JSON value without a content type is sent as application/json by Pact. */
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
      message: 'The service takes no body of this type: it would answer 415.',
      expected: contract.mediaType,
      actual: given ?? 'no header',
    },
  ];
}

function refused({ in: part, pointer, expected, value }: Violation): InteractionFinding {
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

function passedOver({ in: part, pointer, value }: Violation, { parameters, body }: Operation): InteractionFinding {
  const name = pointer.slice(1);
  const known =
    part === 'query'
      ? parameters.filter((parameter) => parameter.in === 'query').map((parameter) => parameter.name)
      : [...(body?.members ?? [])];
  const message = `The contract does not know "${name}", so the service passes over it${nearest(name, known)}.`;
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
      message: `${id} takes no body, so the service passes over it.`,
      actual: previewValue(body.content),
    },
  ];
}

function header(name: string): InteractionFinding['place'] {
  return { part: 'request header', pointer: `/${name}` };
}

type Unmatched = Exclude<RequestMatch, MatchedOperation>;

/** What a server answers such a request with (RFC 9110 section 15.5): who expects that may well mean it. */
const FITTING: Readonly<Record<Unmatched['kind'], readonly number[]>> = {
  'no-path': [404],
  'no-method': [404, 405],
  'unreadable-path': [400, 404],
};

/** A warning where the consumer expects the failure, because the contract does not say what comes; else an error. */
export function unmatchedRequest(
  { request, response }: PactInteraction,
  match: Unmatched,
  contract: Contract,
): InteractionFinding {
  const isMeant = FITTING[match.kind].includes(response.status);
  const { what, hint } = explain(match, request, contract);
  return {
    severity: isMeant ? 'warning' : 'error',
    place: { part: match.kind === 'no-method' ? 'request method' : 'request path', pointer: '' },
    message: `${what}${isMeant ? `, so it does not say that ${response.status} would come` : ''}${hint === undefined ? '.' : `; ${hint}`}`,
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
      return { what: 'The contract has no path that is not percent-encoded UTF-8', hint: undefined };
    case 'no-method':
      return {
        what: `The contract has no ${method} at this path`,
        hint: `it has ${match.methods.map((known) => known.toUpperCase()).join(', ')}.`,
      };
    case 'no-path':
      return {
        what: 'The contract has no such path',
        hint: path.includes('?')
          ? 'in a pact, what follows the question mark is the "query".'
          : suggestPath(contract, method, path),
      };
  }
}

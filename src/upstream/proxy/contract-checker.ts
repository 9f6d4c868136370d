/** Validates requests and responses against the contract: with our validators, or with Prism. */

import type { ErrorObject } from 'ajv';
import type * as PrismReader from '@stoplight/prism-http';
import type { IHttpRequest as PrismRequest } from '@stoplight/prism-http';
import type * as PrismValidator from '@stoplight/prism-http/dist/validator/index.js';
import { importOptionalPeer, type OptionalPeer } from '../../common/platform/optional-peer.js';
import type { Contract } from '../../contract/contract.js';
import { parsePointer } from '../../common/json.js';
import { headerValue, mediaTypeOf } from '../../contract/headers.js';
import type { CompiledResponse, Operation } from '../../contract/operation.js';
import { checkRequest as checkOwn } from '../../contract/request.js';
import { relevantErrors, type Violation, violationOf } from '../../contract/violation.js';
import { withResponsesOfService } from '../../contract/document.js';
import { firstValues, parseFormIfReadable, PercentEncodingError, splitUrl } from '../../contract/query-string.js';
import { bodyValue, headersOf, type ProxiedResponse, type ProxiedRequest } from './message.js';
import { violationAt, type ProxyViolation } from './proxied-exchange.js';

/** An independent OpenAPI validator: an optional peer, loaded only when a proxy starts. */
const PRISM: OptionalPeer = {
  name: '@stoplight/prism-http',
  oldest: '5.12',
  purpose: 'the validating proxy',
  install: 'npm install --save-dev @stoplight/prism-http@5.12.0',
};

/** The part of Prism that is used here. */
type Prism = Pick<typeof PrismReader, 'getHttpOperationsFromSpec'> &
  Pick<typeof PrismValidator, 'validateSecurity' | 'validateInput' | 'validateOutput'>;

/** An operation as Prism compiled it; `iid` is the `operationId`. */
type PrismOperation = Awaited<ReturnType<Prism['getHttpOperationsFromSpec']>>[number];

/** The result of a check. */
type PrismVerdict = ReturnType<Prism['validateInput'] | Prism['validateOutput']>;

/** Loads Prism, which takes two thirds of a second. @throws MissingPeerError if it is not installed */
async function loadPrism(): Promise<Prism> {
  const [{ getHttpOperationsFromSpec }, { validateSecurity, validateInput, validateOutput }] = (await Promise.all(
    [PRISM.name, `${PRISM.name}/dist/validator/index.js`].map((file) => importOptionalPeer(PRISM, file)),
  )) as [typeof PrismReader, typeof PrismValidator];
  return { getHttpOperationsFromSpec, validateSecurity, validateInput, validateOutput };
}

/** Validates exchanges. */
export interface ContractChecker {
  /** The operation of a request, or the violation if the contract has none for it. */
  find(request: ProxiedRequest): { readonly operation?: Operation; readonly violation?: ProxyViolation };
  request(operation: Operation, request: ProxiedRequest): ProxyViolation[];
  response(operation: Operation, response: ProxiedResponse): ProxyViolation[];
}

/** Validates with the contract's own validators. */
export function ownContractChecker(contract: Contract): ContractChecker {
  return {
    find: (request) => findOperation(contract, request),
    request: (operation, request) => ownRequestViolations(contract, operation, request),
    response: ownResponseViolations,
  };
}

/** Loads Prism and makes it parse the contract. @throws MissingPeerError if Prism is not installed */
export async function prismContractChecker(contract: Contract): Promise<ContractChecker> {
  const prism = await loadPrism();
  const read = await prism.getHttpOperationsFromSpec(structuredClone(withResponsesOfService(contract.document)));
  const operations = new Map(read.map((operation) => [operation.iid, operation]));
  return {
    find: (request) => findOperation(contract, request),
    request: (operation, request) => checkRequest(prism, operation, operations.get(operation.id)!, request),
    response: ({ id }, response) => checkResponse(prism, operations.get(id)!, response),
  };
}

function ownRequestViolations(contract: Contract, operation: Operation, request: ProxiedRequest): ProxyViolation[] {
  const [path = '', text = ''] = splitUrl(request.target);
  const headers = headersOf(request);
  const { value: body, broken } = requestBody(operation, request, headers['content-type']);
  if (broken === true) return [violationAt(['request', 'body'], 'json', 'the body is not valid JSON')];
  const query = parseFormIfReadable(text);
  if (query === undefined)
    return [violationAt(['request', 'query'], 'encoding', 'the query is not percent-encoded UTF-8')];
  const isAnonymous = operation.access === 'bearer' && !/^bearer +\S/i.test(headers['authorization'] ?? '');
  const { violations } = checkOwn(operation, { path: contract.match(path)!.parameters, query, body });
  return [
    ...(isAnonymous
      ? [violationAt(['request', 'header', 'authorization'], 'security', 'expected a bearer token')]
      : []),
    ...violations.map(({ in: part, pointer, expected }) =>
      violationAt(
        ['request', part, ...parsePointer(pointer)],
        brokenRule(operation, part, pointer),
        `expected ${expected}`,
      ),
    ),
  ];
}

/** The keyword that a part of a request has just broken. */
function brokenRule({ parameters, body }: Operation, part: Violation['in'], pointer: string): string {
  if (part === 'body')
    return body?.validate.errors?.find(({ instancePath }) => instancePath === pointer)?.keyword ?? 'required';
  if (pointer === '') return 'x-exactly-one-of';
  const parameter = parameters.find(({ name, in: place }) => place === part && `/${name}` === pointer);
  return parameter?.validate.errors?.[0]?.keyword ?? 'contract';
}

function requestBody({ body }: Operation, request: ProxiedRequest, contentType?: string): ReturnType<typeof bodyValue> {
  if (body === undefined || mediaTypeOf(contentType) !== 'application/x-www-form-urlencoded')
    return bodyValue(request.body, contentType);
  const fields = parseFormIfReadable(request.body.toString());
  return { value: fields && firstValues(fields) };
}

/** Statuses of what refuses a request before the service sees it, and of what stands in front of the service. */
const ELSEWHERE: ReadonlySet<number> = new Set([405, 413, 414, 431, 502, 503, 504]);

function ownResponseViolations(
  operation: Operation,
  { status, content, ...message }: ProxiedResponse,
): ProxyViolation[] {
  if (content === undefined)
    return [violationAt(['response', 'body'], 'content-encoding', 'the body cannot be decoded')];
  if (ELSEWHERE.has(status)) return [];
  const expected = operation.responses.get(status);
  if (expected === undefined)
    return [
      violationAt(
        ['response'],
        'contract',
        `expected one of the statuses ${[...operation.responses.keys()].join(', ')}`,
      ),
    ];
  const headers = headersOf(message);
  const { value, broken } = bodyValue(content, headers['content-type']);
  if (broken === true) return [violationAt(['response', 'body'], 'json', 'the body is not valid JSON')];
  const wrong = expected.headers.filter(({ name, required, validate }) => {
    const sent = headerValue(headers, name);
    return sent === undefined ? required : !validate(sent);
  });
  return [
    ...wrong.map((header) =>
      violationAt(['response', 'header', header.name], 'contract', `expected ${header.expected}`),
    ),
    ...ownBodyViolations(expected, value, mediaTypeOf(headers['content-type'])),
  ];
}

function ownBodyViolations(
  { mediaType, validateBody }: CompiledResponse,
  value: unknown,
  sent: string,
): ProxyViolation[] {
  if (validateBody === undefined)
    return value === undefined ? [] : [violationAt(['response', 'body'], 'contract', 'expected no body')];
  if (value === undefined) return [violationAt(['response', 'body'], 'required', 'expected a body')];
  if (sent !== mediaType)
    return [violationAt(['response'], 'contract', `expected the media type ${mediaType ?? 'of no body'}`)];
  if (validateBody(value)) return [];
  return relevantErrors(validateBody.errors ?? []).map((error) =>
    violationAt(
      ['response', 'body', ...parsePointer(error.instancePath)],
      error.keyword,
      `expected ${missingMember(error)}${violationOf(error, 'body').expected}`,
    ),
  );
}

function missingMember({ keyword, params }: ErrorObject): string {
  return keyword === 'required' ? `a member ${(params as { missingProperty: string }).missingProperty}, ` : '';
}

function findOperation(contract: Contract, { method, target }: ProxiedRequest): ReturnType<ContractChecker['find']> {
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

/** @param resource the operation as Prism compiled it */
function checkRequest(
  prism: Prism,
  operation: Operation,
  resource: PrismOperation,
  request: ProxiedRequest,
): ProxyViolation[] {
  const [path = '', text = ''] = splitUrl(request.target);
  const headers: Record<string, string> = { ...headersOf(request), 'content-length': String(request.body.length) };
  const { value: body, broken } = bodyValue(request.body, headers['content-type']);
  const query = queryOf(text);
  const element: PrismRequest = { method: operation.method, url: { path, query }, headers, body };
  if (broken) return [violationAt(['request', 'body'], 'json', 'the body is not valid JSON')];
  // The token endpoint takes a client's credentials in its body; Prism has no scheme for that.
  const isAnonymous = operation.access === 'bearer' && prism.validateSecurity({ resource, element })._tag === 'Left';
  return [
    ...(isAnonymous
      ? [violationAt(['request', 'header', 'authorization'], 'security', 'expected a bearer token')]
      : []),
    ...violationsIn('request', () => prism.validateInput({ resource, element })),
    ...checkExactlyOne(operation, query),
  ];
}

/** A rule of the contract that OpenAPI cannot express, so Prism does not check it. */
function checkExactlyOne({ exactlyOneOf }: Operation, query: Readonly<Record<string, unknown>>): ProxyViolation[] {
  if (exactlyOneOf.length === 0 || exactlyOneOf.filter((name) => name in query).length === 1) return [];
  return [violationAt(['request', 'query'], 'x-exactly-one-of', `expected exactly one of ${exactlyOneOf.join(', ')}`)];
}

function checkResponse(
  prism: Prism,
  resource: PrismOperation,
  { status, content, ...message }: ProxiedResponse,
): ProxyViolation[] {
  if (content === undefined)
    return [violationAt(['response', 'body'], 'content-encoding', 'the body cannot be decoded')];
  const headers = headersOf(message);
  const { value, broken } = bodyValue(content, headers['content-type']);
  if (broken) return [violationAt(['response', 'body'], 'json', 'the body is not valid JSON')];
  return violationsIn('response', () =>
    prism.validateOutput({ resource, element: { statusCode: status, headers, body: value } }),
  );
}

/** Prism throws if a header is malformed, for example an invalid media type. */
function violationsIn(side: 'request' | 'response', verdictOf: () => PrismVerdict): ProxyViolation[] {
  try {
    const verdict = verdictOf();
    if (verdict._tag === 'Right') return [];
    return verdict.left.map(({ path = [], code = 'contract', message }) =>
      violationAt([side, ...path.map(String)], String(code), message),
    );
  } catch (error) {
    return [violationAt([side, 'header'], 'malformed', (error as Error).message)];
  }
}

/** Parses a query as Prism's own server does: one value is a string, several are a list. */
function queryOf(text: string): Record<string, string | string[]> {
  const parameters = new URLSearchParams(text);
  const queries = [...parameters.keys()].map((name) => [name, parameters.getAll(name)] as const);
  return Object.fromEntries(queries.map(([name, values]) => [name, values.length === 1 ? values[0]! : values]));
}

/**
 * Reads a whole received request, and lists by code what the service would refuse in it. The service itself does the
 * same in stages, because it reads a body only from callers who may send one.
 */

import statuses from './statuses.json' with { type: 'json' };
import { readAuthorization } from '../authorization.js';
import type { Contract } from '../contract.js';
import type { Method } from '../document.js';
import { charsetOf } from '../headers.js';
import type { Operation } from '../operation.js';
import type { PathMatch } from '../path-matching.js';
import { parseForm, PercentEncodingError, splitUrl, type FormFields } from '../query-string.js';
import { type PlainRequest, RequestCheck } from '../request.js';
import type { Violation } from '../violation.js';
import { encodingViolation, parseBody, requireMediaType, UnreadableBodyError } from './read-body.js';

/** A request as received. */
export interface RawRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined if a recording lacks the body. Then only its media type is read. */
  readonly body: Buffer | undefined;
}

/** A request in terms of the contract. */
export interface RequestReading {
  /** Undefined if the contract has no operation for this path and method. */
  readonly operation: Operation | undefined;
  /** The parsed body; undefined if there is none, it cannot be read, or the operation takes none. */
  readonly body: unknown;
  /** The violations that the service would refuse. The first one decides the status: {@link refusalStatus}. */
  readonly violations: readonly Violation[];
  /** Parameters and members that the contract does not have, and that the service ignores. */
  readonly unknown: readonly Violation[];
}

/** What the contract has for a method and a path. */
export interface OperationMatch {
  /** Undefined if the contract has no operation for the method and the path. */
  readonly operation: Operation | undefined;
  /** The decoded values; none without an operation. */
  readonly pathParameters: PlainRequest['path'];
  /** Why the contract has no operation. */
  readonly violation?: Violation;
}

/** The status of a refusal by the code of its violation. All other codes have 400. */
const STATUSES: ReadonlyMap<string, number> = new Map(Object.entries(statuses));

/** The status with which the service refuses a request for a violation. */
export function refusalStatus({ code }: Pick<Violation, 'code'>): number {
  return STATUSES.get(code) ?? 400;
}

/** The method in the contract: HEAD is GET without the body of the response (RFC 9110 section 9.3.2). */
export function methodInContract(method: string): Method {
  return (method === 'HEAD' ? 'get' : method.toLowerCase()) as Method;
}

/** The methods that a path allows: with GET, also HEAD. */
export function allowedMethods({ methods }: PathMatch<Operation<string>>): string[] {
  return [...methods.keys()].flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]));
}

/** Finds the operation for a method and a path. */
export function matchOperation(contract: Contract, method: string, path: string): OperationMatch {
  const match = readPart('path', () => contract.match(path));
  if (match.violation !== undefined) return unmatched(match.violation);
  if (match.value === undefined)
    return unmatched({ in: 'path', code: 'path', expected: 'one of the contract', value: path });

  const { methods, parameters: pathParameters } = match.value;
  const operation = methods.get(methodInContract(method));
  if (operation !== undefined) return { operation, pathParameters };

  const expected = allowedMethods(match.value).join(' or ');
  return unmatched({ in: 'method', code: 'method', expected, value: method });
}

/** Reads a request. A part that cannot be read does not keep the others from being checked. */
export function readRequest(contract: Contract, request: RawRequest): RequestReading {
  const { method, target, headers } = request;
  const [path = '', query = ''] = splitUrl(target);
  const { operation, pathParameters, violation } = matchOperation(contract, method, path);
  // Without an operation, there is a violation that says why.
  if (operation === undefined) return { operation, body: undefined, violations: [violation!], unknown: [] };

  const body = readPart('body', () => bodyOf(operation, request));
  const fields = readPart('query', (): FormFields => parseForm(query));
  const values = { path: pathParameters, query: fields.value ?? new Map(), body: body.value };
  const check = new RequestCheck(operation, values);

  const unreadable = [body.violation, fields.violation].filter((violation) => violation !== undefined);
  // A part that was not read has only the violation that says so.
  const unreadParts = new Set<string>();
  if (request.body === undefined || body.violation !== undefined) unreadParts.add('body');
  if (fields.violation !== undefined) unreadParts.add('query');
  const inValues = check.violations.filter(({ in: part }) => !unreadParts.has(part));

  const violations = [...tokenViolations(operation, headers), ...unreadable, ...inValues];
  return { operation, body: body.value, violations, unknown: check.unknown };
}

/** The value of a part of a request, or why the part cannot be read. */
interface ReadPart<Value> {
  readonly value?: Value;
  readonly violation?: Violation;
}

/** Calls `read`. An error about what the client sent becomes a violation. */
function readPart<Value>(part: 'path' | 'query' | 'body', read: () => Value): ReadPart<Value> {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof UnreadableBodyError) return { violation: error.violation };
    if (error instanceof PercentEncodingError) return { violation: encodingViolation(part, error) };
    throw error;
  }
}

/** The match of a request for which the contract has no operation. */
function unmatched(violation: Omit<Violation, 'pointer'>): OperationMatch {
  return { operation: undefined, pathParameters: {}, violation: { pointer: '', ...violation } };
}

/** The parsed body; undefined if there is none. @throws UnreadableBodyError */
function bodyOf({ body: expected }: Operation, { headers, body: bytes }: RawRequest): unknown {
  if (expected === undefined || bytes?.length === 0) return undefined;

  const type = headers['content-type'];
  requireMediaType(type, expected.mediaType);
  if (bytes === undefined) return undefined;

  const coding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  return parseBody({ bytes, coding, charset: charsetOf(type) }, expected).value;
}

/** The violation of a missing or malformed access token. Whether it is valid, only the service knows. */
function tokenViolations({ access }: Operation, { authorization }: RawRequest['headers']): Violation[] {
  const flaw = readAuthorization(authorization ?? '').flaw;
  if (access !== 'bearer' || flaw === undefined) return [];

  const sent = authorization === undefined ? {} : { value: `a header that ${flaw}` };
  return [{ in: 'header', pointer: '/Authorization', code: 'security', expected: 'an access token', ...sent }];
}

/** The facts of an exchange that decide on which points its response is based, and the conditions of points. */

import { isObject } from '../../common/json.js';
import type { Contract } from '../contract.js';
import type { OpenApiDocument, OperationObject } from '../document.js';
import { charsetOf, headerValue, mediaTypeOf } from '../headers.js';
import type { Operation, OperationId } from '../operation.js';
import { parseFormIfReadable, type FormFields } from '../query-string.js';
import { isUtf8Charset } from '../reading/charsets.js';
import { unknownMembers, unknownParameters } from '../request.js';
import type { Fidelity } from './fidelity.js';
import type { FidelityPoint, Peculiarity } from './point.js';

/** One exchange in plain values. */
export interface ExchangeFacts {
  /** The ID in the contract; undefined if the contract has no such operation. */
  readonly operationId: string | undefined;
  readonly request: {
    /** In upper case. Default: the method of the operation. */
    readonly method?: string;
    /** The query as in a URL without the question mark, or the values by name. Default: none. */
    readonly query?: string | Readonly<Record<string, string | readonly string[]>>;
    /** Names in any case. Default: none. */
    readonly headers?: Readonly<Record<string, unknown>>;
    /** The parsed JSON, or the fields of the form; undefined if there is none. */
    readonly body?: unknown;
  };
  readonly response: {
    readonly status: number;
    /** Names in any case; only their presence matters. Default: none. */
    readonly headers?: Readonly<Record<string, unknown>>;
    /** The parsed JSON; undefined if there is no body or it cannot be parsed. */
    readonly body?: unknown;
  };
}

/** An exchange, with the part of the contract that describes its operation. */
export interface ExchangeInContract {
  readonly document: OpenApiDocument;
  readonly operation: Operation;
  /** The operation in the document, with its notes. */
  readonly source: OperationObject;
  readonly fidelity: Fidelity;
  readonly facts: ExchangeFacts;
  readonly query: FormFields;
}

/** Looks up the operation of an exchange; undefined if the contract does not have it. */
export function exchangeInContract(contract: Contract, facts: ExchangeFacts): ExchangeInContract | undefined {
  const operation = contract.operations.get(facts.operationId as OperationId);
  if (operation === undefined) return undefined;

  const { document, source } = operation;
  return { document, operation, source, fidelity: contract.fidelity(), facts, query: queryFields(facts) };
}

/** The values of each query parameter; none if the query cannot be decoded. */
function queryFields({ request: { query = '' } }: ExchangeFacts): FormFields {
  if (typeof query === 'string') return parseFormIfReadable(query) ?? new Map();

  return new Map(Object.entries(query).map(([name, values]) => [name, [values].flat()]));
}

/**
 * Whether the exchange meets every condition of the point: `when` in `x-fidelity`.
 * @param value the value of the exchange at the place of the point
 */
export function appliesTo({ when }: FidelityPoint, exchange: ExchangeInContract, value?: unknown): boolean {
  if (when === undefined) return true;

  const { status, answer, request: peculiarity, requestHeader } = when;
  const { request, response } = exchange.facts;
  if (status !== undefined && status !== response.status) return false;
  if (answer === 'empty' && !listsIn(response.body).some(({ length }) => length === 0)) return false;
  if (peculiarity !== undefined && !isPeculiar(peculiarity, exchange)) return false;
  if (requestHeader !== undefined && headerValue(request.headers, requestHeader) === undefined) return false;

  // The wanted value may be null, so the presence of the member says whether there is such a condition.
  return !('value' in when) || when.value === value;
}

/** Whether the request of an exchange is peculiar in this way. */
function isPeculiar(peculiarity: Peculiarity, { facts, query, operation }: ExchangeInContract): boolean {
  const { method, headers, body, query: sentQuery } = facts.request;
  const { parameters, body: expectedBody } = operation;
  const contentType = expectedBody && headerValue(headers, 'Content-Type');

  switch (peculiarity) {
    case 'unknown-operation':
      // An exchange in the contract always has a known operation.
      return false;
    case 'unknown-parameter':
      return unknownParameters(operation, query).length > 0;
    case 'unknown-member':
      return expectedBody !== undefined && isObject(body) && unknownMembers(expectedBody, body).size > 0;
    case 'repeated-parameter':
      return parameters.some(({ name, type }) => type !== 'array' && (query.get(name) ?? []).length > 1);
    case 'with-body':
      return body !== undefined;
    case 'without-body':
      return expectedBody !== undefined && body === undefined;
    case 'surplus-body':
      // The body of such a request is not read, so its length says that it is there.
      return expectedBody === undefined && Number(headerValue(headers, 'Content-Length') ?? 0) > 0;
    case 'head':
      return method === 'HEAD';
    case 'malformed-encoding':
      // A query that cannot be decoded has no fields: see `queryFields`.
      return typeof sentQuery === 'string' && sentQuery.includes('%') && query.size === 0;
    case 'repeated-item':
      return listsIn(body).some((items) => new Set(items.map(itemIdentity)).size < items.length);
    case 'other-media-type':
      return typeof contentType === 'string' && mediaTypeOf(contentType) !== expectedBody?.mediaType;
    case 'other-charset':
      return typeof contentType === 'string' && !isUtf8Charset(charsetOf(contentType));
  }
}

/** Identifies an item by its scalar members. Members that are nested deeply could overflow the stack. */
function itemIdentity(item: unknown): unknown {
  if (!isObject(item)) return item;
  return JSON.stringify(Object.entries(item).filter(([, member]) => typeof member !== 'object'));
}

/** The lists of a body: the body itself if it is a list, or those of its members that are lists. */
function listsIn(body: unknown): readonly (readonly unknown[])[] {
  if (Array.isArray(body)) return [body];
  return isObject(body) ? Object.values(body).filter((member) => Array.isArray(member)) : [];
}

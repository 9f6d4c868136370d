/** The facts of an exchange that decide on which points its response is based, and the conditions of points. */

import { isObject } from '../../common/json.js';
import type { Contract } from '../contract.js';
import type { OpenApiDocument, OperationObject } from '../document.js';
import { charsetOf, headerValue, mediaTypeOf } from '../headers.js';
import type { Operation, OperationId } from '../operation.js';
import { parseFormIfReadable, type FormFields } from '../query-string.js';
import { isUtf8 } from '../reading/charsets.js';
import { unknownMembers } from '../request.js';
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
  if (typeof query !== 'string') return new Map(Object.entries(query).map(([name, values]) => [name, [values].flat()]));
  return parseFormIfReadable(query) ?? new Map();
}

/**
 * Whether the exchange meets every condition of the point: `when` in `x-fidelity`.
 * @param value the value of the exchange at the place of the point
 */
export function appliesTo({ when }: FidelityPoint, exchange: ExchangeInContract, value?: unknown): boolean {
  if (when === undefined) return true;

  const { status, answer, request, requestHeader } = when;
  if (status !== undefined && status !== exchange.facts.response.status) return false;

  const hasEmptyList = (): boolean => listsIn(exchange.facts.response.body).some(({ length }) => length === 0);
  if (answer === 'empty' && !hasEmptyList()) return false;
  if (request !== undefined && !REQUESTS[request](exchange)) return false;
  if (requestHeader !== undefined && headerValue(exchange.facts.request.headers, requestHeader) === undefined)
    return false;

  // The wanted value may be null, so the presence of the member says whether there is such a condition.
  return !('value' in when) || when.value === value;
}

const REQUESTS: Readonly<Record<Peculiarity, (exchange: ExchangeInContract) => boolean>> = {
  // An exchange in the contract always has a known operation.
  'unknown-operation': () => false,
  'unknown-parameter': ({ query, operation: { parameters } }) => {
    const known = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
    return [...query.keys()].some((name) => !known.includes(name));
  },
  'unknown-member': ({ facts: { request }, operation: { body } }) =>
    body !== undefined && isObject(request.body) && unknownMembers(body, request.body).size > 0,
  'repeated-parameter': ({ query, operation: { parameters } }) =>
    parameters.some(({ name, type }) => type !== 'array' && (query.get(name) ?? []).length > 1),
  'with-body': ({ facts: { request } }) => request.body !== undefined,
  'without-body': ({ facts: { request }, operation }) => operation.body !== undefined && request.body === undefined,
  // The body of such a request is not read, so its length says that it is there.
  'surplus-body': ({ facts: { request }, operation }) =>
    operation.body === undefined && Number(headerValue(request.headers, 'Content-Length') ?? 0) > 0,
  head: ({ facts: { request } }) => request.method === 'HEAD',
  // A query that cannot be decoded has no fields: see `queryFields`.
  'malformed-encoding': ({ facts: { request }, query }) =>
    typeof request.query === 'string' && request.query.includes('%') && query.size === 0,
  'repeated-item': ({ facts: { request } }) =>
    listsIn(request.body).some((items) => new Set(items.map(itemIdentity)).size < items.length),
  'other-media-type': (exchange) =>
    contentTypesOf(exchange).some((sent) => mediaTypeOf(sent) !== exchange.operation.body?.mediaType),
  'other-charset': (exchange) => contentTypesOf(exchange).some((sent) => !isUtf8(charsetOf(sent))),
};

/** The content type of a body that the operation takes; none if there is none. */
function contentTypesOf({ facts: { request }, operation: { body } }: ExchangeInContract): string[] {
  const sent = headerValue(request.headers, 'Content-Type');
  return body !== undefined && typeof sent === 'string' ? [sent] : [];
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

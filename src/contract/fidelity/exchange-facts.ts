/** The facts of an exchange that decide on which points its response is based. */

import type { Contract } from '../contract.js';
import { METHODS, type OpenApiDocument, type OperationObject } from '../document.js';
import type { Operation, OperationId } from '../operation.js';
import { parseFormIfReadable, type FormFields } from '../query-string.js';
import type { Fidelity } from './fidelity.js';

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
  const { document, fidelity, operations } = contract;
  const operation = operations.get(facts.operationId as OperationId);
  const source = Object.values(document.paths)
    .flatMap((item) => METHODS.flatMap((method) => item[method] ?? []))
    .find(({ operationId }) => operationId === operation?.id);
  if (operation === undefined || source === undefined) return undefined;
  return { document, operation, source, fidelity: fidelity(), facts, query: queryFields(facts) };
}

/** The values of each query parameter; none if the query cannot be decoded. */
function queryFields({ request: { query = '' } }: ExchangeFacts): FormFields {
  if (typeof query !== 'string') return new Map(Object.entries(query).map(([name, values]) => [name, [values].flat()]));
  return parseFormIfReadable(query) ?? new Map();
}

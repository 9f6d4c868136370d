/** What has to be known of an exchange to say what its answer rests on. */

import type { Contract } from '../contract.js';
import { METHODS, type OpenApiDocument, type OperationObject } from '../document.js';
import type { Operation, OperationId } from '../operation.js';
import { type FormFields, parseForm, PercentEncodingError } from '../query-string.js';
import type { Fidelity } from './fidelity.js';

/** One exchange in plain values. */
export interface ExchangeFacts {
  /** As the contract names it; undefined where it has no such operation. */
  readonly operationId: string | undefined;
  readonly request: {
    /** As in a URL, without the question mark, or the values by name. Default: none. */
    readonly query?: string | Readonly<Record<string, string | readonly string[]>>;
    /** Names in any case. Default: none. */
    readonly headers?: Readonly<Record<string, unknown>>;
    /** The value of the JSON, or the fields of the form; undefined where there is none, or it cannot be read. */
    readonly body?: unknown;
  };
  readonly response: {
    readonly status: number;
    /** Names in any case; values do not matter. Default: none. */
    readonly headers?: Readonly<Record<string, unknown>>;
    /** The value of the JSON; undefined where there is none, or it cannot be read. */
    readonly body?: unknown;
  };
}

/** The values of each query parameter; none where the query cannot be read, which is why it was refused. */
export function queryFields({ request: { query = '' } }: ExchangeFacts): FormFields {
  if (typeof query !== 'string') return new Map(Object.entries(query).map(([name, values]) => [name, [values].flat()]));
  try {
    return parseForm(query);
  } catch (error) {
    if (error instanceof PercentEncodingError) return new Map();
    throw error;
  }
}

/** The value of a header, whose name may be in any case. */
export function headerIn(headers: Readonly<Record<string, unknown>> | undefined, name: string): unknown {
  return Object.entries(headers ?? {}).find(([given]) => given.toLowerCase() === name.toLowerCase())?.[1];
}

export interface ExchangeInContract {
  readonly document: OpenApiDocument;
  readonly operation: Operation;
  /** The operation as the document has it, notes included. */
  readonly source: OperationObject;
  readonly fidelity: Fidelity;
  readonly facts: ExchangeFacts;
  readonly query: FormFields;
}

/** Undefined where the contract has no such operation. */
export function exchangeInContract(contract: Contract, facts: ExchangeFacts): ExchangeInContract | undefined {
  const operation = contract.operations.get(facts.operationId as OperationId);
  if (operation === undefined) return undefined;
  const { document, fidelity } = contract;
  return {
    document,
    operation,
    source: sourceOf(document, operation.id),
    fidelity: fidelity(),
    facts,
    query: queryFields(facts),
  };
}

function sourceOf(document: OpenApiDocument, id: string): OperationObject {
  return Object.values(document.paths)
    .flatMap((item) => METHODS.flatMap((method) => item[method] ?? []))
    .find(({ operationId }) => operationId === id)!;
}

/** Where an answer departs from the contract, and which point it breaks by that. */

import type { ErrorObject } from 'ajv';
import type { Contract } from '../contract/contract.js';
import { resolveReference, type HeaderObject, type ResponseObject } from '../contract/document.js';
import { blamedPoint } from '../contract/fidelity/blamed-point.js';
import { exchangeInContract, type ExchangeInContract } from '../contract/fidelity/exchange-facts.js';
import { isGuess, type FidelityPoint } from '../contract/fidelity/point.js';
import type { CompiledResponse } from '../contract/operation.js';
import { relevantErrors, violationOf } from '../contract/violation.js';
import { mediaTypeOf, type Exchange } from './exchange.js';
import { kindOf } from './shown-value.js';
import { statusInContract } from './success-status.js';

export interface Departure {
  /** For people, without the value itself: it may be somebody's name. */
  readonly what: string;
  /** Undefined where no note of the contract speaks of it. */
  readonly point: FidelityPoint | undefined;
}

/** Everything in which status, headers and body depart from the contract. */
export function departuresOf(contract: Contract, exchange: Exchange): readonly Departure[] {
  const status = statusInContract(contract, exchange);
  const { responses } = contract.operations.get(exchange.operation)!;
  const response = responses.get(status);
  if (response === undefined)
    return [{ what: `status ${status} is none of ${[...responses.keys()].join(', ')}`, point: undefined }];
  const inContract = exchangeInContract(contract, {
    operationId: exchange.operation,
    request: {},
    response: exchange,
  })!;
  return [
    ...headerDepartures(inContract, response, status, exchange),
    ...bodyDepartures(inContract, response, exchange),
  ];
}

/** Those that nobody has to put up with: they break what is known of the service. */
export function firmDepartures(departures: readonly Departure[]): readonly Departure[] {
  return departures.filter(({ point }) => point === undefined || !isGuess(point));
}

function headerDepartures(
  { document, source, fidelity }: ExchangeInContract,
  response: CompiledResponse,
  status: number,
  exchange: Exchange,
): Departure[] {
  const { headers = {} } = resolveReference<ResponseObject>(document, source.responses[status]!);
  return response.headers.flatMap(({ name, required, validate, expected }): Departure[] => {
    const value = exchange.headers[name.toLowerCase()];
    if (value === undefined ? !required : validate(value)) return [];
    const [point] = fidelity.at(resolveReference<HeaderObject>(document, headers[name]!));
    return [
      { what: `header ${name}: expected ${expected}, found ${value === undefined ? 'nothing' : 'another'}`, point },
    ];
  });
}

function bodyDepartures(
  { document, fidelity }: ExchangeInContract,
  { mediaType, schema, validateBody }: CompiledResponse,
  exchange: Exchange,
): Departure[] {
  if (validateBody === undefined || schema === undefined)
    return exchange.text === '' ? [] : [{ what: 'a body, where there is none', point: undefined }];
  const sent = mediaTypeOf(exchange);
  if (sent !== mediaType)
    return [
      { what: `header Content-Type: expected ${mediaType ?? 'none'}, found ${sent || 'nothing'}`, point: undefined },
    ];
  if (exchange.body === undefined) return [{ what: 'a body that is no JSON', point: undefined }];
  if (validateBody(exchange.body)) return [];
  return withoutOuterOnes(relevantErrors(validateBody.errors ?? [])).map((error) => ({
    what: complaintOf(error),
    point: blamedPoint(document, fidelity, schema, error),
  }));
}

/** That something is none of its alternatives says nothing where what is wrong inside it is told. */
function withoutOuterOnes(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const isInside = ({ instancePath }: ErrorObject, outer: ErrorObject): boolean =>
    instancePath.startsWith(`${outer.instancePath}/`);
  return errors.filter((error) => error.keyword !== 'oneOf' || !errors.some((inner) => isInside(inner, error)));
}

/** Items of lists are not told apart: what one breaks, mostly all of them do. */
function complaintOf(error: ErrorObject): string {
  const { pointer, expected } = violationOf(error, 'body');
  const hasValue = error.keyword !== 'required';
  return `${pointer.replaceAll(/\/\d+(?=\/|$)/g, '[]') || 'the body'}: expected ${expected}, found ${hasValue ? kindOf(error.data, error.keyword === 'enum') : 'nothing'}`;
}

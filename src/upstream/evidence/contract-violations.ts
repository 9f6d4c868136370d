/**
 * Finds where a response violates the contract, and which point of the contract each violation concerns. A point is a
 * place where the specification is silent, so that the contract had to guess: there, a violation is no mistake of the
 * service but an answer to the question. That is why each violation is taken back to the nearest note of the contract.
 */

import type { ErrorObject } from 'ajv';
import type { Contract } from '../../contract/contract.js';
import { resolveReference, type HeaderObject, type ResponseObject, type Schema } from '../../contract/document.js';
import { exchangeInContract, type ExchangeInContract } from '../../contract/fidelity/exchange-facts.js';
import { type FidelityPoint, isGuess } from '../../contract/fidelity/point.js';
import type { CompiledResponse, OperationId } from '../../contract/operation.js';
import { misfits, type Misfit } from '../../contract/response.js';
import { relevantErrors, violationOf } from '../../contract/violation.js';
import { mediaTypeOf } from '../../contract/headers.js';
import { isSuccess, type SeenMessage } from '../../traffic/seen-exchange.js';
import { kindOf, wordOrKind } from './describe-value.js';
import { parsePointer } from '../../common/json.js';
import { schemasOnPath } from '../../contract/schema/schema-walk.js';
import { PLAIN_VALUES, REFUSAL, coversKeyword } from '../../contract/fidelity/keywords.js';

/**
 * A response of an operation. Its body is the parsed text, whatever its media type; undefined if the text is not JSON.
 */
export interface OperationResponse extends Omit<SeenMessage, 'mediaType'> {
  readonly operation: OperationId;
  readonly status: number;
}

/** One violation of the contract. */
export interface ContractViolation {
  /** The violation in words for reports. The value is left out, because it may be personal data. */
  readonly description: string;
  /** The point that the violation concerns; undefined if no note of the contract covers it. */
  readonly point: FidelityPoint | undefined;
  readonly part: 'status' | 'header' | 'body';
  /** Members and items on the path to the value that breaks the rule: `['items', '0']`. For headers, the name. */
  readonly location: readonly string[];
  /** The broken keyword of the schema; `contract` if no keyword is broken. */
  readonly code: string;
  /** The path to the value, or to the missing member, with `[]` for items of a list: `/items/[]/email`. */
  readonly path: string;
}

/** The violations of the contract in status, headers and body of a response. */
export function contractViolations(contract: Contract, exchange: OperationResponse): readonly ContractViolation[] {
  const knownStatus = statusInContract(contract, exchange.operation, exchange.status);
  const { responses } = contract.operations.get(exchange.operation)!;
  const response = responses.get(knownStatus);

  if (response === undefined)
    return withoutPoint(`status ${exchange.status} is none of ${[...responses.keys()].join(', ')}`, 'status');

  // Only the operation is looked up, so the request may be empty.
  const facts = { operationId: exchange.operation, request: {}, response: exchange };
  const inContract = exchangeInContract(contract, facts)!;

  return misfits(response, exchange).flatMap((misfit): readonly ContractViolation[] => {
    // The media type says what the body is.
    const isOfBody = misfit.in === 'body' || misfit.pointer === '/Content-Type';
    if (isOfBody) return bodyViolations(inContract, response, exchange, misfit);

    const point = headerPoint(inContract, knownStatus, misfit.pointer.slice(1));
    return [headerViolation(point, misfit)];
  });
}

/** The violation in a header. */
function headerViolation(point: FidelityPoint | undefined, { pointer, code, expected }: Misfit): ContractViolation {
  const name = pointer.slice(1);
  const found = code === 'required' ? 'nothing' : 'another value';
  const description = `header ${name}: expected ${expected}, found ${found}`;

  return { description, point, part: 'header', path: '', location: [name], code: 'contract' };
}

/** The point about a header of a response; undefined if there is none. @param status the status in the contract */
export function headerPoint(inContract: ExchangeInContract, status: number, name: string): FidelityPoint | undefined {
  const { document, source, fidelity } = inContract;
  const { headers = {} } = resolveReference<ResponseObject>(document, source.responses[status]!);
  return fidelity.at(resolveReference<HeaderObject>(document, headers[name]!))[0];
}

/** The violations in a body. Each error of the schema validator becomes one. */
function bodyViolations(
  inContract: ExchangeInContract,
  { schema }: CompiledResponse,
  { status, headers }: OperationResponse,
  { in: part, code, expected, errors }: Misfit,
): readonly ContractViolation[] {
  if (code === 'needless') return withoutPoint('a body, although the contract has none');
  if (code === 'required') return withoutPoint(`status ${status} without the body that the contract has`);
  if (code === 'json') return withoutPoint('a body that is not JSON');
  if (errors === undefined || schema === undefined) {
    const found = usualMediaType(mediaTypeOf(headers['content-type']));
    return withoutPoint(`header Content-Type: expected ${expected}, found ${found}`, 'header');
  }

  return relevantErrors(errors).map((error) => ({
    description: describeError(error),
    point: blamedPoint(inContract, schema, error),
    part,
    location: parsePointer(error.instancePath),
    code: error.keyword,
    path: pathOf(error).map(stepOf).join(''),
  }));
}

/** A step of the path in reports. All items of a list are one step. */
function stepOf(name: string): string {
  return /^\d+$/.test(name) ? '/[]' : `/${name}`;
}

/** Matches usual media types. */
const USUAL = /^(?:application\/(?:problem\+|hal\+|vnd\.api\+)?(?:json|xml|octet-stream)|text\/(?:html|plain|xml))$/;

/** The media type for reports, if it is a usual one. Any other text could be personal data. */
function usualMediaType(sent: string): string {
  if (sent === '') return 'nothing';

  return USUAL.test(sent) ? sent : 'another media type';
}

/** A violation that concerns no point. */
function withoutPoint(description: string, part: ContractViolation['part'] = 'body'): ContractViolation[] {
  return [{ description, point: undefined, part, path: '', location: [], code: 'contract' }];
}

/** Describes a validation error. Indexes in lists become `[]`, because usually all items violate the contract alike. */
function describeError(error: ErrorObject): string {
  const { pointer, expected } = violationOf(error, 'body');
  // An empty pointer is the whole body.
  const place = pointer.replaceAll(/\/\d+(?=\/|$)/g, '[]') || 'the body';
  const { keyword, data } = error;
  const shown = keyword === 'enum' ? wordOrKind(data) : kindOf(data);
  const found = keyword === 'required' ? 'nothing' : shown;

  return `${place}: expected ${expected}, found ${found}`;
}

/**
 * The status under which a response is looked up in the contract. The specification gives the body of a success, but
 * often not its status. If the status is a guess, any 2xx is validated against the schema of the success.
 */
export function statusInContract({ operations, fidelity }: Contract, operation: OperationId, status: number): number {
  const { responses } = operations.get(operation)!;
  if (responses.has(status) || !isSuccess({ status })) return status;

  const success = [...responses.keys()].find((known) => known < 300)!;
  const ids = [`${operation}.${success}:number`, `${operation}.${success}`];

  return fidelity().points.some((point) => ids.includes(point.id) && isGuess(point)) ? success : status;
}

/**
 * The point behind a validator's error: the nearest note of the contract about the broken keyword, or else the nearest
 * note about the value itself. Undefined if no note covers the error.
 * @param schema the schema of the whole body
 */
function blamedPoint(inContract: ExchangeInContract, schema: Schema, error: ErrorObject): FidelityPoint | undefined {
  const { document, fidelity } = inContract;
  const placesOnPath = schemasOnPath(fidelity.chain, schema, pathOf(error));
  const pointsOnPath = placesOnPath.map((places) => places.flatMap((place) => fidelity.at(place)));
  const nearestFirst = pointsOnPath.toReversed();
  const points = nearestFirst.flat();

  const isType = error.keyword === 'type';
  // A note about the type of this very value is the most precise.
  const typePoint = nearestFirst[0]?.find(({ about }) => about === 'type');
  if (isType && typePoint !== undefined) return typePoint;

  // A text in place of a number is another kind of value, which a note about the whole value covers. But a fraction in
  // place of an integer is still a number, and breaks a limit, as a number below `minimum` does.
  const isFraction = error.schema === 'integer' && typeof error.data === 'number';
  const concernsKeyword = !isType || isFraction;
  const keywordPoint = points.find(({ about }) => about !== REFUSAL && coversKeyword(about, error.keyword));
  if (concernsKeyword && keywordPoint !== undefined) return keywordPoint;

  // One note of the document covers the plain limits of all values.
  const plainValuesPoint = fidelity.at(document).find(({ about }) => about === PLAIN_VALUES);
  if (plainValuesPoint !== undefined && concernsPlainValues(error)) return plainValuesPoint;

  return points.find(({ about }) => about === undefined);
}

/** The path to the value, or to the member that is missing. */
function pathOf({ instancePath, keyword, params }: ErrorObject): readonly string[] {
  const path = parsePointer(instancePath);
  const { missingProperty } = params as { readonly missingProperty: string };
  return keyword === 'required' ? [...path, missingProperty] : path;
}

/** Whether the error is an empty text, or a number below 0 or 1. */
function concernsPlainValues({ keyword, schema }: ErrorObject): boolean {
  return (keyword === 'minLength' || keyword === 'minimum') && (schema === 0 || schema === 1);
}

/** What an answer rests on for what was asked. */

import { resolveReference, type ParameterObject, type Reference, type SchemaObject } from '../document.js';
import { valueOfTexts, type CompiledParameter } from '../parameters.js';
import { isLimit, SHAPE, speaksOf } from './aspects.js';
import { brokenKeywords } from './broken-keywords.js';
import type { ExchangeInContract } from './exchange-in-contract.js';
import { isOccasion } from './occasions.js';
import { visitInner, visitParts } from './parts.js';
import type { FidelityPoint } from './point.js';

/**
 * Where the request was carried out: what was sent, and the defaults of what was not. Where it was refused as invalid: the
 * limits that it breaks. Anything else that may be answered, a limit of calls for instance, does not look at what was sent.
 */
export function requestPoints(exchange: ExchangeInContract): FidelityPoint[] {
  const { status } = exchange.facts.response;
  if (status === 400) return [...rulePoints(exchange), ...sentParts(exchange).flatMap(({ above, schema, value }) => refusingPoints(exchange, above, schema, value))];
  const isCarriedOut = status >= 200 && status < 300;
  if (!isCarriedOut && status !== 404) return [];
  const sent = sentParts(exchange).flatMap((part) => usedPoints(exchange, part));
  return isCarriedOut ? [...sent, ...defaultPoints(exchange)] : sent;
}

/** A parameter or the body. */
interface SentPart {
  /** The parameter itself, whose notes speak of its schema, too. */
  readonly above: readonly object[];
  readonly schema: SchemaObject | Reference;
  /** Undefined where it is not known, as that of path parameters. */
  readonly value: unknown;
}

function sentParts({ document, source, operation, query, facts: { request } }: ExchangeInContract): SentPart[] {
  const parameters = parametersOf({ document, source, operation }).flatMap(([parameter, compiled]): SentPart[] => {
    if (parameter.in === 'path') return [{ above: [parameter], schema: parameter.schema, value: undefined }];
    const texts = query.get(parameter.name);
    return texts === undefined ? [] : [{ above: [parameter], schema: parameter.schema, value: valueOfTexts(compiled, texts) }];
  });
  if (request.body === undefined) return parameters;
  return [...parameters, ...Object.values(source.requestBody?.content ?? {}).map(({ schema }): SentPart => ({ above: [], schema, value: request.body }))];
}

function parametersOf({ document, source, operation }: Pick<ExchangeInContract, 'document' | 'source' | 'operation'>): (readonly [ParameterObject, CompiledParameter])[] {
  return (source.parameters ?? []).map((parameter, at) => [resolveReference<ParameterObject>(document, parameter), operation.parameters[at]!] as const);
}

function usedPoints(exchange: ExchangeInContract, { above, schema, value }: SentPart): FidelityPoint[] {
  const { at, chain } = exchange.fidelity;
  const found: FidelityPoint[] = [];
  const visit = (place: object, held: unknown): void => {
    found.push(...at(place).filter((point) => !isLimit(point.about) && point.about !== SHAPE && isOccasion(point, exchange, held)));
  };
  for (const place of above) visit(place, value);
  visitParts(chain, schema, value, visit);
  return found;
}

function defaultPoints(exchange: ExchangeInContract): FidelityPoint[] {
  return parametersOf(exchange)
    .filter(([{ name, in: part }]) => part === 'query' && !exchange.query.has(name))
    .flatMap(([parameter]) => exchange.fidelity.at(parameter).filter(({ about }) => about === 'default'));
}

/** The points that speak of what the value breaks; what an item breaks, its list may speak of. */
function refusingPoints(exchange: ExchangeInContract, above: readonly object[], reference: SchemaObject | Reference, value: unknown): FidelityPoint[] {
  if (value === undefined) return [];
  const { at, chain } = exchange.fidelity;
  const places = [...above, ...chain(reference)];
  const schema = places.at(-1) as SchemaObject;
  const found = brokenKeywords(schema, value).flatMap((keyword) => places.flatMap((place) => at(place).filter(({ about }) => speaksOf(about, keyword))));
  visitInner(chain, schema, value, (inner, held) => {
    found.push(...refusingPoints(exchange, Array.isArray(value) ? places : [], inner, held));
  });
  return found;
}

function rulePoints({ source: { 'x-exactly-one-of': rule }, query, fidelity }: ExchangeInContract): FidelityPoint[] {
  if (rule === undefined) return [];
  const given = rule.parameters.filter((name) => query.has(name)).length;
  return fidelity.at(rule).filter(({ about }) => (given === 0 && about === 'neither') || (given > 1 && about === 'both'));
}

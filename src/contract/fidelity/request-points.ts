/** Finds the points on which a response is based because of its request. */

import { resolveReference, type ParameterObject, type Schema, type SchemaObject } from '../document.js';
import { defaultOf, valueOfTexts, type CompiledParameter } from '../parameters.js';
import { visitParts, walkValue } from '../schema/schema-walk.js';
import type { ExchangeInContract } from './exchange-facts.js';
import type { Fidelity } from './fidelity.js';
import { brokenKeywords, coversKeyword, isLimit, SHAPE } from './keywords.js';
import { appliesTo } from './applies-to.js';
import type { FidelityPoint } from './point.js';

/**
 * The points on which a response is based because of its request. For a successful request, the points about the values
 * that were sent, and about the defaults of the others. For an invalid request, the points about the limits that it
 * breaks. Any other response, such as a rate limit, does not depend on the values.
 */
export function requestPoints(exchange: ExchangeInContract): readonly FidelityPoint[] {
  const { status } = exchange.facts.response;
  if (status === 400 || status === 422) return [...rulePoints(exchange), ...refusingPoints(exchange)];
  if (status === 404) return [...usedPoints(exchange)];
  return status >= 200 && status < 300 ? [...usedPoints(exchange), ...defaultPoints(exchange)] : [];
}

/** A parameter or the body of a request. */
interface SentPart {
  /** The parameter object, or the list around an item. Their notes also cover the part. */
  readonly around: readonly object[];
  readonly schema: Schema;
  /** Undefined if it is not known: the facts have no values of path parameters. */
  readonly value: unknown;
}

function sentParts(exchange: ExchangeInContract): SentPart[] {
  const { source, query, facts } = exchange;
  const parameters = parametersOf(exchange).flatMap(([parameter, compiled]): SentPart[] => {
    if (parameter.in === 'path') return [{ around: [parameter], schema: parameter.schema, value: undefined }];
    const texts = query.get(parameter.name);
    if (texts === undefined) return [];
    return [{ around: [parameter], schema: parameter.schema, value: valueOfTexts(compiled, texts) }];
  });
  const { body } = facts.request;
  if (body === undefined) return parameters;
  const bodies = Object.values(source.requestBody?.content ?? {});
  return [...parameters, ...bodies.map(({ schema }): SentPart => ({ around: [], schema, value: body }))];
}

/** The parameters of the operation, in the document and compiled. */
function parametersOf({ document, source, operation }: ExchangeInContract): [ParameterObject, CompiledParameter][] {
  return (source.parameters ?? []).map((reference, at) => [
    resolveReference<ParameterObject>(document, reference),
    operation.parameters[at]!,
  ]);
}

/** The points about the values that were sent. */
function usedPoints(exchange: ExchangeInContract): Set<FidelityPoint> {
  const { at, chain } = exchange.fidelity;
  const found = new Set<FidelityPoint>();
  const addPoints = (place: object, value: unknown): void => {
    for (const point of at(place))
      if (!isLimit(point.about) && point.about !== SHAPE && appliesTo(point, exchange, value)) found.add(point);
  };
  for (const { around, schema, value } of sentParts(exchange)) {
    for (const place of around) addPoints(place, value);
    walkValue(chain, schema, value, addPoints);
  }
  return found;
}

/** The points about the defaults that apply, because the query parameters were not sent. */
function defaultPoints(exchange: ExchangeInContract): FidelityPoint[] {
  return parametersOf(exchange)
    .filter(([{ name, in: part }]) => part === 'query' && !exchange.query.has(name))
    .filter(([, compiled]) => defaultOf(compiled, exchange.query) !== undefined)
    .flatMap(([parameter]) => exchange.fidelity.at(parameter).filter(({ about }) => about === 'default'));
}

/** The points about the limits that the request breaks. */
function refusingPoints(exchange: ExchangeInContract): Set<FidelityPoint> {
  const found = new Set<FidelityPoint>();
  for (const part of sentParts(exchange)) if (part.value !== undefined) addRefusing(found, exchange.fidelity, part);
  return found;
}

/** Adds the points about the limits that the part, or anything in it, breaks. A note of a list covers its items. */
function addRefusing(found: Set<FidelityPoint>, fidelity: Fidelity, { around, schema, value }: SentPart): void {
  const places = [...around, ...fidelity.chain(schema)];
  const target = places.at(-1) as SchemaObject;
  for (const keyword of brokenKeywords(target, value)) {
    for (const point of places.flatMap(fidelity.at)) if (coversKeyword(point.about, keyword)) found.add(point);
  }
  visitParts(fidelity.chain, target, value, (inner, part) => {
    addRefusing(found, fidelity, { around: Array.isArray(value) ? places : [], schema: inner, value: part });
  });
}

/** The points about "exactly one of these parameters", if the request has none or several of them. */
function rulePoints({ source: { 'x-exactly-one-of': rule }, query, fidelity }: ExchangeInContract): FidelityPoint[] {
  if (rule === undefined) return [];
  const given = rule.parameters.filter((name) => query.has(name)).length;
  return fidelity
    .at(rule)
    .filter(({ about }) => (given === 0 && about === 'neither') || (given > 1 && about === 'both'));
}

/** What an answer rests on for what was asked. */

import { type ParameterObject, type Reference, resolveReference, type SchemaObject } from '../document.js';
import { type CompiledParameter, valueOfTexts } from '../parameters.js';
import type { ExchangeInContract } from './exchange-facts.js';
import type { Fidelity } from './fidelity.js';
import { brokenKeywords, isLimit, SHAPE, speaksOf } from './keywords.js';
import { isOccasion } from './occasions.js';
import { visitInner, visitParts } from './parts.js';
import type { FidelityPoint } from './point.js';

/**
 * Where the request was carried out: what was sent, and the defaults of what was not. Where it was refused as invalid: the
 * limits that it breaks. Anything else that may be answered, a limit of calls for instance, does not look at what was sent.
 */
export function requestPoints(exchange: ExchangeInContract): readonly FidelityPoint[] {
  const { status } = exchange.facts.response;
  if (status === 400 || status === 422) return [...rulePoints(exchange), ...refusingPoints(exchange)];
  if (status === 404) return [...usedPoints(exchange)];
  return status >= 200 && status < 300 ? [...usedPoints(exchange), ...defaultPoints(exchange)] : [];
}

/** A parameter or the body. */
interface SentPart {
  /** The parameter itself, or the list that it is an item of: their notes speak of it, too. */
  readonly above: readonly object[];
  readonly schema: SchemaObject | Reference;
  /** Undefined where it is not known, as that of path parameters. */
  readonly value: unknown;
}

function sentParts({ document, source, operation, query, facts: { request } }: ExchangeInContract): SentPart[] {
  const parameters = parametersOf({ document, source, operation }).flatMap(([parameter, compiled]): SentPart[] => {
    if (parameter.in === 'path') return [{ above: [parameter], schema: parameter.schema, value: undefined }];
    const texts = query.get(parameter.name);
    return texts === undefined
      ? []
      : [{ above: [parameter], schema: parameter.schema, value: valueOfTexts(compiled, texts) }];
  });
  if (request.body === undefined) return parameters;
  return [
    ...parameters,
    ...Object.values(source.requestBody?.content ?? {}).map(({ schema }): SentPart => ({
      above: [],
      schema,
      value: request.body,
    })),
  ];
}

function parametersOf({
  document,
  source,
  operation,
}: Pick<ExchangeInContract, 'document' | 'source' | 'operation'>): (readonly [ParameterObject, CompiledParameter])[] {
  return (source.parameters ?? []).map(
    (parameter, at) => [resolveReference<ParameterObject>(document, parameter), operation.parameters[at]!] as const,
  );
}

function usedPoints(exchange: ExchangeInContract): Set<FidelityPoint> {
  const { at, chain } = exchange.fidelity;
  const found = new Set<FidelityPoint>();
  const visit = (place: object, held: unknown): void => {
    for (const point of at(place)) {
      if (!isLimit(point.about) && point.about !== SHAPE && isOccasion(point, exchange, held)) found.add(point);
    }
  };
  for (const { above, schema, value } of sentParts(exchange)) {
    for (const place of above) visit(place, value);
    visitParts(chain, schema, value, visit);
  }
  return found;
}

function defaultPoints(exchange: ExchangeInContract): FidelityPoint[] {
  return parametersOf(exchange)
    .filter(([{ name, in: part }]) => part === 'query' && !exchange.query.has(name))
    .flatMap(([parameter]) => exchange.fidelity.at(parameter).filter(({ about }) => about === 'default'));
}

/** The points that speak of what the request breaks. */
function refusingPoints(exchange: ExchangeInContract): Set<FidelityPoint> {
  const found = new Set<FidelityPoint>();
  for (const { above, schema, value } of sentParts(exchange)) {
    if (value !== undefined) addRefusing(found, exchange.fidelity, { above, schema, value });
  }
  return found;
}

/** What an item breaks, its list may speak of. */
function addRefusing(
  found: Set<FidelityPoint>,
  fidelity: Fidelity,
  { above, schema: reference, value }: SentPart,
): void {
  const places = [...above, ...fidelity.chain(reference)];
  const schema = places.at(-1) as SchemaObject;
  for (const keyword of brokenKeywords(schema, value)) {
    for (const point of places.flatMap(fidelity.at)) {
      if (speaksOf(point.about, keyword)) found.add(point);
    }
  }
  visitInner(fidelity.chain, schema, value, (inner, held) => {
    addRefusing(found, fidelity, { above: Array.isArray(value) ? places : [], schema: inner, value: held });
  });
}

function rulePoints({ source: { 'x-exactly-one-of': rule }, query, fidelity }: ExchangeInContract): FidelityPoint[] {
  if (rule === undefined) return [];
  const given = rule.parameters.filter((name) => query.has(name)).length;
  return fidelity
    .at(rule)
    .filter(({ about }) => (given === 0 && about === 'neither') || (given > 1 && about === 'both'));
}

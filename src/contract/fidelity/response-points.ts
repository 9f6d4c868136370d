/** What an answer rests on for what it is: its status, its headers, what is in its body. */

import { resolveReference, type HeaderObject, type ResponseObject } from '../document.js';
import { REFUSAL } from './aspects.js';
import { headerIn } from './exchange-facts.js';
import type { ExchangeInContract } from './exchange-in-contract.js';
import { isOccasion } from './occasions.js';
import { partsOf, type Part } from './parts.js';
import type { FidelityPoint } from './point.js';

/** None where the contract does not have the status: a scenario breaks it then. */
export function responsePoints(exchange: ExchangeInContract): FidelityPoint[] {
  const { document, source, facts } = exchange;
  const reference = source.responses[facts.response.status];
  if (reference === undefined) return [];
  const response = resolveReference<ResponseObject>(document, reference);
  return [...shownPoints(exchange, { place: response, value: facts.response.status }), ...headerPoints(exchange, response), ...bodyPoints(exchange, response)];
}

function headerPoints(exchange: ExchangeInContract, { headers = {} }: ResponseObject): FidelityPoint[] {
  return Object.entries(headers).flatMap(([name, reference]) => {
    const value = headerIn(exchange.facts.response.headers, name);
    return value === undefined ? [] : shownPoints(exchange, { place: resolveReference<HeaderObject>(exchange.document, reference), value });
  });
}

function bodyPoints(exchange: ExchangeInContract, { content = {} }: ResponseObject): FidelityPoint[] {
  const { document, facts: { response: { body } } } = exchange;
  if (body === undefined) return [];
  return Object.values(content).flatMap(({ schema }) => [...partsOf(document, schema, body)].flatMap((part) => shownPoints(exchange, part)));
}

function shownPoints(exchange: ExchangeInContract, { place, value }: Part): FidelityPoint[] {
  return exchange.at(place).filter((point) => point.about !== REFUSAL && isOccasion(point, exchange, value));
}

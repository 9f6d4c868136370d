/** What an answer rests on for what it is: its status, its headers, what is in its body. */

import { resolveReference, type HeaderObject, type ResponseObject } from '../document.js';
import { REFUSAL } from './aspects.js';
import { headerIn } from './exchange-facts.js';
import type { ExchangeInContract } from './exchange-in-contract.js';
import { isOccasion } from './occasions.js';
import { visitParts } from './parts.js';
import type { FidelityPoint } from './point.js';

/** None where the contract does not have the status: a scenario breaks it then. */
export function responsePoints(exchange: ExchangeInContract): FidelityPoint[] {
  const { document, source, facts } = exchange;
  const reference = source.responses[facts.response.status];
  if (reference === undefined) return [];
  const response = resolveReference<ResponseObject>(document, reference);
  return [
    ...shownPoints(exchange, response, facts.response.status),
    ...headerPoints(exchange, response),
    ...bodyPoints(exchange, response),
  ];
}

function headerPoints(exchange: ExchangeInContract, { headers = {} }: ResponseObject): FidelityPoint[] {
  return Object.entries(headers).flatMap(([name, reference]) => {
    const value = headerIn(exchange.facts.response.headers, name);
    return value === undefined
      ? []
      : shownPoints(exchange, resolveReference<HeaderObject>(exchange.document, reference), value);
  });
}

function bodyPoints(exchange: ExchangeInContract, { content = {} }: ResponseObject): Set<FidelityPoint> {
  const {
    fidelity,
    facts: {
      response: { body },
    },
  } = exchange;
  const found = new Set<FidelityPoint>();
  if (body === undefined) return found;
  for (const { schema } of Object.values(content)) {
    visitParts(fidelity.chain, schema, body, (place, value) => {
      for (const point of fidelity.at(place)) {
        // Lists come by the same places with every item.
        if (!found.has(point) && isShown(point, exchange, value)) found.add(point);
      }
    });
  }
  return found;
}

function shownPoints(exchange: ExchangeInContract, place: object, value: unknown): FidelityPoint[] {
  return exchange.fidelity.at(place).filter((point) => isShown(point, exchange, value));
}

function isShown(point: FidelityPoint, exchange: ExchangeInContract, value: unknown): boolean {
  return point.about !== REFUSAL && isOccasion(point, exchange, value);
}

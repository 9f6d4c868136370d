/** What one answer rests on. */

import type { Contract } from '../contract.js';
import { type HeaderObject, resolveReference, type ResponseObject } from '../document.js';
import { type ExchangeFacts, exchangeInContract, type ExchangeInContract, headerIn } from './exchange-facts.js';
import { REFUSAL } from './keywords.js';
import { isOccasion } from './occasions.js';
import { visitParts } from './parts.js';
import type { FidelityPoint } from './point.js';
import { requestPoints } from './request-points.js';

/**
 * The points of the contract that this very answer rests on, in the document's order: those of its operation, of parameters
 * and members that were sent or have had their default, of its status, of the headers and members that are in it. Never
 * throws, whatever the exchange holds.
 */
export function pointsBehind(contract: Contract, facts: ExchangeFacts): readonly FidelityPoint[] {
  const exchange = exchangeInContract(contract, facts);
  if (exchange === undefined)
    return contract.fidelity().points.filter(({ when }) => when?.request === 'unknown-operation');
  const found = new Set([...operationPoints(exchange), ...requestPoints(exchange), ...responsePoints(exchange)]);
  return contract.fidelity().points.filter((point) => found.has(point));
}

function operationPoints(exchange: ExchangeInContract): FidelityPoint[] {
  const { document, source, fidelity } = exchange;
  return [document, source, ...usedSchemes(exchange)].flatMap((place) =>
    fidelity.at(place).filter((point) => isOccasion(point, exchange)),
  );
}

/** The ways of authentication that the operation demands, and those that it allows and the request makes use of. */
function usedSchemes({
  document,
  source: { security = document.security },
  facts: { request },
}: ExchangeInContract): object[] {
  const isDemanded = security.every((requirement) => Object.keys(requirement).length > 0);
  const used = authorizationScheme(request.headers);
  return security.flatMap(Object.keys).flatMap((name) => {
    const scheme = document.components['securitySchemes']?.[name] as { readonly scheme: string };
    return isDemanded || scheme.scheme === used ? [scheme] : [];
  });
}

/** In lower case. */
function authorizationScheme(headers: ExchangeFacts['request']['headers']): string | undefined {
  const value = headerIn(headers, 'Authorization');
  return typeof value === 'string' ? value.split(' ')[0]!.toLowerCase() : undefined;
}

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

/** Finds the points of the contract on which one response is based. */

import type { Contract } from '../contract.js';
import { readAuthorization } from '../authorization.js';
import { authorizationSchemeOf, resolveReference } from '../document.js';
import type { HeaderObject, ResponseObject, SecurityScheme } from '../document.js';
import { headerValue } from '../headers.js';
import { walkValue } from '../schema/schema-walk.js';
import { exchangeInContract, type ExchangeFacts, type ExchangeInContract } from './exchange-facts.js';
import { REFUSAL } from './keywords.js';
import { appliesTo } from './applies-to.js';
import type { FidelityPoint } from './point.js';
import { requestPoints } from './request-points.js';

/**
 * The points on which a response is based, in the document's order: the points of its operation, of the parameters and
 * members that were sent or took their default, of its status, and of its headers and members. It throws for no
 * exchange, however malformed.
 */
export function pointsBehind(contract: Contract, facts: ExchangeFacts): readonly FidelityPoint[] {
  const { points } = contract.fidelity();
  const exchange = exchangeInContract(contract, facts);
  if (exchange === undefined) return points.filter(({ when }) => when?.request === 'unknown-operation');
  const found = new Set([...operationPoints(exchange), ...requestPoints(exchange), ...responsePoints(exchange)]);
  return points.filter((point) => found.has(point));
}

function operationPoints(exchange: ExchangeInContract): FidelityPoint[] {
  const { document, source, fidelity } = exchange;
  return [document, source, ...usedSecuritySchemes(exchange)].flatMap((place) =>
    fidelity.at(place).filter((point) => appliesTo(point, exchange)),
  );
}

/** The security schemes that the operation requires, and optional ones that are used. */
function usedSecuritySchemes({
  document,
  source: { security = document.security },
  facts: { request },
}: ExchangeInContract): object[] {
  const isRequired = security.every((requirement) => Object.keys(requirement).length > 0);
  const authorization = headerValue(request.headers, 'Authorization');
  const used = typeof authorization === 'string' ? readAuthorization(authorization).kind : undefined;
  return security.flatMap(Object.keys).flatMap((name) => {
    const scheme = document.components['securitySchemes']?.[name] as SecurityScheme;
    return isRequired || authorizationSchemeOf(scheme) === used ? [scheme] : [];
  });
}

/** The points of status, headers and body; none for a status that the contract does not have. */
function responsePoints(exchange: ExchangeInContract): FidelityPoint[] {
  const { document, source, facts } = exchange;
  const reference = source.responses[facts.response.status];
  if (reference === undefined) return [];
  const response = resolveReference<ResponseObject>(document, reference);
  return [
    ...pointsAt(exchange, response, facts.response.status),
    ...headerPoints(exchange, response),
    ...bodyPoints(exchange, response),
  ];
}

function headerPoints(exchange: ExchangeInContract, { headers = {} }: ResponseObject): FidelityPoint[] {
  return Object.entries(headers).flatMap(([name, reference]) => {
    const value = headerValue(exchange.facts.response.headers, name);
    if (value === undefined) return [];
    return pointsAt(exchange, resolveReference<HeaderObject>(exchange.document, reference), value);
  });
}

function bodyPoints(exchange: ExchangeInContract, { content = {} }: ResponseObject): Set<FidelityPoint> {
  const { fidelity, facts } = exchange;
  const { body } = facts.response;
  const found = new Set<FidelityPoint>();
  if (body === undefined) return found;
  for (const { schema } of Object.values(content)) {
    walkValue(fidelity.chain, schema, body, (place, value) => {
      for (const point of fidelity.at(place)) {
        // Every item of a list has the same places.
        if (!found.has(point) && isShown(point, exchange, value)) found.add(point);
      }
    });
  }
  return found;
}

function pointsAt(exchange: ExchangeInContract, place: object, value: unknown): FidelityPoint[] {
  return exchange.fidelity.at(place).filter((point) => isShown(point, exchange, value));
}

function isShown(point: FidelityPoint, exchange: ExchangeInContract, value: unknown): boolean {
  return point.about !== REFUSAL && appliesTo(point, exchange, value);
}

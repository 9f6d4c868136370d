/** What one answer rests on. */

import type { Contract } from '../contract.js';
import { headerIn, type ExchangeFacts } from './exchange-facts.js';
import { exchangeInContract, type ExchangeInContract } from './exchange-in-contract.js';
import { isOccasion } from './occasions.js';
import type { FidelityPoint } from './point.js';
import { requestPoints } from './request-points.js';
import { responsePoints } from './response-points.js';

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

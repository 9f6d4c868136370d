/** Finds the variants that could change a response. */

import type { Contract } from '../contract.js';
import { exchangeInContract, type ExchangeFacts } from '../fidelity/exchange-facts.js';
import { pointsBehind } from '../fidelity/points-behind.js';
import { RequestCheck } from '../request.js';
import type { Contracts } from './contracts.js';
import { changesErrors } from './effects.js';
import type { VariantPoint } from './variant-point.js';

/** One variant of one point. */
export interface VariantCase {
  readonly point: VariantPoint;
  readonly variant: string;
}

/** The cases from which {@link touchedVariants} chooses. */
export interface CasesToTry {
  /** The contract without the variants of the cases. */
  readonly contract: Contract;
  /** The contracts of all variants, each of which is compiled once. */
  readonly contracts: Contracts;
  readonly cases: readonly VariantCase[];
}

/** Every variant of every point. */
export function variantCases(points: readonly VariantPoint[]): VariantCase[] {
  return points.flatMap((point) => point.others.map(({ name }) => ({ point, variant: name })));
}

/**
 * The cases whose point the exchange touched: the response is based on the point, or the variant changes the form of an
 * error response, or the variant's contract refuses other parts of the request.
 */
export function touchedVariants(facts: ExchangeFacts, { contract, contracts, cases }: CasesToTry): VariantCase[] {
  const pointsOfExchange = new Set(pointsBehind(contract, facts).map(({ variants }) => variants?.point));
  const refused = refusedParts(facts, contract);
  const isError = facts.response.status >= 400;

  return cases.filter(({ point: varied, variant }) => {
    if (pointsOfExchange.has(varied.point)) return true;
    if (isError && changesErrors(varied.point, variant)) return true;

    const variants = { ...contract.variants, [varied.point]: variant };
    return refusedParts(facts, contracts.in({ revision: contract.revision, variants })) !== refused;
  });
}

/** What the contract refuses or ignores in query and body, as text. */
function refusedParts(facts: ExchangeFacts, contract: Contract): string {
  const exchange = exchangeInContract(contract, facts);
  if (exchange === undefined) return '';

  const { operation, query } = exchange;
  // The facts have no values of path parameters, but these are checked alike in every variant.
  const { violations, unknown } = new RequestCheck(operation, { path: {}, query, body: facts.request.body });

  return JSON.stringify([violations, unknown]);
}

/** Finds exchanges in a journal. */

import { criteriaOf, type CriteriaContext, type ExchangeCriteria } from './criteria.js';
import type { JournaledExchange } from './journaled-exchange.js';

/** Which exchanges are asked for: all criteria have to hold. */
export interface ExchangeQuery extends ExchangeCriteria {
  /** Only the last so many. */
  readonly limit?: number;
}

/** Whether an exchange meets every criterion. */
export function matchesQuery(
  exchange: JournaledExchange,
  criteria: ExchangeCriteria,
  context: CriteriaContext = {},
): boolean {
  return criteriaOf(criteria, context).every(({ holds }) => holds(exchange));
}

/** The exchanges that meet every criterion, oldest first as they are given. */
export function selectExchanges(
  exchanges: readonly JournaledExchange[],
  query: ExchangeQuery,
  context: CriteriaContext = {},
): JournaledExchange[] {
  const criteria = criteriaOf(query, context);
  const found = exchanges.filter((exchange) => criteria.every(({ holds }) => holds(exchange)));
  return query.limit === undefined ? found : found.slice(Math.max(0, found.length - query.limit));
}

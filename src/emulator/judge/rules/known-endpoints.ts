import { headerOf, type Exchange } from '../../journal/exchange.js';
import type { Rule } from '../rule.js';

export const knownEndpoints: Rule = {
  id: 'known-endpoints',
  title: 'A client calls only endpoints of the contract.',
  basis: 'specification section 4.2',
  occasion: 'call',
  remedy: 'Compare method and path with the contract, letter by letter.',
  examine: (exchanges) => ({
    offences: exchanges.filter(isUnknown).map((exchange) => ({ exchanges: [exchange], what: describeCall(exchange) })),
    followed: exchanges.filter(({ operation }) => operation !== undefined),
  }),
};

/**
 * Browsers request icons by themselves. A request with a token, or under the API's prefix, is meant for the service.
 */
function isUnknown({ operation, path, request }: Exchange): boolean {
  return (
    operation === undefined && (path.startsWith('/api/') || headerOf(request.headers, 'Authorization') !== undefined)
  );
}

function describeCall({ method, path, diagnostics }: Exchange): string {
  return [`The contract has no ${method} ${path}.`, ...diagnostics].join(' ');
}

import { headerOf, type Exchange } from '../../journal/exchange.js';
import type { Rule } from '../rule.js';

export const knownEndpoints: Rule = {
  id: 'known-endpoints',
  title: 'A client calls only what the contract has.',
  basis: 'specification section 4.2',
  occasion: 'call',
  remedy: 'Compare method and path with the contract, letter by letter.',
  examine: (exchanges) => ({
    offences: exchanges.filter(isUnknown).map((exchange) => ({ exchanges: [exchange], what: whatOf(exchange) })),
    good: exchanges.filter(({ operation }) => operation !== undefined),
  }),
};

/** A browser asks for icons by itself; whoever bears a token or asks below the API's prefix means the service. */
function isUnknown({ operation, path, request }: Exchange): boolean {
  return (
    operation === undefined && (path.startsWith('/api/') || headerOf(request.headers, 'Authorization') !== undefined)
  );
}

function whatOf({ method, path, diagnostics }: Exchange): string {
  return [`The contract has no ${method} ${path}.`, ...diagnostics].join(' ');
}

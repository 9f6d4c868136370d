import { headerOf } from '../../journal/exchange.js';
import type { Rule } from '../rule.js';
import { eachAlone } from '../series.js';

export const knownEndpoints: Rule = {
  id: 'known-endpoints',
  title: 'A client calls only endpoints of the contract.',
  basis: 'specification section 4.2',
  precondition: 'call',
  remedy: 'Compare method and path with the contract, letter by letter.',
  examine: eachAlone(({ operation, method, path, request, diagnostics }) => {
    if (operation !== undefined) return true;
    // Browsers request icons by themselves. A token or the API's prefix shows that a request is meant for the service.
    const isMeant = path.startsWith('/api/') || headerOf(request.headers, 'Authorization') !== undefined;
    return isMeant ? [`The contract has no ${method} ${path}.`, ...diagnostics].join(' ') : undefined;
  }),
};

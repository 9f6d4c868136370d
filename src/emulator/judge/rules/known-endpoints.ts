import { headerOf } from '../../journal/exchange.js';
import { eachAlone } from '../series.js';

/** A client calls only endpoints of the contract. */
export const knownEndpoints = eachAlone(({ operation, method, path, request, diagnostics }) => {
  if (operation !== undefined) return 'followed';

  // Browsers request icons by themselves, which is no mistake of the client. A token or the API's prefix shows that a
  // request is meant for the service.
  const isMeant = path.startsWith('/api/') || headerOf(request.headers, 'Authorization') !== undefined;
  if (!isMeant) return 'not-applicable';

  return { broken: [`The contract has no ${method} ${path}.`, ...diagnostics].join(' ') };
});

/** Says why a request is for no operation of the contract. */

import type { Contract } from '../../contract/contract.js';
import { suggestPath } from '../../contract/suggestions.js';
import type { MatchedOperation, RequestMatch } from '../../pact/match-request.js';
import type { PactInteraction } from '../../pact/pact-file.js';
import type { Finding } from './contract-finding.js';

type Unmatched = Exclude<RequestMatch, MatchedOperation>;

/** What a server answers such a request with (RFC 9110 section 15.5): who expects that may well mean it. */
const FITTING: Readonly<Record<Unmatched['kind'], readonly number[]>> = {
  'no-path': [404],
  'no-method': [404, 405],
  'unreadable-path': [400, 404],
};

/** A warning where the consumer expects the failure, because the contract does not say what comes; else an error. */
export function unmatchedRequest(
  { request, response }: PactInteraction,
  match: Unmatched,
  contract: Contract,
): Finding {
  const isMeant = FITTING[match.kind].includes(response.status);
  const { what, hint } = explain(match, request, contract);
  return {
    severity: isMeant ? 'warning' : 'error',
    place: { part: match.kind === 'no-method' ? 'request method' : 'request path', pointer: '' },
    message: `${what}${isMeant ? `, so it does not say that ${response.status} would come` : ''}${hint === undefined ? '.' : `; ${hint}`}`,
    actual: `${request.method} ${request.path}`,
  };
}

function explain(
  match: Unmatched,
  { method, path }: PactInteraction['request'],
  contract: Contract,
): { readonly what: string; readonly hint: string | undefined } {
  switch (match.kind) {
    case 'unreadable-path':
      return { what: 'The contract has no path that is not percent-encoded UTF-8', hint: undefined };
    case 'no-method':
      return {
        what: `The contract has no ${method} at this path`,
        hint: `it has ${match.methods.map((known) => known.toUpperCase()).join(', ')}.`,
      };
    case 'no-path':
      return {
        what: 'The contract has no such path',
        hint: path.includes('?')
          ? 'in a pact, what follows the question mark is the "query".'
          : suggestPath(contract, method, path),
      };
  }
}

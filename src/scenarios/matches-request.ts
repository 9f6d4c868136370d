/** Whether a request is one that a scenario is about. */

import type { CallFacts } from './call-facts.js';
import type { RequestPattern } from './scenario.js';

/** All that the pattern asks for has to be there; no pattern asks for nothing. */
export function matchesRequest(pattern: RequestPattern | undefined, facts: CallFacts): boolean {
  if (pattern === undefined) return true;
  const { party, provider, contract, client, query = {}, body = {} } = pattern;
  const { partyIds, contractIds, providers } = facts.subjects;
  return (
    (party === undefined || partyIds.has(party)) &&
    (provider === undefined || providers.has(provider)) &&
    (contract === undefined || contractIds.has(contract)) &&
    (client === undefined || facts.clientId === client) &&
    Object.entries(query).every(([name, value]) => facts.query(name).includes(value)) &&
    Object.entries(body).every(([name, value]) => textOf(facts.body(name)) === value)
  );
}

function textOf(member: unknown): string {
  return typeof member === 'string' ? member : JSON.stringify(member);
}

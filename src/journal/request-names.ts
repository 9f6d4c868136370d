/** By which names an exchange speaks of parties: IDs of parties and contracts, e-mails and usernames. */

import { type Exchange, jsonOf, membersOf } from './exchange.js';

/** Every text that may name a party; texts that name none do no harm. */
export function namesIn(exchange: Exchange): ReadonlySet<string> {
  return new Set([
    ...pathNames(exchange.path),
    ...queryNames(exchange.query),
    ...bodyNames(exchange),
    ...checkedContract(exchange),
  ]);
}

function pathNames(path: string): string[] {
  return path
    .split('/')
    .filter((segment) => segment !== '')
    .map(decoded);
}

function queryNames(query: string): string[] {
  return [...new URLSearchParams(query)].flatMap(([name, value]) => {
    if (name === 'partyIds') return value.split(',').map((item) => item.trim());
    // The look-up compares without case and blanks at the ends, so the name has to be found that way as well.
    return name === 'q' ? [value, value.trim().toLowerCase()] : [value];
  });
}

function bodyNames({ request }: Exchange): string[] {
  const { partyId, contractId, requests } = membersOf(jsonOf(request.body));
  const items: unknown[] = Array.isArray(requests) ? requests.map((item) => membersOf(item)['contractId']) : [];
  return [partyId, contractId, ...items].filter((name) => typeof name === 'string');
}

/** The public check names its credential in the answer alone, because the link's token is taken out of the path. */
function checkedContract({ operation, response }: Exchange): string[] {
  if (operation !== 'checkVerificationStatus') return [];
  const { contractId } = membersOf(jsonOf(response.body));
  return typeof contractId === 'string' ? [contractId] : [];
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

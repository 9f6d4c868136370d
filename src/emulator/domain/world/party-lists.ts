/** Two lists of a world: its listed credentials, and its approved users. */

import { isApprovedUser, selectedHoldings } from './credential-status.js';
import { disclosedHoldings, type Holding, type Party } from './model.js';
import type { StandingRules } from './standing-rules.js';
import type { ListKind } from './world-lists.js';

/** The list of credentials that these rules select. */
export function listedCredentials(rules: StandingRules): ListKind<Holding> {
  const { listed, ordered, blocked } = rules;
  // By the usual rules, the number of a party's listed credentials does not depend on the time. The profile of a
  // generated party has the number.
  const isByUsualRules = listed === 'current' && ordered === 'as-added';
  const itemAt = (party: Party, nth: number): Holding => disclosedHoldings(party)[nth]!;

  return {
    key: `credentials ${listed} ${ordered} ${blocked}`,
    itemsOf: (party, time) => selectedHoldings(party, listed, time, rules),
    inProfiles: isByUsualRules ? { count: 'credentials', itemAt } : undefined,
  };
}

/** The list of users that these rules approve. */
export function approvedUsers(rules: StandingRules): ListKind<Party> {
  return {
    key: `approved ${rules.approvedBy}`,
    itemsOf: (party, time) => (isApprovedUser(party, time, rules) ? [party] : []),
    inProfiles: rules.approvedBy === 'request' ? { count: 'approved', itemAt: (party) => party } : undefined,
  };
}

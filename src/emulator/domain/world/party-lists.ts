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
  const isCountable = listed === 'current' && ordered === 'as-added';
  return {
    key: `credentials ${listed} ${ordered} ${blocked}`,
    itemsOf: (party, time) => selectedHoldings(party, listed, time, rules),
    counted: isCountable ? { what: 'credentials', at: (party, nth) => disclosedHoldings(party)[nth]! } : undefined,
  };
}

/** The list of users that these rules approve. */
export function approvedUsers(rules: StandingRules): ListKind<Party> {
  return {
    key: `approved ${rules.approvedBy}`,
    itemsOf: (party, time) => (isApprovedUser(party, time, rules) ? [party] : []),
    counted: rules.approvedBy === 'request' ? { what: 'approved', at: (party) => party } : undefined,
  };
}

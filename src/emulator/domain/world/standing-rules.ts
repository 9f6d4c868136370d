/** The rules by which the service selects data. The specification is silent here, so variants change the rules. */

/** A selection of disclosed credentials. `current`: neither archived nor superseded. */
export type Selection = 'valid' | 'not-revoked' | 'current' | 'all';

/** Where a search finds its text: anywhere, at the beginning, or as a whole. `username`: anywhere, usernames too. */
export type SearchRule = 'substring' | 'prefix' | 'whole' | 'username';

/** What the public check shows of a credential's metadata: everything, nothing about a person, or nothing. */
export type ShownData = 'shown' | 'anonymous' | 'withheld';

export interface StandingRules {
  /** The credentials that lists show. */
  readonly listed: Selection;
  /** The credentials that look-ups show. */
  readonly resolved: Selection;
  /** The credentials that count in a human score. */
  readonly scored: Selection;
  /** The score of a party that is not an approved user: 404, or zero. */
  readonly unknownScore: 'not-found' | 'zero';
  /** The credentials that can have verification links. */
  readonly linked: Selection;
  /** Which metadata the public check shows of a credential that is not valid. */
  readonly checked: ShownData;
  /** Which metadata the public check shows of any credential. */
  readonly checkedData: ShownData;
  /** The order of one party's credentials. */
  readonly ordered: 'as-added' | 'newest-first';
  /** What makes a party an approved user: an approved data request, a KYC status of success, or a valid credential. */
  readonly approvedBy: 'request' | 'kyc-status' | 'valid-credential';
  /** What a look-up by e-mail or username returns: all of a party's credentials, or only those that show the name. */
  readonly found: 'party' | 'credential';
  /** How often the public check of a link works. */
  readonly checks: 'many' | 'one';
  /** What a row of the users list is: a data request, or a party with its newest data request. */
  readonly row: 'request' | 'party';
  /** Whether rows whose request is not approved show name and e-mail. */
  readonly unapproved: 'shown' | 'hidden';
  /** When a new data request becomes visible. */
  readonly requested: 'at-once' | 'later';
  /** Whether a data request that the party does not decide lapses or stays pending. */
  readonly undecided: 'lapses' | 'pending';
  /** The KYC status of an approved data request with a valid credential. */
  readonly approvedKyc: 'APPROVED' | 'SUCCESSFUL';
  /** The standing of a blocked party's active credentials. */
  readonly blocked: 'revoked' | 'unaffected';
  /** Which part of a name, e-mail or party ID a search text has to match. */
  readonly searched: SearchRule;
}

/** The rules of the contract without variants. */
export const USUAL_RULES: StandingRules = {
  listed: 'current',
  resolved: 'current',
  scored: 'valid',
  unknownScore: 'not-found',
  linked: 'all',
  checked: 'shown',
  checkedData: 'shown',
  ordered: 'as-added',
  approvedBy: 'request',
  found: 'party',
  checks: 'many',
  row: 'request',
  unapproved: 'shown',
  requested: 'at-once',
  undecided: 'lapses',
  approvedKyc: 'APPROVED',
  blocked: 'revoked',
  searched: 'substring',
};

/** How the service selects what it shows. The specification is silent here, so variants have other rules. */

/** A selection of disclosed credentials. Current ones are neither archived nor superseded by a newer one. */
export type Selection = 'valid' | 'not-revoked' | 'current' | 'all';

/** Where a text is found: anywhere, at the beginning, or as a whole; `username` also looks into usernames, anywhere. */
export type SearchRule = 'substring' | 'prefix' | 'whole' | 'username';

/** What the public check shows of a credential's metadata: everything, nothing about a person, or nothing. */
export type ShownData = 'shown' | 'anonymous' | 'withheld';

export interface StandingRules {
  /** What the lists of credentials show. */
  readonly listed: Selection;
  /** What look-ups show. */
  readonly resolved: Selection;
  /** What counts in a human score. */
  readonly scored: Selection;
  /** What the score of a party is that is no approved user. */
  readonly unknownScore: 'not-found' | 'zero';
  /** For what a verification link can be made. */
  readonly linked: Selection;
  /** Which metadata the public check shows of a credential that is not valid. */
  readonly checked: ShownData;
  /** Which metadata the public check shows of any credential. */
  readonly checkedData: ShownData;
  /** The order of one party's credentials. */
  readonly ordered: 'as-added' | 'newest-first';
  /** What makes a party an approved user: an approved data request, a KYC status of success, or a valid credential. */
  readonly approvedBy: 'request' | 'kyc-status' | 'valid-credential';
  /** What a look-up by e-mail or username finds: everything of a party, or the credentials that show it. */
  readonly found: 'party' | 'credential';
  /** How often the public check answers for a link. */
  readonly checks: 'many' | 'one';
  /** What a row of the users list is: a data request, or a party with its newest one. */
  readonly row: 'request' | 'party';
  /** Whether rows whose request is not approved show name and e-mail. */
  readonly unapproved: 'shown' | 'hidden';
  /** When a new data request becomes visible. */
  readonly requested: 'at-once' | 'later';
  /** What becomes of a data request that the party does not decide: it lapses, or stays pending. */
  readonly undecided: 'lapses' | 'pending';
  /** The KYC status of an approved data request with a valid credential. */
  readonly approvedKyc: 'APPROVED' | 'SUCCESSFUL';
  /** How the active credentials of a blocked party stand. */
  readonly blocked: 'revoked' | 'unaffected';
  /** Which part of a name, e-mail or party ID a search has to be. */
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

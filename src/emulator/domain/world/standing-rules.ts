/**
 * The rules by which the service selects data. The specification is silent here. So the emulator has chosen the rules,
 * and variants (other possible behaviours of the service) change them.
 */

/** A set of disclosed credentials. `current` credentials are neither archived nor superseded. */
export type Selection = 'valid' | 'not-revoked' | 'current' | 'all';

/** Where a search finds a text in a value: anywhere, at the beginning, or as a whole. `username`: also in usernames. */
export type SearchRule = 'substring' | 'prefix' | 'whole' | 'username';

/** What the public check shows of a credential's metadata: all, all but what identifies a person, or nothing. */
export type ShownData = 'shown' | 'anonymous' | 'withheld';

/** The rules of the contract without variants. */
export const USUAL_RULES = {
  /** The credentials that lists show. */
  listed: 'current' as Selection,
  /** The credentials that look-ups show. */
  resolved: 'current' as Selection,
  /** The credentials that count in a human score. */
  scored: 'valid' as Selection,
  /** The score of a party that is not an approved user: 404, or zero. */
  unknownScore: 'not-found' as 'not-found' | 'zero',
  /** The credentials that can have verification links. */
  linked: 'all' as Selection,
  /** Which metadata the public check shows of a credential that is not valid. */
  checked: 'shown' as ShownData,
  /** Which metadata the public check shows of any credential. */
  checkedData: 'shown' as ShownData,
  /** The order of one party's credentials. */
  ordered: 'as-added' as 'as-added' | 'newest-first',
  /** What makes a party an approved user: an approved data request, a KYC status of success, or a valid credential. */
  approvedBy: 'request' as 'request' | 'kyc-status' | 'valid-credential',
  /** What a look-up by e-mail or username returns: all of a party's credentials, or only those that show the name. */
  found: 'party' as 'party' | 'credential',
  /** How often the public check of a link works. */
  checks: 'many' as 'many' | 'one',
  /** What a row of the users list is: a data request, or a party with its newest data request. */
  row: 'request' as 'request' | 'party',
  /** Whether rows whose request is not approved show name and e-mail. */
  unapproved: 'shown' as 'shown' | 'hidden',
  /** When a new data request becomes visible. */
  requested: 'at-once' as 'at-once' | 'later',
  /** Whether a data request that the party does not decide lapses or stays pending. */
  undecided: 'lapses' as 'lapses' | 'pending',
  /** The KYC status of an approved data request with a valid credential. */
  approvedKyc: 'APPROVED' as 'APPROVED' | 'SUCCESSFUL',
  /** The standing of a blocked party's active credentials. */
  blocked: 'revoked' as 'revoked' | 'unaffected',
  /** Which part of a name, e-mail or party ID a search text has to match. */
  searched: 'substring' as SearchRule,
};

export type StandingRules = Readonly<typeof USUAL_RULES>;

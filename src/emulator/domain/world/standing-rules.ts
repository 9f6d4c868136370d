/** How the service selects what it shows, mostly of credentials that are not valid. The specification is silent here, so variants have other rules. */

/** A selection of disclosed credentials. Current are those that no party has archived and no newer one has superseded. */
export type Selection = 'valid' | 'current' | 'all';

/** Where a text is found: anywhere, at the beginning, or as a whole. */
export type SearchRule = 'substring' | 'prefix' | 'whole';

export interface StandingRules {
  /** What the lists of credentials show. */
  readonly listed: Selection;
  /** What look-ups show. */
  readonly resolved: Selection;
  /** What counts in a human score. */
  readonly scored: Selection;
  /** For what a verification link can be made. */
  readonly linked: Selection;
  /** Which metadata the public check shows of a credential that is not valid. */
  readonly checked: 'shown' | 'anonymous' | 'withheld';
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
  linked: 'all',
  checked: 'shown',
  blocked: 'revoked',
  searched: 'substring',
};

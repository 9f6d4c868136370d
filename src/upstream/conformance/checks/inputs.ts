/** What the user of the suite provides about the service's data. */

/** Data of the service for the checks. Without it, checks use what the lists show first, or are skipped. */
export interface CheckInputs {
  /**
   * A party that has disclosed credentials. With `write`, the suite sends it data requests. Default: the first in the
   * lists, which receives none.
   */
  readonly partyId?: string;
  /** A credential that is disclosed to the institution. Default: the first in the list. */
  readonly contractId?: string;
  /** The e-mail address of a party that has disclosed credentials. Default: one that the lists show. */
  readonly email?: string;
  /**
   * The alias of a party that has disclosed credentials, with or without the suffix `.5n.xyz`. Default: none; most
   * look-ups by alias are skipped.
   */
  readonly alias?: string;
  /** An expired access token. Default: none; its check is skipped. */
  readonly expiredToken?: string;
  /** The token of an expired verification link. Default: none; its check is skipped. */
  readonly expiredLink?: string;
}

/** The inputs among other values, such as the flags of a command. */
export function checkInputs(values: { readonly [Name in keyof CheckInputs]?: string | undefined }): object {
  const { partyId, contractId, email, alias, expiredToken, expiredLink } = values;
  return { partyId, contractId, email, alias, expiredToken, expiredLink };
}

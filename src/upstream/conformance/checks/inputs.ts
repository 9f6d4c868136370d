/** What the user of the suite provides about the service's data, and which checks depend on it. */

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
  /** An expired access token. Default: none; its checks are skipped. */
  readonly expiredToken?: string;
  /** The token of an expired verification link. Default: none; its checks are skipped. */
  readonly expiredLink?: string;
}

/**
 * What a check requires. `write`: permission to create links and data requests. `named-party`: a party named by the
 * user, because the check sends it a data request. `alias`: an alias, because no list shows any. `expired-token`,
 * `expired-link`: a token or link that has expired.
 */
export type Need = 'write' | 'named-party' | 'alias' | 'expired-token' | 'expired-link';

type Inputs = CheckInputs & { readonly write?: boolean };

/** For each need, the input that meets it; why a check was not run without it, and how to run it. */
const NEEDS: Readonly<Record<Need, readonly [input: keyof Inputs, reason: string]>> = {
  write: ['write', 'it sends requests that create links or data requests; --write allows that'],
  alias: ['alias', 'it looks a party up by alias, which no list shows; give one with --alias'],
  'named-party': ['partyId', 'it sends a data request to a party; name one with --party-id'],
  'expired-token': [
    'expiredToken',
    'it needs an access token that has expired; give one in ID_EMULATOR_CONFORM_EXPIRED_TOKEN',
  ],
  'expired-link': ['expiredLink', 'it needs the token of a link that has expired; give one with --expired-link'],
};

/** Why a check cannot run with these inputs, and how to run it; undefined if its needs are met. */
export function unmetNeed(needs: readonly Need[] = [], inputs: Inputs): string | undefined {
  const isMet = (given: unknown): boolean => given !== undefined && given !== false;
  return needs.map((need) => NEEDS[need]).find(([input]) => !isMet(inputs[input]))?.[1];
}

/** The inputs among other values, such as the flags of a command. */
export function checkInputs(values: { readonly [Name in keyof CheckInputs]?: string | undefined }): object {
  const { partyId, contractId, email, alias, expiredToken, expiredLink } = values;
  return { partyId, contractId, email, alias, expiredToken, expiredLink };
}

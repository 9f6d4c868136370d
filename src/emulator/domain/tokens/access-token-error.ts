/** The error for access tokens that give no access. */

/** Why an access token is not valid. */
export type TokenFlaw = 'malformed' | 'foreign' | 'revoked' | 'expired';

/** The messages that the client reads in the error response. */
const MESSAGES: Readonly<Record<TokenFlaw, string>> = {
  malformed: 'The access token was not issued here.',
  foreign: 'The access token is for another network or client.',
  revoked: 'The access token has been revoked.',
  expired: 'The access token has expired.',
};

/**
 * Thrown if an access token gives no access. Scenarios throw this error too, so that a client cannot tell a token that
 * a scenario refuses from one that is wrong.
 */
export class AccessTokenError extends Error {
  override readonly name = 'AccessTokenError';
  readonly flaw: TokenFlaw;
  /** An explanation for diagnostics, which the service would not send. */
  readonly details: string | undefined;

  constructor(flaw: TokenFlaw, details?: string) {
    super(MESSAGES[flaw]);
    this.flaw = flaw;
    this.details = details;
  }
}

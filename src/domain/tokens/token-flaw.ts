/** Why an access token does not give access. */

export type TokenFlaw = 'malformed' | 'foreign' | 'revoked' | 'expired';

/** What the client is told. */
const MESSAGES: Readonly<Record<TokenFlaw, string>> = {
  malformed: 'The access token was not issued here.',
  foreign: 'The access token is for another network or client.',
  revoked: 'The access token has been revoked.',
  expired: 'The access token has expired.',
};

/** Thrown where a token does not give access; scenarios throw it too, so nobody can tell theirs from a real one. */
export class AccessTokenError extends Error {
  override readonly name = 'AccessTokenError';
  readonly flaw: TokenFlaw;
  /** What the service would not tell: how far, since when, by whom. */
  readonly details: string | undefined;

  constructor(flaw: TokenFlaw, details?: string) {
    super(MESSAGES[flaw]);
    this.flaw = flaw;
    this.details = details;
  }
}

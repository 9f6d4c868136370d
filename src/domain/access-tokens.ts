/**
 * Access tokens: signed JWTs (RFC 7519, RFC 9068 in spirit) that name their sandbox and network.
 * A consumer treats them as opaque; whether one is good is decided by the sandbox's clock.
 */

import { compactVerify } from 'jose/jws/compact/verify';
import { SignJWT } from 'jose/jwt/sign';
import { hashUuid } from './random.js';
import { RecentValues } from './recent-values.js';
import type { Sandbox } from './sandbox.js';
import type { Sandboxes } from './sandboxes.js';
import type { SigningKey } from './signing-key.js';

export type Network = 'devnet' | 'mainnet';

/** The only scope there is; the specification does not show any. */
export const SCOPE = 'institution';

/** Why a token is no good. */
export type TokenFlaw = 'malformed' | 'unknown' | 'expired';

/** Thrown where a token does not give access. */
export class AccessTokenError extends Error {
  override readonly name = 'AccessTokenError';
  readonly flaw: TokenFlaw;

  constructor(flaw: TokenFlaw, message: string) {
    super(message);
    this.flaw = flaw;
  }
}

interface Claims {
  readonly iss: string;
  readonly sub: string;
  readonly sandbox: string;
  /** Seconds since 1970. */
  readonly exp: number;
}

/** Longer tokens than this are not looked at; ours have about 400 characters. */
const MOST_CHARACTERS = 4_096;
const REMEMBERED = 10_000;

export class AccessTokens {
  readonly #key: SigningKey;
  readonly #issuer: string;
  /** Claims of tokens whose signature is known to be good, so that each signature is checked once. */
  readonly #trusted = new RecentValues<string, Claims>(REMEMBERED);

  constructor(key: SigningKey, network: Network) {
    this.#key = key;
    this.#issuer = `urn:id-emulator:${network}`;
  }

  /** A new token for the sandbox's institution. */
  async issue(sandbox: Sandbox): Promise<string> {
    const issuedAt = Math.floor(sandbox.clock.now() / 1_000);
    const claims: Claims = {
      iss: this.#issuer,
      sub: sandbox.clientId,
      sandbox: sandbox.id,
      exp: issuedAt + sandbox.tokenTtl,
    };
    const number = sandbox.nextNumber('accessTokens');
    const token = await new SignJWT({ ...claims, scope: SCOPE })
      .setProtectedHeader({ alg: this.#key.algorithm, typ: 'JWT', kid: this.#key.keyId })
      .setIssuedAt(issuedAt)
      .setJti(hashUuid(sandbox.seed, 0x746f6b65, number))
      .sign(this.#key.privateKey);
    this.#trusted.set(token, claims);
    return token;
  }

  /**
   * The sandbox that the token gives access to; at once where the token is known, else a promise.
   * @throws AccessTokenError
   */
  sandboxOf(token: string, sandboxes: Sandboxes): Sandbox | Promise<Sandbox> {
    const trusted = this.#trusted.get(token);
    if (trusted !== undefined) return this.#check(trusted, sandboxes);
    return this.#verify(token).then((claims) => this.#check(claims, sandboxes));
  }

  async #verify(token: string): Promise<Claims> {
    if (token.length > MOST_CHARACTERS) throw new AccessTokenError('malformed', 'The access token is too long.');
    let payload: Uint8Array;
    try {
      ({ payload } = await compactVerify(token, this.#key.publicKey, { algorithms: [this.#key.algorithm] }));
    } catch {
      throw new AccessTokenError('malformed', 'The access token was not issued here.');
    }
    const claims = JSON.parse(new TextDecoder().decode(payload)) as Claims;
    this.#trusted.set(token, claims);
    return claims;
  }

  #check(claims: Claims, sandboxes: Sandboxes): Sandbox {
    const sandbox = sandboxes.byId(claims.sandbox);
    if (claims.iss !== this.#issuer) throw new AccessTokenError('unknown', 'The access token is for another network.');
    if (sandbox?.clientId !== claims.sub) throw new AccessTokenError('unknown', 'The access token is unknown.');
    if (claims.exp * 1_000 <= sandbox.clock.now()) throw new AccessTokenError('expired', 'The access token has expired.');
    return sandbox;
  }
}

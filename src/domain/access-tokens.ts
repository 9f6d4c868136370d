/**
 * Access tokens: signed JWTs (RFC 7519, RFC 9068 in spirit) that name their sandbox and network.
 * A consumer treats them as opaque; whether one is good is decided by the sandbox's clock.
 */

import { hashUuid } from './random.js';
import { RecentValues } from './recent-values.js';
import type { Sandbox } from './sandbox.js';
import type { SigningKey } from './signing-key.js';
import { SUFFIX_MARK, type Sandboxes } from './sandboxes.js';
import { AccessTokenError } from './token-flaw.js';

export type Network = 'devnet' | 'mainnet';

/** The only scope there is; the specification does not show any. */
export const SCOPE = 'institution';

/** What a good token gives: whose sandbox it is, and as which client it was asked for. */
export interface Grant {
  readonly sandbox: Sandbox;
  /** With its suffix, if it has one. */
  readonly clientId: string;
  readonly tokenId: string;
}

interface Claims {
  readonly iss: string;
  readonly sub: string;
  readonly sandbox: string;
  readonly jti: string;
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

  /** A new token for a client of the sandbox's institution; `lifetime` in seconds. */
  async issue(sandbox: Sandbox, clientId: string, lifetime: number): Promise<string> {
    const issuedAt = Math.floor(sandbox.clock.now() / 1_000);
    const claims: Claims = {
      iss: this.#issuer,
      sub: clientId,
      sandbox: sandbox.id,
      exp: issuedAt + lifetime,
      jti: hashUuid(sandbox.seed, 0x746f6b65, sandbox.nextNumber('accessTokens')),
    };
    // jose is loaded with the first token: start does without it.
    const { SignJWT } = await import('jose/jwt/sign');
    const token = await new SignJWT({ ...claims, scope: SCOPE })
      .setProtectedHeader({ alg: this.#key.algorithm, typ: 'JWT', kid: this.#key.keyId })
      .setIssuedAt(issuedAt)
      .sign(this.#key.privateKey);
    this.#trusted.set(token, claims);
    return token;
  }

  /**
   * What the token gives access to; at once where the token is known, else a promise.
   * @throws AccessTokenError
   */
  grantOf(token: string, sandboxes: Sandboxes): Grant | Promise<Grant> {
    const trusted = this.#trusted.get(token);
    if (trusted !== undefined) return this.#check(trusted, sandboxes);
    return this.#verify(token).then((claims) => this.#check(claims, sandboxes));
  }

  async #verify(token: string): Promise<Claims> {
    if (token.length > MOST_CHARACTERS) throw new AccessTokenError('malformed');
    const { compactVerify } = await import('jose/jws/compact/verify');
    let payload: Uint8Array;
    try {
      ({ payload } = await compactVerify(token, this.#key.publicKey, { algorithms: [this.#key.algorithm] }));
    } catch {
      throw new AccessTokenError('malformed');
    }
    const claims = JSON.parse(new TextDecoder().decode(payload)) as Claims;
    this.#trusted.set(token, claims);
    return claims;
  }

  #check({ iss, sub, sandbox: sandboxId, exp, jti }: Claims, sandboxes: Sandboxes): Grant {
    const sandbox = sandboxes.byId(sandboxId);
    if (iss !== this.#issuer || sandbox === undefined || !belongsTo(sub, sandbox)) throw new AccessTokenError('foreign');
    if (exp * 1_000 <= sandbox.clock.now()) throw new AccessTokenError('expired');
    const flaw = sandbox.spoiltTokens.get(jti);
    if (flaw !== undefined) throw new AccessTokenError(flaw);
    return { sandbox, clientId: sub, tokenId: jti };
  }
}

/** A client ID may have a suffix that selects scenarios. */
function belongsTo(clientId: string, { clientId: own }: Sandbox): boolean {
  return clientId === own || clientId.startsWith(`${own}${SUFFIX_MARK}`);
}

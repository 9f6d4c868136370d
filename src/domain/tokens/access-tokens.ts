/**
 * Access tokens: signed JWTs (RFC 7519, RFC 9068 in spirit) that name their sandbox and network.
 * A consumer treats them as opaque; whether one is good is decided by the sandbox's clock.
 */

import { sign } from 'node:crypto';
import { hashUuid } from '../time/random.js';
import { RecentValues } from '../sandbox/recent-values.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import type { SigningKey } from './signing-key.js';
import { SUFFIX_MARK, type Sandboxes } from '../sandbox/sandboxes.js';
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

/** What a token says; whether that still holds is another question. */
export interface Claims {
  readonly iss: string;
  /** The client ID, with its suffix, if it has one. */
  readonly sub: string;
  /** The sandbox's ID. */
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
  readonly #header: string;
  /** Claims of tokens whose signature is known to be good, so that each signature is checked once. */
  readonly #trusted = new RecentValues<string, Claims>(REMEMBERED);

  constructor(key: SigningKey, network: Network) {
    this.#key = key;
    this.#issuer = `urn:id-emulator:${network}`;
    this.#header = encode({ alg: key.algorithm, typ: 'JWT', kid: key.keyId });
  }

  /** A new token for a client of the sandbox's institution; `lifetime` in seconds. */
  issue(sandbox: Sandbox, clientId: string, lifetime: number): string {
    return this.#issue(sandbox, {
      clientId,
      lifetime,
      tokenId: hashUuid(sandbox.seed, 0x746f6b65, sandbox.nextNumber('accessTokens')),
    });
  }

  /**
   * A good token that nobody asked the token endpoint for; `lifetime` in seconds. It is the same until the clock shows
   * another second, and changes nothing in the sandbox: what the token endpoint gives out later does not depend on it.
   */
  mint(sandbox: Sandbox, lifetime: number): string {
    const second = Math.floor(sandbox.clock.now() / 1_000);
    for (let attempt = 0; ; attempt++) {
      const tokenId = hashUuid(sandbox.seed, 0x6d696e74, second, lifetime, attempt);
      if (sandbox.spoiltTokens.get(tokenId) === undefined)
        return this.#issue(sandbox, { clientId: sandbox.clientId, lifetime, tokenId });
    }
  }

  #issue(
    sandbox: Sandbox,
    { clientId, lifetime, tokenId }: { clientId: string; lifetime: number; tokenId: string },
  ): string {
    const issuedAt = Math.floor(sandbox.clock.now() / 1_000);
    const claims: Claims = {
      iss: this.#issuer,
      sub: clientId,
      sandbox: sandbox.id,
      exp: issuedAt + lifetime,
      jti: tokenId,
    };
    const token = this.sign(`${this.#header}.${encode({ ...claims, scope: SCOPE, iat: issuedAt })}`);
    this.#trusted.set(token, claims);
    return token;
  }

  /**
   * Completes a token of which header and claims are known (RFC 7515 section 5.1). Not by jose, which signs
   * asynchronously: a request is dealt with at one moment, and no other may come between.
   */
  sign(headerAndClaims: string): string {
    const { algorithm, privateKey } = this.#key;
    const signature = sign(algorithm === 'RS256' ? 'sha256' : null, Buffer.from(headerAndClaims), privateKey);
    return `${headerAndClaims}.${signature.toString('base64url')}`;
  }

  /** What a token says that was issued here; undefined for any other. At once where the token is known, else a promise. */
  claimsOf(token: string): Claims | undefined | Promise<Claims | undefined> {
    return this.#trusted.get(token) ?? (token.length > MOST_CHARACTERS ? undefined : this.#verify(token));
  }

  /**
   * What a token gives access to that says this.
   * @throws AccessTokenError
   */
  grantOf({ iss, sub, sandbox: sandboxId, exp, jti }: Claims, sandboxes: Sandboxes): Grant {
    const sandbox = sandboxes.byId(sandboxId);
    if (sandbox === undefined)
      throw new AccessTokenError('foreign', `its sandbox, "${sandboxId}", is not here any more`);
    if (iss !== this.#issuer) throw new AccessTokenError('foreign', `it is for ${iss}, and this is ${this.#issuer}`);
    if (!belongsTo(sub, sandbox))
      throw new AccessTokenError('foreign', `its client, "${sub}", is not that of sandbox "${sandboxId}"`);
    const expiredFor = sandbox.clock.now() - exp * 1_000;
    if (expiredFor >= 0)
      throw new AccessTokenError('expired', `${Math.floor(expiredFor / 1_000)} s ago by this sandbox's clock`);
    const flaw = sandbox.spoiltTokens.get(jti);
    if (flaw !== undefined) throw new AccessTokenError(flaw, 'a scenario has spoilt this token for good');
    return { sandbox, clientId: sub, tokenId: jti };
  }

  async #verify(token: string): Promise<Claims | undefined> {
    // jose is loaded with the first token that is not remembered: start does without it.
    const { compactVerify } = await import('jose/jws/compact/verify');
    try {
      const { payload } = await compactVerify(token, this.#key.publicKey, { algorithms: [this.#key.algorithm] });
      const claims = JSON.parse(new TextDecoder().decode(payload)) as Claims;
      this.#trusted.set(token, claims);
      return claims;
    } catch {
      return undefined;
    }
  }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** A client ID may have a suffix that selects scenarios. */
function belongsTo(clientId: string, { clientId: own }: Sandbox): boolean {
  return clientId === own || clientId.startsWith(`${own}${SUFFIX_MARK}`);
}

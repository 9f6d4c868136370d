/**
 * Access tokens: signed JWTs (RFC 7519, similar to RFC 9068) that name their sandbox and network. They are opaque to a
 * client. The sandbox's clock decides whether a token has expired.
 */

import { sign } from 'node:crypto';
import { hashUuid } from '../time/random.js';
import { BoundedMap } from '../bounded-map.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import type { SigningKey } from './signing-key.js';
import { SUFFIX_MARK } from '../sandbox/sandboxes.js';
import { AccessTokenError } from './access-token-error.js';

/** The network that the emulator stands for. It is in the issuer of each token. */
export type Network = 'devnet' | 'mainnet';

/** The scope of a token if the client requested none. The specification names no scope. */
export const USUAL_SCOPE = 'institution';

/** The claims of a token with a valid signature. The token may have expired or been revoked. */
export interface Claims {
  readonly iss: string;
  /** The client ID with its suffix. */
  readonly sub: string;
  /** The sandbox's ID. */
  readonly sandbox: string;
  readonly jti: string;
  /** Seconds since 1970, with milliseconds as decimals (RFC 7519 section 2). */
  readonly exp: number;
}

/** The longest scope of a token, in characters. So tokens fit into a header. */
export const LONGEST_SCOPE = 4_000;

/** The most characters of a token. Longer tokens are rejected unread. The emulator's have about 400, at most 5,700. */
const MAX_CHARACTERS = 8_192;
/** How many tokens are known to have a valid signature. */
const MAX_TRUSTED = 10_000;

/** What distinguishes a token from other tokens of its sandbox. */
type NewToken = Readonly<Record<'clientId' | 'tokenId' | 'scope', string>> & Pick<Claims, 'exp'>;

interface AccessTokensOptions {
  /** Whether the tokens hide that an emulator issues them. Default: false. */
  readonly isDisguised?: boolean | undefined;
}

/** Issues access tokens for sandboxes, and verifies them. */
export class AccessTokens {
  readonly #key: SigningKey;
  readonly #issuer: string;
  readonly #header: string;
  /** The claims of tokens whose signature is known to be valid, so that each signature is verified once. */
  readonly #trusted = new BoundedMap<string, Claims>(MAX_TRUSTED);

  constructor(key: SigningKey, network: Network, { isDisguised = false }: AccessTokensOptions = {}) {
    this.#key = key;
    const name = isDisguised ? 'id-service' : 'id-emulator';
    this.#issuer = `urn:${name}:${network}`;
    this.#header = encode({ alg: key.algorithm, typ: 'JWT', kid: key.keyId });
  }

  /**
   * A new token for a client of the sandbox.
   * @param lifetime seconds
   * @param scope at most {@link LONGEST_SCOPE} characters
   */
  issue(sandbox: Sandbox, clientId: string, lifetime: number, scope: string): string {
    // A client may keep a token for longer than its emulator runs. The next emulator numbers its tokens from 1 again,
    // and the number alone would give a new token the ID of the kept one.
    // 0x746f6b65 is `toke` in ASCII. With it, this hash differs from all other hashes that are made with the seed.
    const now = sandbox.clock.now();
    const second = Math.floor(now / 1_000);
    const tokenId = hashUuid(sandbox.seed, 0x746f6b65, sandbox.nextNumber('accessTokens'), second);
    const exp = (now + lifetime * 1_000) / 1_000;

    return this.#issue(sandbox, { clientId, exp, tokenId, scope });
  }

  /**
   * A valid token for tests. The token depends on the second of the sandbox's clock. The sandbox does not change, so
   * the token endpoint issues the same tokens as without this call.
   * @param lifetime seconds
   */
  mint(sandbox: Sandbox, lifetime: number, clientId = sandbox.clientId): string {
    const now = sandbox.clock.now() / 1_000;
    const second = Math.floor(now);
    const exp = Math.ceil(now + lifetime);
    for (let attempt = 0; ; attempt++) {
      // 0x6d696e74 is `mint` in ASCII. A scenario may have spoilt a token of this second. A test wants a valid one.
      const tokenId = hashUuid(sandbox.seed, 0x6d696e74, second, lifetime, attempt);
      const isSpoilt = sandbox.spoiltTokens.get(tokenId) !== undefined;
      if (!isSpoilt) return this.#issue(sandbox, { clientId, exp, tokenId, scope: USUAL_SCOPE });
    }
  }

  /** Makes a signed token with these claims. */
  #issue(sandbox: Sandbox, { clientId, exp, tokenId, scope }: NewToken): string {
    // No validator that reads whole seconds sees the token issued in the future.
    const iat = Math.floor(sandbox.clock.now() / 1_000);
    const claims: Claims = { iss: this.#issuer, sub: clientId, sandbox: sandbox.id, exp, jti: tokenId };
    const token = this.sign(`${this.#header}.${encode({ ...claims, scope, iat })}`);
    this.#trusted.set(token, claims);

    return token;
  }

  /**
   * Appends the signature to an encoded header and claims (RFC 7515 section 5.1). This does not use jose, which signs
   * asynchronously: a request must be handled in one step, so that no other request comes between.
   */
  sign(headerAndClaims: string): string {
    const { algorithm, privateKey } = this.#key;
    const signature = sign(algorithm === 'RS256' ? 'sha256' : null, Buffer.from(headerAndClaims), privateKey);
    return `${headerAndClaims}.${signature.toString('base64url')}`;
  }

  /** Whether a token has the header of this emulator's tokens. The signature of the token may be wrong. */
  hasOwnHeader(token: string): boolean {
    return token.startsWith(`${this.#header}.`);
  }

  /** The claims of a token, as a promise unless the token is known. Undefined if this emulator did not issue it. */
  claimsOf(token: string): Claims | undefined | Promise<Claims | undefined> {
    const known = this.#trusted.get(token);
    if (known !== undefined || token.length > MAX_CHARACTERS) return known;

    // Known tokens are not awaited, because even a resolved promise would let other requests overtake this one.
    return this.#verify(token);
  }

  /**
   * Checks a token with these claims.
   * @param sandbox the sandbox that the claims name, or any other if that sandbox is gone
   * @throws AccessTokenError if the token is for another network or client, has expired or is revoked
   */
  check({ iss, sub, sandbox: sandboxId, exp, jti }: Claims, sandbox: Sandbox): void {
    if (sandbox.id !== sandboxId)
      throw new AccessTokenError('foreign', `its sandbox, "${sandboxId}", is not here any more`);
    if (iss !== this.#issuer) throw new AccessTokenError('foreign', `it is for ${iss}, and this is ${this.#issuer}`);
    if (sub !== sandbox.clientId && !sub.startsWith(`${sandbox.clientId}${SUFFIX_MARK}`))
      throw new AccessTokenError('foreign', `its client, "${sub}", is not that of sandbox "${sandboxId}"`);

    const expiredFor = sandbox.clock.now() - Math.round(exp * 1_000);
    if (expiredFor >= 0)
      throw new AccessTokenError('expired', `${Math.floor(expiredFor / 1_000)} s ago by this sandbox's clock`);

    const flaw = sandbox.spoiltTokens.get(jti);
    if (flaw !== undefined) throw new AccessTokenError(flaw, 'a scenario has spoilt this token for good');
  }

  /** The claims of the token; undefined if it was not signed with the key of this emulator. */
  async #verify(token: string): Promise<Claims | undefined> {
    // Base64 decoders ignore some bits of the last character. A token that differs only in these bits is not valid.
    const signature = token.slice(token.lastIndexOf('.') + 1);
    if (Buffer.from(signature, 'base64url').toString('base64url') !== signature) return undefined;

    // Loading jose takes time, so the first unknown token loads it.
    const { compactVerify } = await import('jose/jws/compact/verify');

    try {
      const { payload } = await compactVerify(token, this.#key.publicKey, { algorithms: [this.#key.algorithm] });
      const claims: unknown = JSON.parse(new TextDecoder().decode(payload));
      if (!isClaims(claims)) return undefined;

      this.#trusted.set(token, claims);

      return claims;
    } catch {
      return undefined;
    }
  }
}

/** A part of a token: JSON in base64url. */
function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Whether claims have the expected form. Anyone can sign other claims, because the development key is public. */
function isClaims(claims: unknown): claims is Claims {
  const { iss, sub, sandbox, jti, exp } = (claims ?? {}) as Readonly<Record<string, unknown>>;
  return [iss, sub, sandbox, jti].every((claim) => typeof claim === 'string') && Number.isFinite(exp);
}
